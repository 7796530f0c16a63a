import { sql } from 'kysely'
import { localizedNameSql } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { perimeterCoversIndexed, perimeterOf } from '#modules/directory/perimeter/perimeter.ts'
import { ADDRESS_FIELDS } from '#modules/directory/postal-address.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { CountedOrganization, RoleHolders } from './schemas.ts'

const MAX_ORGANIZATIONS = 50_000

/** Many employees have the same ancestors: these employees are counted first, and each count is then added to every ancestor. */
const counted = statement<CountedOrganization, { client_id: string; language: string | null }>(`
  WITH alike AS (
    SELECT ancestors, count(*) AS employees FROM employees
    WHERE client_id = $client_id AND deleted_at IS NULL AND NOT terminated GROUP BY ancestors
  ), counts AS (
    SELECT ancestor, sum(employees)::integer AS employees FROM alike, unnest(ancestors) AS ancestor GROUP BY ancestor
  )
  SELECT organization.code, ${localizedNameSql('organization', '$language')} AS name, above.code AS parent,
    ${ADDRESS_FIELDS.map((one) => `organization.${one}`).join(', ')},
    coalesce(direct.employees, 0) AS employees, coalesce(below.employees, 0) AS employees_below
  FROM organizations organization
  LEFT JOIN organizations above ON above.client_id = organization.client_id AND above.key = organization.parent_key
  LEFT JOIN counts direct ON direct.ancestor = -organization.key
  LEFT JOIN counts below ON below.ancestor = organization.key
  WHERE organization.client_id = $client_id
  ORDER BY organization.sort_name, organization.code LIMIT ${MAX_ORGANIZATIONS}`)

/** The whole tree of organizations, with their names in a language and how many employees each has. */
export function countOrganizations(db: Db, client: Client, language: string | null): Promise<CountedOrganization[]> {
  return counted(db, { client_id: client.id, language })
}

const holders = statement<RoleHolders, { client_id: string }>(`
  SELECT role, count(DISTINCT user_key)::integer AS managers FROM profiles
  WHERE client_id = $client_id GROUP BY role ORDER BY role LIMIT 10000`)

/** How many managers have each role; unused roles are left out. */
export function countRoleHolders(db: Db, client: Client): Promise<RoleHolders[]> {
  return holders(db, { client_id: client.id })
}

/** How many current employees a manager may see. */
export async function countVisibleEmployees(db: Db, client: Client, manager: string): Promise<number> {
  const perimeter = await perimeterOf(db, client, { technicalId: manager, permission: 'employees:read' })
  if (perimeter.organizationKeys.length === 0) return 0
  const { rows } = await sql<{ employees: string }>`
    SELECT count(*) AS employees FROM employees employee
    WHERE client_id = ${client.id} AND deleted_at IS NULL AND NOT employee.terminated
      AND ${perimeterCoversIndexed(perimeter, sql.ref('employee.ancestors'))}`.execute(db)
  return Number(rows[0]?.employees ?? 0)
}
