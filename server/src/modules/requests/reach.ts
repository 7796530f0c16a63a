import { type RawBuilder, sql } from 'kysely'
import { fewEmployeesWithin, isWithin, type ManagerReach } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import type { Client } from '#platform/db/work.ts'
import { notFound } from '#platform/problem.ts'
import { NUMBER } from './request-queries.ts'

/**
 * The requests that a manager may do something with: those of employees in their perimeter and those that are assigned to
 * them; or all, when they may do it for the whole client.
 */
export type Reach = ManagerReach

export function isAssignedTo(userKey: string): RawBuilder<boolean> {
  return sql`request.manager_keys @> ARRAY[${userKey}]::bigint[]`
}

/** The same as a condition on rows called `request`. */
export function isInReach({ userKey, perimeter }: Reach): RawBuilder<boolean> {
  if (perimeter === 'everything') return sql`true`
  return sql`(${isAssignedTo(userKey)} OR EXISTS (SELECT FROM employees employee
    WHERE employee.client_id = request.client_id AND employee.key = request.employee_key
      AND ${isWithin(perimeter, sql`employee.places`)}))`
}

/** The same for lists: whoever has few employees is not to walk through the requests of all others. */
export async function listInReach(db: Db, client: Client, reach: Reach): Promise<RawBuilder<boolean>> {
  const { userKey, perimeter } = reach
  if (perimeter === 'everything') return isInReach(reach)
  const keys = await fewEmployeesWithin(db, client, perimeter)
  if (keys === undefined) return isInReach(reach)
  return sql`(${isAssignedTo(userKey)} OR request.employee_key = ANY (${keys}::bigint[]))`
}

/** What is out of reach is as if it were not there. */
export async function expectInReach(db: Db, client: Client, reach: Reach, id: string): Promise<void> {
  if (!(await hasInReach(db, client, reach, id))) throw notFound('request', id)
}

export async function hasInReach(db: Db, client: Client, reach: Reach, id: string): Promise<boolean> {
  if (!NUMBER.test(id)) return false
  const { rows } = await sql`
    SELECT FROM requests request WHERE request.client_id = ${client.id} AND request.id = ${id}::bigint
      AND ${isInReach(reach)}`.execute(db)
  return rows.length > 0
}

/** Whether this employee is in the perimeter, and not only assigned through a request. */
export async function hasEmployee(db: Db, client: Client, { perimeter }: Reach, technicalId: string): Promise<boolean> {
  const within = perimeter === 'everything' ? sql`true` : isWithin(perimeter, sql`employee.places`)
  const { rows } = await sql`
    SELECT FROM employees employee WHERE employee.client_id = ${client.id} AND employee.technical_id = ${technicalId}
      AND employee.deleted_at IS NULL AND ${within}`.execute(db)
  return rows.length > 0
}
