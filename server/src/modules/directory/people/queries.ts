import { sql } from 'kysely'
import { localizedNameSql } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { perimeterCovers, perimeterOf } from '#modules/directory/perimeter/perimeter.ts'
import { ADDRESS_FIELDS } from '#modules/directory/postal-address.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { fragment, statement } from '#platform/db/statement.ts'
import type { CountedOrganization, RoleHolders } from './schemas.ts'

const MAX_ORGANIZATIONS = 50_000

/** An index has the ancestors of current employees, unless these are more than an entry of an index can hold. */
const MAX_INDEXED = 300
const IS_CURRENT = 'deleted_at IS NULL AND NOT terminated'
const INDEXED = `${IS_CURRENT} AND cardinality(ancestors) <= ${MAX_INDEXED}`
const NOT_INDEXED = `${IS_CURRENT} AND cardinality(ancestors) > ${MAX_INDEXED}`

/** How many employees have the same ancestors: a few thousand rows, however many employees there are. */
const ALIKE = `
  SELECT ancestors, count(*) AS employees FROM employees WHERE client_id = $client_id AND ${INDEXED} GROUP BY ancestors
  UNION ALL SELECT ancestors, 1 FROM employees WHERE client_id = $client_id AND ${NOT_INDEXED}`

/** Each count is added to every ancestor. */
const counted = statement<CountedOrganization, { client_id: string; language: string | null }>(`
  WITH alike AS (${ALIKE}), counts AS (
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
  const isCovered = perimeterCovers(perimeter, sql.ref('alike.ancestors'))
  const { rows } = await sql<{ employees: string }>`${sql.raw(CUSTOM_PLAN)}
    SELECT coalesce(sum(employees), 0) AS employees FROM (${fragment(ALIKE, { client_id: sql`${client.id}` })}) AS alike WHERE ${isCovered}`.execute(
    db,
  )
  return Number(rows[0]?.employees ?? 0)
}
