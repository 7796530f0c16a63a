import type { Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'

export type EmployeeOrganization = { key: number; code: string; name: string; localized_names: Translations }

const find = lookup<EmployeeOrganization, { client_id: string; technical_id: string }>(`
  SELECT organization.key, organization.code, organization.name, organization.localized_names
  FROM employees employee
  JOIN organizations organization ON organization.client_id = employee.client_id
    AND organization.key = ANY (employee.ancestors)
  WHERE employee.client_id = $client_id AND employee.technical_id = $technical_id AND NOT employee.terminated
    AND employee.deleted_at IS NULL`)

/**
 * The organizations of the active registrations of an employee, and all above them. None of an employee who left: those of
 * former registrations say which managers are responsible, not what the employee may read.
 */
export function findEmployeeOrganizations(
  db: Db,
  client: Client,
  technicalId: string,
): Promise<EmployeeOrganization[]> {
  return find(db, { client_id: client.id, technical_id: technicalId })
}
