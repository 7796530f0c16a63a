import { type RawBuilder, sql } from 'kysely'
import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { Client } from '#kernel/work.ts'
import {
  isOfEmployeeInPerimeter,
  isOfFewEmployees,
  isParty,
  type ManagerPerimeter,
  managerPerimeter,
  perimeterCoversIndexed,
} from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import { notFound } from '#platform/problem.ts'
import { NUMBER } from './queries.ts'

/**
 * The requests that a manager may do something with: those that are the manager's own (see isParty), and those of employees
 * in the perimeter, of which a request that the employee does not see takes `requests:read_all` too (spec 386). Client-wide
 * permissions make the perimeter everything.
 */
export type RequestPerimeter = ManagerPerimeter & { client: Client; readAll: ManagerPerimeter['perimeter'] }

export async function requestPerimeter(
  db: Db,
  client: Client,
  person: Pick<SessionPerson, 'technical_id' | 'admin_permissions'>,
  permission: 'requests:read' | 'requests:write',
): Promise<RequestPerimeter> {
  const [asReader, { perimeter: readAll }] = await Promise.all([
    managerPerimeter(db, client, person, permission),
    managerPerimeter(db, client, person, 'requests:read_all'),
  ])
  return { ...asReader, client, readAll }
}

export function isAssignedTo(userKey: string): RawBuilder<boolean> {
  return sql`request.manager_keys @> ARRAY[${userKey}]::bigint[]`
}

/** The same as a condition on rows called `request`. */
export function isInRequestPerimeter(requestPerimeter: RequestPerimeter): RawBuilder<boolean> {
  return isPartyOr(
    requestPerimeter,
    isOfEmployeeInPerimeter(requestPerimeter.client, requestPerimeter.perimeter, 'request'),
  )
}

function isPartyOr(
  { client, userKey, perimeter, readAll }: RequestPerimeter,
  isInPerimeter: RawBuilder<boolean>,
): RawBuilder<boolean> {
  if (perimeter === 'everything' && readAll === 'everything') return sql`true`
  return sql`(${isParty(client, sql`${userKey}`)}
    OR (${isInPerimeter} AND (request.visible_by_employee OR ${isOfEmployeeInPerimeter(client, readAll, 'request')})))`
}

/** The same for lists: a manager of few employees does not walk through the requests of all others. */
export async function isInPerimeterForLists(
  db: Db,
  client: Client,
  requestPerimeter: RequestPerimeter,
): Promise<RawBuilder<boolean>> {
  const isOfFew = await isOfFewEmployees(db, client, requestPerimeter.perimeter, 'request')
  return isOfFew ? isPartyOr(requestPerimeter, isOfFew) : isInRequestPerimeter(requestPerimeter)
}

/**
 * The same as conditions of which a request meets one at most. PostgreSQL finds each by the way that suits it: those of
 * employees from the employees or along the order, the manager's own by an index. Joined by OR, all requests would be walked
 * through.
 */
export async function partsOfPerimeter(
  db: Db,
  client: Client,
  { userKey, perimeter, readAll }: RequestPerimeter,
): Promise<RawBuilder<boolean>[]> {
  if (perimeter === 'everything' && readAll === 'everything') return [sql`true`]
  const isOfFew = await isOfFewEmployees(db, client, perimeter, 'request')
  const isOfEmployee = isOfFew ?? isOfEmployeeFound(client, perimeter)
  // Most roles read whatever their employees have.
  const isCovered = isSame(perimeter, readAll)
    ? isOfEmployee
    : sql<boolean>`${isOfEmployee} AND (request.visible_by_employee OR ${isOfEmployeeInPerimeter(client, readAll, 'request')})`
  return [isCovered, sql`${isParty(client, sql`${userKey}`)} AND NOT coalesce(${isCovered}, false)`]
}

/** From here on, comparing an employee with each organization costs more than looking each of theirs up. */
const MANY_ORGANIZATIONS = 500

/** In the form that the index of ancestors understands, if the perimeter has not too many organizations for it. */
function isOfEmployeeFound(client: Client, perimeter: ManagerPerimeter['perimeter']): RawBuilder<boolean> {
  if (perimeter === 'everything' || perimeter.organizationKeys.length > MANY_ORGANIZATIONS) {
    return isOfEmployeeInPerimeter(client, perimeter, 'request')
  }
  return sql`request.employee_key IN (SELECT employee.key FROM employees employee WHERE employee.client_id = ${client.id}
    AND ${perimeterCoversIndexed(perimeter, sql`employee.ancestors`)})`
}

function isSame(one: ManagerPerimeter['perimeter'], other: ManagerPerimeter['perimeter']): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What is outside the perimeter is as if it were not there. */
export async function expectInPerimeter(
  db: Db,
  client: Client,
  requestPerimeter: RequestPerimeter,
  id: string,
): Promise<void> {
  if (!(await isRequestInPerimeter(db, client, requestPerimeter, id))) throw notFound('request', id)
}

export async function isRequestInPerimeter(
  db: Db,
  client: Client,
  requestPerimeter: RequestPerimeter,
  id: string,
): Promise<boolean> {
  if (!NUMBER.test(id)) return false
  const { rows } = await sql`
    SELECT FROM requests request WHERE request.client_id = ${client.id} AND request.id = ${id}::bigint
      AND ${isInRequestPerimeter(requestPerimeter)}`.execute(db)
  return rows.length > 0
}
