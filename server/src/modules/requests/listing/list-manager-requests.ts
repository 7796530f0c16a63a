import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Client } from '#kernel/work.ts'
import { orNull } from '#modules/requests/handling/show-request.ts'
import type { ManagerRequestItem } from '#modules/requests/portal-schemas.ts'
import type { RequestRow } from '#modules/requests/queries.ts'
import {
  isAssignedTo,
  isInPerimeterForLists,
  isInRequestPerimeter,
  partsOfPerimeter,
  type RequestPerimeter,
} from '#modules/requests/request-perimeter.ts'
import { PRIORITIES, STATUSES } from '#modules/requests/schemas.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { containingWord } from '#platform/db/like.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import { Cursor, NamedObject, OneOf, PerPage, Sort, Text, When } from '#platform/http/validation/schemas.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { whenOf } from '#platform/time/moment.ts'
import { PORTAL_SORTS, requestPage } from './keyset-order.ts'
import { isAbout, listTitles, type Titles, titleOf } from './list-employee-requests.ts'

const filters = {
  assigned: Type.Optional(OneOf(['me', 'nobody', 'any'], { description: 'Defaults to `any`.' })),
  state: Type.Optional(OneOf(['open', 'closed'], { description: '`open` is whatever is not closed.' })),
  status: Type.Optional(OneOf(STATUSES)),
  form: Type.Optional(Text({ maxLength: 20 })),
  priority: Type.Optional(OneOf(PRIORITIES)),
  employee: Type.Optional(Text({ maxLength: 50, description: 'Requests of this employee.' })),
  overdue: Type.Optional(Type.Boolean({ description: 'Open and overdue.' })),
  due_since: Type.Optional(When({ description: 'Due at or after this time.' })),
  due_until: Type.Optional(When({ description: 'Due at or before this time.' })),
  q: Type.Optional(
    Text({ maxLength: 200, description: 'Searches subjects and names of employees; or the number of a request.' }),
  ),
}

/** Which of the requests that a manager sees. */
export const ManagerRequestsFilter = NamedObject('ManagedRequestsFilter', filters)
export type ManagerRequestsFilter = Static<typeof ManagerRequestsFilter>

