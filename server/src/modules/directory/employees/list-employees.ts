import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { presentEmployee } from '#modules/directory/present.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { beginningWith, containingWord } from '#platform/db/like.ts'
import { chainedPage, type Filter, type FilteredList } from '#platform/db/lists/filtered-page.ts'
import { fetchPage, type KeysetPage, type PageRequest } from '#platform/db/lists/keyset-page.ts'
import { keysetKey, listOrder } from '#platform/db/lists/keyset-sql.ts'
import { ofClient } from '#platform/db/statement.ts'
import { type EmployeeSearch, employeeFilters } from './filters.ts'
import { EMPLOYEE_COLUMNS, type EmployeeRow } from './queries.ts'
import type { Employee } from './schemas.ts'

type Order = FilteredList['order']

const BY_NAME: Order = { column: 'sort_name', tie: 'key', descending: false }
const BY_FIRST_NAME: Order = { column: 'sort_first_name', tie: 'key', descending: false }

export async function listEmployees(
  db: Db,
  client: Client,
  query: EmployeeSearch,
  asked: PageRequest,
): Promise<KeysetPage<Employee>> {
  const filters = await employeeFilters(db, client, query)
  const lists = listsOf(client, query, filters)
  const page = await fetchPage(
    asked,
    (request) => chainedPage<EmployeeRow>(db, lists, request),
    (row) => [String(row.list), ...keysetKey(row, lists[row.list]?.order ?? BY_NAME)],
  )
  return { ...page, rows: page.rows.map(presentEmployee) }
}

/** Above this number the total is not answered: no reader pages through that many, and counting them costs a scan. */
export const MAX_COUNTED = 10_000

/** How many employees a list has in all, up to one more than `MAX_COUNTED`. */
export async function countEmployees(db: Db, client: Client, query: EmployeeSearch): Promise<number> {
  const filters = await employeeFilters(db, client, query)
  const lists = listsOf(client, { ...query, sort: 'name' }, filters)
  const conditions = lists.flatMap((list) => [...list.scope, ...list.filters.map((one) => one.onFind ?? one.onWalk)])
  const { rows } = await sql<{ count: string }>`${sql.raw(CUSTOM_PLAN)}
    SELECT count(*) FROM (
      SELECT FROM employees employee WHERE ${sql.join(conditions, sql` AND `)} LIMIT ${MAX_COUNTED + 1}
    ) AS counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/**
 * A search that asks for no other order shows first whose last name begins with what is looked for, then whose first
 * name does, then all others in whom it is found. The first two are parts of an index, however many they are.
 */
function listsOf(client: Client, { q, sort, deleted }: EmployeeSearch, filters: Filter[]): FilteredList[] {
  const scope = [
    sql`employee.client_id = ${client.id}`,
    deleted ? sql`employee.deleted_at IS NOT NULL AND employee.erased_at IS NULL` : sql`employee.deleted_at IS NULL`,
  ]
  const listOf = (filters: Filter[], order: Order): FilteredList => ({
    table: 'employees',
    alias: 'employee',
    columns: ofClient(EMPLOYEE_COLUMNS, client),
    scope,
    filters,
    order,
  })
  if (q === undefined) return [listOf(filters, listOrder(sort ?? 'name', { name: 'sort_name' }, 'key'))]
  const found: Filter = { onWalk: sql`employee.search_text LIKE ${containingWord(q)}` }
  if (sort !== undefined) return [listOf([...filters, found], listOrder(sort, { name: 'sort_name' }, 'key'))]
  const [byLast, byFirst] = ['sort_name', 'sort_first_name'].map(
    (column) => sql`${sql.ref(`employee.${column}`)} LIKE ${beginningWith(q)}`,
  ) as [RawBuilder<unknown>, RawBuilder<unknown>]
  const others: Filter = { onWalk: sql`NOT ${byLast} AND NOT ${byFirst}` }
  return [
    { ...listOf(filters, BY_NAME), range: byLast },
    { ...listOf(filters, BY_FIRST_NAME), range: sql`${byFirst} AND NOT ${byLast}` },
    listOf([...filters, found, others], BY_NAME),
  ]
}
