import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'

/** An employee and the organizations of all registrations, active or not. */
export type RegisteredEmployee = {
  key: string
  terminated: boolean
  organizations: { key: number; code: string; active: boolean }[]
}

const COLUMNS = `
  employee.key::text, employee.terminated, (
      SELECT coalesce(json_agg(json_build_object('key', one.key, 'code', one.code, 'active', one.active)
        ORDER BY one.position), '[]')
      FROM (
        SELECT organization.key, organization.code, bool_or(registration.active) AS active,
          min(registration.position) AS position
        FROM registrations registration JOIN organizations organization
          ON organization.client_id = registration.client_id AND organization.key = registration.organization_key
        WHERE registration.client_id = $client_id AND registration.employee_key = employee.key
        GROUP BY organization.key, organization.code
      ) AS one
    ) AS organizations`

/** The statement that finds one of `$client_id`, by the parameter that holds the technical id. */
export function registeredEmployeeSql(technicalId: string): string {
  return `
  SELECT ${COLUMNS} FROM employees employee
  WHERE employee.client_id = $client_id AND employee.technical_id = ${technicalId} AND employee.deleted_at IS NULL`
}

const find = lookup<RegisteredEmployee, { client_id: string; technical_id: string }>(
  registeredEmployeeSql('$technical_id'),
)

/** Where an employee who was not deleted belongs. */
export async function findRegisteredEmployee(
  db: Db,
  client: Client,
  technicalId: string,
): Promise<RegisteredEmployee | undefined> {
  return (await find(db, { client_id: client.id, technical_id: technicalId }))[0]
}

export type KnownRegisteredEmployee = RegisteredEmployee & { technical_id: string }

const findByKeys = statement<KnownRegisteredEmployee, { client_id: string; keys: string[] }>(`
  SELECT employee.technical_id, ${COLUMNS} FROM employees employee
  WHERE employee.client_id = $client_id AND employee.key = ANY ($keys) AND employee.deleted_at IS NULL`)

/** Where those of these employees belong who were not deleted, by their keys. */
export async function findRegisteredEmployees(
  db: Db,
  client: Client,
  keys: Iterable<string>,
): Promise<Map<string, KnownRegisteredEmployee>> {
  const rows = await findByKeys(db, { client_id: client.id, keys: [...new Set(keys)] })
  return new Map(rows.map((row) => [row.key, row]))
}
