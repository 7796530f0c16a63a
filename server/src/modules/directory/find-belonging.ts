import type { Db } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'
import type { Client } from '#platform/db/work.ts'

/** An employee and the organizations of all registrations, active or not. */
export type Belonging = {
  key: string
  terminated: boolean
  organizations: { key: number; code: string; active: boolean }[]
}

const find = lookup<Belonging, [clientId: string, technicalId: string]>(`
  SELECT employee.key, employee.terminated, (
      SELECT coalesce(json_agg(json_build_object('key', one.key, 'code', one.code, 'active', one.active) ORDER BY one.position), '[]')
      FROM (
        SELECT organization.key, organization.code, bool_or(registration.active) AS active, min(registration.position) AS position
        FROM registrations registration JOIN organizations organization
          ON organization.client_id = registration.client_id AND organization.key = registration.organization_key
        WHERE registration.client_id = employee.client_id AND registration.employee_key = employee.key
        GROUP BY organization.key, organization.code
      ) AS one
    ) AS organizations
  FROM employees employee
  WHERE employee.client_id = $1 AND employee.technical_id = $2 AND employee.deleted_at IS NULL`)

/** Where an employee who was not deleted belongs. */
export async function findBelonging(db: Db, client: Client, technicalId: string): Promise<Belonging | undefined> {
  return (await find(db, client.id, technicalId))[0]
}
