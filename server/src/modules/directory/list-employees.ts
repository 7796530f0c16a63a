import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { type Filter, filteredPage } from '#platform/db/filtered-page.ts'
import { keysetKey, listOrder } from '#platform/db/keyset-sql.ts'
import { containingWord } from '#platform/db/like.ts'
import type { Client } from '#platform/db/work.ts'
import type { Position } from '#platform/http/cursor.ts'
import { type KeysetPage, keysetPage, keysetRequest } from '#platform/http/keyset-page.ts'
import { isUuid } from '#platform/uuid.ts'
import { EMPLOYEE_COLUMNS, type EmployeeRow } from './employee-queries.ts'
import type { Employee, ListEmployeesQuery } from './employee-schemas.ts'
import { findOrganizations } from './organization-queries.ts'
import { findsWithin, isWithin, type Perimeter, perimeterOf } from './perimeter.ts'
import { presentEmployee } from './present.ts'

export async function listEmployees(
  db: Db,
  client: Client,
  query: ListEmployeesQuery,
  at: Position | undefined,
): Promise<KeysetPage<Employee>> {
  const order = listOrder(query.sort ?? 'name', { name: 'sort_name' }, 'key')
  const request = keysetRequest(at, query.per_page)
  const list = {
    table: 'employees',
    alias: 'employee',
    columns: sql.raw(EMPLOYEE_COLUMNS),
    scope: [
      sql`employee.client_id = ${client.id}`,
      query.deleted ? sql`employee.deleted_at IS NOT NULL` : sql`employee.deleted_at IS NULL`,
    ],
    filters: [...filtersOf(client, query), ...(await placeFilters(db, client, query))],
    order,
  }
  const fetched = await filteredPage<EmployeeRow>(db, list, request)
  const page = keysetPage(fetched, request, (row) => keysetKey(row, order))
  return { ...page, rows: page.rows.map(presentEmployee) }
}

function filtersOf(client: Client, query: ListEmployeesQuery): Filter[] {
  const { q, status, email, employee_number, core_uuid, updated_at_since } = query
  const filters: Filter[] = []
  if (q !== undefined) filters.push({ onWalk: sql`employee.search_text LIKE ${containingWord(q)}` })
  if (status !== undefined) {
    filters.push({ onWalk: status === 'terminated' ? sql`employee.terminated` : sql`NOT employee.terminated` })
  }
  if (updated_at_since !== undefined) filters.push({ onWalk: sql`employee.updated_at >= ${updated_at_since}` })
  if (email !== undefined) filters.push({ onWalk: sql`lower(employee.email) = lower(${email})`, findsLittle: true })
  if (core_uuid !== undefined) {
    const isIt = isUuid(core_uuid) ? sql`employee.core_uuid = ${core_uuid}` : sql`false`
    filters.push({ onWalk: isIt, findsLittle: true })
  }
  if (employee_number !== undefined) {
    const numbered = sql`employee.key IN (
      SELECT employee_key FROM registrations WHERE client_id = ${client.id} AND employee_number = ${employee_number})`
    filters.push({ onWalk: numbered, findsLittle: true })
  }
  return filters
}

/** What narrows a list to some organizations. An organization or manager that is not there covers nobody. */
async function placeFilters(db: Db, client: Client, query: ListEmployeesQuery): Promise<Filter[]> {
  const { organization_code, include_below, visible_by_technical_id } = query
  const perimeters: Perimeter[] = []
  if (organization_code !== undefined) {
    const key = (await findOrganizations(db, client, [organization_code])).get(organization_code)?.key
    perimeters.push({ places: key === undefined ? [] : [include_below ? key : -key] })
  }
  if (visible_by_technical_id !== undefined) {
    perimeters.push(await perimeterOf(db, client, visible_by_technical_id, 'employees:read'))
  }
  const places = sql.ref('employee.places')
  return perimeters.map((one) => ({
    onWalk: isWithin(one, places),
    onFind: findsWithin(one, places),
    findsLittle: one.places.length === 0,
  }))
}
