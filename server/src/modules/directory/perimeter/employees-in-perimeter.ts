import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { fewEmployeesInPerimeter, type Perimeter, perimeterCovers } from './perimeter.ts'

/** The employees of a perimeter, or all of the client. */
export type EmployeePerimeter = Perimeter | 'everything'

/** Whether a row of the client, which has the column `employee_key`, is of an employee in the perimeter. */
export function isOfEmployeeInPerimeter(
  client: Client,
  perimeter: EmployeePerimeter,
  row: string,
): RawBuilder<boolean> {
  if (perimeter === 'everything') return sql`true`
  if (perimeter.organizationKeys.length === 0) return sql`false`
  return sql`EXISTS (SELECT FROM employees employee
    WHERE employee.client_id = ${client.id} AND employee.key = ${sql.ref(`${row}.employee_key`)}
      AND ${perimeterCovers(perimeter, sql`employee.ancestors`)})`
}

/**
 * The same for a list, by the keys of the employees: a manager of few employees does not walk through the rows of all
 * others. Undefined when they are many, who are met soon on a walk.
 */
export async function isOfFewEmployees(
  db: Db,
  client: Client,
  perimeter: EmployeePerimeter,
  row: string,
): Promise<RawBuilder<boolean> | undefined> {
  if (perimeter === 'everything') return undefined
  const keys = await fewEmployeesInPerimeter(db, client, perimeter)
  return keys === undefined ? undefined : sql`${sql.ref(`${row}.employee_key`)} = ANY (${keys}::bigint[])`
}

/** Those of these employees who are in the perimeter, by their technical ids. */
export async function listEmployeesInPerimeter(
  db: Db,
  client: Client,
  perimeter: EmployeePerimeter,
  technicalIds: readonly string[],
): Promise<Set<string>> {
  const isCovered = perimeter === 'everything' ? sql`true` : perimeterCovers(perimeter, sql`employee.ancestors`)
  const { rows } = await sql<{ technical_id: string }>`
    SELECT employee.technical_id FROM employees employee
    WHERE employee.client_id = ${client.id} AND employee.technical_id = ANY (${technicalIds}::text[])
      AND employee.deleted_at IS NULL AND ${isCovered}`.execute(db)
  return new Set(rows.map((row) => row.technical_id))
}

export async function isEmployeeInPerimeter(
  db: Db,
  client: Client,
  perimeter: EmployeePerimeter,
  technicalId: string,
): Promise<boolean> {
  return (await listEmployeesInPerimeter(db, client, perimeter, [technicalId])).size > 0
}