export const ListManagerRequestsQuery = Type.Object({
  ...filters,
  sort: Type.Optional(Sort(PORTAL_SORTS, 'Defaults to `-created_at`.')),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListManagerRequestsQuery = Static<typeof ListManagerRequestsQuery>

type Asking = { perimeter: RequestPerimeter; now: Date; language: string | undefined }

/** A page of the requests that a manager sees, and how many there are. */
export async function listManagerRequests(
  db: Db,
  client: Client,
  { perimeter, now, language, query }: Asking & { query: ListManagerRequestsQuery },
  asked: PageRequest,
): Promise<KeysetPage<ManagerRequestItem> & { total: number }> {
  const areAllClosed = query.state === 'closed' || query.status === 'closed'
  const order = { sort: query.sort ?? '-created_at', areAllClosed, areAllDue: query.overdue === true }
  const [conditions, parts] = await Promise.all([
    listFilters(db, client, query, { perimeter, now }),
    partsOfPerimeter(db, client, perimeter),
  ])
  const scope = [sql`request.client_id = ${client.id}`]
  if (query.overdue === true || query.state === 'open') scope.push(IS_OPEN)
  // Those without the date stand together in its index.
  if (areAllClosed) scope.push(sql`request.closed_at IS NOT NULL`)
  const within = { scope, isWithin: isInRequestPerimeter(perimeter), parts }
  const [page, total] = await Promise.all([
    requestPage(db, { client, conditions, within, order }, asked),
    countUpTo(db, conditions, parts),
  ])
  const titles = await listTitles(db, client, page.rows)
  return { ...page, total, rows: page.rows.map((row) => presentItem(row, titles, { now, language })) }
}

const IS_OPEN = sql`request.status <> 'closed'`
const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` AND `)

/** Counts are exact up to this number: larger ones help no reader, and cost a scan. */
export const MAX_COUNTED = 10_000

type Conditions = RawBuilder<unknown>[]

async function countUpTo(db: Db, conditions: Conditions, parts: Conditions): Promise<number> {
  const { rows } = await sql<{
    total: string
  }>`${sql.raw(CUSTOM_PLAN)} SELECT ${countOf(conditions, parts)} AS total`.execute(db)
  return Number(rows[0]?.total)
}

function countOf(conditions: Conditions, parts: Conditions): RawBuilder<string> {
  const found = parts.map(
    (part) => sql`(SELECT 1 FROM requests request WHERE ${and([...conditions, part])} LIMIT ${MAX_COUNTED})`,
  )
  return sql`(SELECT count(*) FROM (SELECT FROM (${sql.join(found, sql` UNION ALL `)}) AS part LIMIT ${MAX_COUNTED}) AS found)`
}

type SoughtManagerRequests = { asking: Pick<Asking, 'perimeter' | 'now'>; filter: ManagerRequestsFilter; most: number }

/** The ids of the requests of the list, oldest first. */
export async function findManagerRequests(
  db: Db,
  client: Client,
  { asking, filter, most }: SoughtManagerRequests,
): Promise<string[]> {
  const conditions = [
    ...(await listFilters(db, client, filter, asking)),
    await isInPerimeterForLists(db, client, asking.perimeter),
  ]
  const { rows } = await sql<{ id: string }>`${sql.raw(CUSTOM_PLAN)}
    SELECT request.id::text FROM requests request WHERE ${and(conditions)} ORDER BY request.id LIMIT ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

async function listFilters(
  db: Db,
  client: Client,
  query: ManagerRequestsFilter,
  { perimeter, now }: Pick<Asking, 'perimeter' | 'now'>,
): Promise<RawBuilder<unknown>[]> {
  const { assigned, state, status, form, priority, employee, overdue, due_since, due_until, q } = query
  const conditions = [sql`request.client_id = ${client.id}`]
  const isAsked = [
    assigned === 'me' && isAssignedTo(perimeter.userKey),
    assigned === 'nobody' && sql`request.manager_keys = '{}'`,
    state === 'open' && IS_OPEN,
    state === 'closed' && sql`request.status = 'closed'`,
    status !== undefined && sql`request.status = ${status}`,
    form !== undefined && sql`request.form_code = ${form}`,
    priority !== undefined && sql`request.priority = ${priority}`,
    employee !== undefined &&
      sql`request.employee_key = (SELECT key FROM employees
        WHERE client_id = ${client.id} AND technical_id = ${employee} AND deleted_at IS NULL)`,
    overdue === true && isOverdueSql(now),
    due_since !== undefined && sql`request.processing_date_due >= ${whenOf(due_since)}`,
    due_until !== undefined && sql`request.processing_date_due <= ${whenOf(due_until)}`,
  ]
  conditions.push(...isAsked.filter((one) => one !== false))
  if (q !== undefined && q.trim() !== '') conditions.push(await isFoundBy(db, client, q))
  return conditions
}

export function isOverdueSql(now: Date): RawBuilder<boolean> {
  return sql`(request.status <> 'closed' AND request.processing_date_due < ${now})`
}

/** As many employees are looked for by a name; anyone who means more than these writes more of it. */
const MAX_NAMED = 500

/** In the subject, in the name of the employee, or the number: each found by its own index. */
async function isFoundBy(db: Db, client: Client, q: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ key: string }>`${sql.raw(CUSTOM_PLAN)}
    SELECT key::text FROM employees WHERE client_id = ${client.id} AND deleted_at IS NULL
      AND search_text LIKE ${containingWord(q)} LIMIT ${MAX_NAMED}`.execute(db)
  if (rows.length === 0) return isAbout(q)
  const keys = `{${rows.map((row) => row.key).join(',')}}`
  return sql`(${isAbout(q)} OR request.employee_key = ANY (${keys}::bigint[]))`
}

function presentItem(
  row: RequestRow,
  titles: Titles,
  { now, language }: Pick<Asking, 'now' | 'language'>,
): ManagerRequestItem {
  const { id, subject, status, custom_state, priority, origin, employee, managers_assigned } = row
  return {
    id,
    subject,
    status,
    custom_state,
    priority,
    origin,
    employee,
    managers_assigned,
    form: { slug: row.form_code, title: titleOf(row, titles, language) },
    processing_date_due: orNull(row.processing_date_due),
    is_overdue: isOverdue(row, now),
    visible_to_employee: row.visible_by_employee,
    created_at: inSeconds(row.created_at),
    updated_at: inSeconds(row.updated_at),
    closed_at: orNull(row.closed_at),
  }
}

export function isOverdue({ status, processing_date_due: due }: RequestRow, now: Date): boolean {
  return status !== 'closed' && due !== null && due < now
}

export const RequestCounts = NamedObject('RequestCounts', {
  mine: Type.Integer({ description: 'Open and assigned to me.' }),
  unassigned: Type.Integer({ description: 'Open and unassigned.' }),
  overdue: Type.Integer(),
  open: Type.Integer({ description: `All of these are exact up to ${MAX_COUNTED}.` }),
})

/** How many requests wait for managers. Closed ones, which are the majority, are not scanned. */
export async function countManagerRequests(
  db: Db,
  client: Client,
  { perimeter, now }: Pick<Asking, 'perimeter' | 'now'>,
): Promise<Static<typeof RequestCounts>> {
  const parts = await partsOfPerimeter(db, client, perimeter)
  const areOpen = [sql`request.client_id = ${client.id}`, IS_OPEN]
  const countOpen = (condition = sql`true`, ofThem: Conditions = parts) => countOf([...areOpen, condition], ofThem)
  // An assigned manager sees the request, whatever the perimeter.
  const mine = countOpen(isAssignedTo(perimeter.userKey), [sql`true`])
  const { rows } = await sql<Record<keyof Static<typeof RequestCounts>, string>>`${sql.raw(CUSTOM_PLAN)}
    SELECT ${mine} AS mine, ${countOpen(sql`request.manager_keys = '{}'`)} AS unassigned,
      ${countOpen(sql`request.processing_date_due < ${now}`)} AS overdue, ${countOpen()} AS open`.execute(db)
  const [counted] = rows
  return {
    mine: Number(counted?.mine),
    unassigned: Number(counted?.unassigned),
    overdue: Number(counted?.overdue),
    open: Number(counted?.open),
  }
}
