import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { Origin, Status } from '#modules/requests/schemas.ts'

/** From a moment on, and before another. */
export type Span = { since?: Date | undefined; before?: Date | undefined }

/** The filters of a list, with people and forms as keys. */
export type RequestFilters = {
  form_code?: string
  status?: Status
  origin?: Origin
  employee_key?: string
  /** A person who is a manager, an employee, or both. */
  creator?: { user_key: string | null; employee_key: string | null }
  visible_by_employee?: true
  created_at?: Span
  closed_at?: Span
}

/** The same as a condition on rows that are called `request`. */
export function conditionsOf(client: Client, filters: RequestFilters): RawBuilder<unknown> {
  const { form_code, status, origin, employee_key, creator, visible_by_employee, created_at, closed_at } = filters
  const conditions = [sql`request.client_id = ${client.id}`]
  if (form_code !== undefined) conditions.push(sql`request.form_code = ${form_code}`)
  if (status !== undefined) conditions.push(sql`request.status = ${status}`)
  if (origin !== undefined) conditions.push(sql`request.origin = ${origin}`)
  if (employee_key !== undefined) conditions.push(sql`request.employee_key = ${employee_key}`)
  if (visible_by_employee) conditions.push(sql`request.visible_by_employee`)
  if (creator) conditions.push(isBy(creator))
  conditions.push(...within('created_at', created_at), ...within('closed_at', closed_at))
  if (closed_at?.before) conditions.push(sql`request.created_at < ${notBefore(closed_at.before)}`)
  return sql.join(conditions, sql` AND `)
}

const DAY_MS = 24 * 3600 * 1000

/** Nothing is closed before it was made, but for clocks that differ: a walk from the newest on need not begin there. */
function notBefore(closed: Date): Date {
  return new Date(closed.getTime() + DAY_MS)
}

function isBy({ user_key, employee_key }: NonNullable<RequestFilters['creator']>): RawBuilder<unknown> {
  if (employee_key === null) return sql`request.creator_user_key = ${user_key}`
  if (user_key === null) return sql`request.creator_employee_key = ${employee_key}`
  return sql`(request.creator_user_key = ${user_key} OR request.creator_employee_key = ${employee_key})`
}

function within(column: 'created_at' | 'closed_at', span: Span | undefined): RawBuilder<unknown>[] {
  const at = sql.ref(`request.${column}`)
  return [...(span?.since ? [sql`${at} >= ${span.since}`] : []), ...(span?.before ? [sql`${at} < ${span.before}`] : [])]
}
