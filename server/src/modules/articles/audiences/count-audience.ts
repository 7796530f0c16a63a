import type { Client } from '#kernel/work.ts'
import type { AudienceCount } from '#modules/articles/reading/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { Audience } from './audience.ts'
import { HAS_LEFT, HAS_ROLE, IS_IN_ORGANIZATIONS, MEETS_RULES } from './queries.ts'

/** The number of people that are counted; the answer says if there are more. */
export const MAX_COUNTED = 20_000

type Count = { looked_at: number; found: number }
const GIVEN = `
  (SELECT $organization_keys::integer[] AS organization_keys, $roles::text[] AS roles, $custom_field_rules::jsonb AS custom_field_rules) AS audience`
type Given = { client_id: string; organization_keys: number[]; roles: string[]; custom_field_rules: string }

/** People with a disabled log-in cannot read articles. */
const mayLogIn = (person: string, scope: 'employee' | 'manager') => `NOT EXISTS (
      SELECT FROM accounts account WHERE account.client_id = $client_id AND account.scope = '${scope}'
        AND account.technical_id = ${person}.technical_id AND NOT account.is_active)`

/** Employees are found by their ancestors, where some are wanted; a statement that could do either would do neither well. */
const employeesIn = (where: string) =>
  statement<Count, Given>(`
  SELECT count(*)::integer AS looked_at, count(*) FILTER (WHERE meets_rules)::integer AS found FROM (
    SELECT ${MEETS_RULES} AS meets_rules FROM ${GIVEN}, employees employee
    WHERE employee.client_id = $client_id AND employee.deleted_at IS NULL AND NOT ${HAS_LEFT}
      AND ${mayLogIn('employee', 'employee')} AND ${where}
    LIMIT ${MAX_COUNTED + 1}) AS people`)
const allEmployees = employeesIn('true')
const employeesThere = employeesIn(IS_IN_ORGANIZATIONS)

const managersIn = statement<Count, Given>(`
  SELECT count(*)::integer AS looked_at, count(*)::integer AS found FROM (
    SELECT FROM ${GIVEN}, users manager
    WHERE manager.client_id = $client_id AND ${mayLogIn('manager', 'manager')} AND (audience.roles = '{}' OR ${HAS_ROLE})
    LIMIT ${MAX_COUNTED + 1}) AS people`)

/** How many people can read what is for an audience, as far as they are counted. */
export async function countAudience(db: Db, client: Client, audience: Audience): Promise<AudienceCount> {
  const { organization_keys, roles, custom_field_rules } = audience
  const given = {
    client_id: client.id,
    organization_keys,
    roles,
    custom_field_rules: JSON.stringify(custom_field_rules),
  }
  const none: Count[] = []
  const count = organization_keys.length === 0 ? allEmployees : employeesThere
  const [employees] = audience.for_employees ? await count(db, given) : none
  const [managers] = audience.for_managers ? await managersIn(db, given) : none
  return {
    employees: Math.min(employees?.found ?? 0, MAX_COUNTED),
    managers: Math.min(managers?.found ?? 0, MAX_COUNTED),
    is_at_least: [employees, managers].some((one) => (one?.looked_at ?? 0) > MAX_COUNTED),
  }
}
