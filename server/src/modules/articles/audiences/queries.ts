import type { Client } from '#kernel/work.ts'
import type { Perimeter } from '#modules/directory/index.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { type Audience, digestOf } from './audience.ts'

type Values = {
  client_id: string
  digest: string
  for_employees: boolean
  for_managers: boolean
  organization_keys: number[]
  roles: string[]
  custom_field_rules: string
}

const find = statement<{ key: number }, { client_id: string; digest: string }>(`
  SELECT key FROM article_audiences WHERE client_id = $client_id AND digest = $digest`)
const insert = statement<{ key: number }, Values>(`
  INSERT INTO article_audiences
    (client_id, digest, for_employees, for_managers, organization_keys, roles, custom_field_rules)
  VALUES ($client_id, $digest, $for_employees, $for_managers, $organization_keys, $roles, $custom_field_rules) RETURNING key`)

/** The key of an audience, which is made when no article has had it. */
export async function putAudience(tx: Tx, client: Client, audience: Audience): Promise<number> {
  const digest = digestOf(audience)
  const { for_employees, for_managers, organization_keys, roles, custom_field_rules } = audience
  const rules = JSON.stringify(custom_field_rules)
  const [found] = await find(tx, { client_id: client.id, digest })
  const [row = found] = found
    ? []
    : await insert(tx, {
        client_id: client.id,
        digest,
        for_employees,
        for_managers,
        organization_keys,
        roles,
        custom_field_rules: rules,
      })
  if (!row) throw new Error('The audience was not stored.')
  return row.key
}

const remove = statement<never, { client_id: string; key: number }>(`
  DELETE FROM article_audiences WHERE client_id = $client_id AND key = $key`)

export async function deleteAudience(tx: Tx, client: Client, key: number): Promise<void> {
  await remove(tx, { client_id: client.id, key })
}

/** An audience, and whether it is one of those that are wanted. */
export type AudienceMatch = { key: number; matches: boolean }
/** The row of a person whose client has no audience. */
type NoAudience = { key: null; matches: null }

const ofReaders = statement<AudienceMatch, { client_id: string; is_for_employees: boolean }>(`
  SELECT key, CASE WHEN $is_for_employees THEN for_employees ELSE for_managers END AS matches
  FROM article_audiences WHERE client_id = $client_id`)

/** Every audience, and whether employees, or managers, are in it at all. */
export function matchReaders(db: Db, client: Client, readers: 'employees' | 'managers'): Promise<AudienceMatch[]> {
  return ofReaders(db, { client_id: client.id, is_for_employees: readers === 'employees' })
}

// The ancestors of an employee are the organizations of the registrations, and all above these.
export const IS_IN_ORGANIZATIONS = 'audience.organization_keys && employee.ancestors'
export const MEETS_RULES = `NOT EXISTS (
      SELECT FROM jsonb_array_elements(audience.custom_field_rules) AS rule
      WHERE NOT coalesce(rule -> 'in' @> (employee.custom_fields -> (rule ->> 'field')), false)
    )`
export const HAS_ROLE = `audience.roles && ARRAY(
      SELECT role FROM profiles WHERE client_id = $client_id AND user_key = manager.key)`

/** Registered in some organization, and active in none. Who was never registered has not left. */
export const HAS_LEFT = `(employee.terminated AND employee.ancestors <> '{}')`

const employeeIn = (condition: string) =>
  statement<AudienceMatch | NoAudience, { client_id: string; technical_id: string }>(`
  SELECT audience.key, audience.for_employees AND ${condition}
    AND (audience.organization_keys = '{}' OR ${IS_IN_ORGANIZATIONS})
    AND ${MEETS_RULES} AS matches
  FROM employees employee
  LEFT JOIN article_audiences audience ON audience.client_id = employee.client_id
  WHERE employee.client_id = $client_id AND employee.technical_id = $technical_id AND employee.deleted_at IS NULL`)
const ofEmployee = employeeIn('true')
const ofReader = employeeIn(`NOT ${HAS_LEFT}`)

/** Every audience, and whether an employee is in it; undefined when the employee does not exist. */
export async function matchEmployee(db: Db, client: Client, technicalId: string): Promise<AudienceMatch[] | undefined> {
  return audiencesIn(await ofEmployee(db, { client_id: client.id, technical_id: technicalId }))
}

/** The same for a reader in the portal, where only current employees see articles. */
export async function matchReader(db: Db, client: Client, technicalId: string): Promise<AudienceMatch[] | undefined> {
  return audiencesIn(await ofReader(db, { client_id: client.id, technical_id: technicalId }))
}

const ofManager = statement<AudienceMatch | NoAudience, { client_id: string; technical_id: string }>(`
  SELECT audience.key, audience.for_managers AND (audience.roles = '{}' OR ${HAS_ROLE}) AS matches
  FROM users manager
  LEFT JOIN article_audiences audience ON audience.client_id = manager.client_id
  WHERE manager.client_id = $client_id AND manager.technical_id = $technical_id`)

/** Every audience, and whether a manager is in it; undefined when the manager does not exist. */
export async function matchManager(db: Db, client: Client, technicalId: string): Promise<AudienceMatch[] | undefined> {
  return audiencesIn(await ofManager(db, { client_id: client.id, technical_id: technicalId }))
}

/** Without a person no row is returned; without an audience there is one that has none. */
function audiencesIn(rows: (AudienceMatch | NoAudience)[]): AudienceMatch[] | undefined {
  return rows.length === 0 ? undefined : rows.flatMap((row) => (row.key === null ? [] : [row]))
}

// An organization lies in a perimeter when one of its ancestors does. An audience without organizations is everybody, and
// lies in no perimeter.
const inPerimeter = statement<AudienceMatch, { client_id: string; organization_keys: number[] }>(`
  SELECT key, organization_keys <> '{}' AND organization_keys <@ ARRAY(
    SELECT key FROM organizations WHERE client_id = $client_id AND ancestors && $organization_keys::integer[]) AS matches
  FROM article_audiences WHERE client_id = $client_id`)

/** Every audience, and whether all its organizations lie in a perimeter. */
export function matchPerimeter(db: Db, client: Client, { organizationKeys }: Perimeter): Promise<AudienceMatch[]> {
  return inPerimeter(db, { client_id: client.id, organization_keys: organizationKeys })
}
