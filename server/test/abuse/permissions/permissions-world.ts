import fc from 'fast-check'
import { sql } from 'kysely'
import type { Permission } from '#kernel/access/permission.ts'
import { listHeldPermissions } from '#modules/auth/sessions/queries.ts'
import { perimeterOf } from '#modules/directory/index.ts'
import type { TestApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'

/** The permissions that are followed; `*` beside them stands for everything else. */
export const ATOMS = [
  'employees:read',
  'employees:write',
  'notes:read',
  'users:write',
  'roles:write',
  'organizations:write',
  'applications:write',
  'saml_identity_providers:write',
] as const

/** What X may do for the whole client: enough to change the world, and less than others hold in it. */
const OWN = [
  ['organizations:*'],
  ['organizations:*', 'employees:*'],
  ['organizations:*', 'users:*', 'notes:read'],
  ['employees:*'],
  ['users:*', 'employees:read'],
  ['roles:*', 'users:*', 'notes:*'],
  ['applications:*', 'saml_identity_providers:*', 'users:*'],
  ['users:*', 'roles:*', 'organizations:*', 'employees:*', 'applications:*'],
]

const ORGANIZATIONS = 6
const ROLES = 4
const MANAGERS = 4
const EMPLOYEES = 3
const organization = fc.nat(ORGANIZATIONS - 1)
export const numbers = { organization, role: fc.nat(ROLES - 1), manager: fc.nat(MANAGERS - 1) }
export const employee = fc.nat(EMPLOYEES - 1)
export const permissions = fc.uniqueArray(
  fc.constantFrom(
    'employees:read',
    'employees:*',
    'notes:read',
    'notes:*',
    'users:*',
    'roles:*',
    'organizations:*',
    '*',
  ),
  { minLength: 1, maxLength: 3 },
)
const below = fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) })
export const profiles = fc.array(
  fc.record({ role: numbers.role, at: fc.uniqueArray(organization, { maxLength: 2 }), below }),
  { maxLength: 2 },
)

/** A small client: a tree, roles, managers with profiles, employees. X is the first manager, or an application. */
export const world = fc.record({
  parents: fc.array(fc.option(organization, { freq: 3 }), { minLength: ORGANIZATIONS, maxLength: ORGANIZATIONS }),
  roles: fc.array(permissions, { minLength: ROLES, maxLength: ROLES }),
  managers: fc.array(profiles, { minLength: MANAGERS, maxLength: MANAGERS }),
  employees: fc.array(organization, { minLength: EMPLOYEES, maxLength: EMPLOYEES }),
  own: fc.constantFrom(...OWN),
  isManager: fc.boolean(),
})
type World = typeof world extends fc.Arbitrary<infer T> ? T : never

export type Names = { organizations: string[]; roles: string[]; managers: string[]; employees: string[] }

/** Writes a world into the emptied directory of acme, in place of what was there. */
export async function build(service: TestApp, { parents, roles, managers, employees, own }: World): Promise<Names> {
  for (const table of ['accounts', 'registrations', 'users', 'employees', 'organizations', 'roles']) {
    await sql`DELETE FROM ${sql.table(table)}`.execute(service.db)
  }
  const names: Names = { organizations: [], roles: [], managers: [], employees: [] }
  for (const _ of parents) names.organizations.push(await anOrganization(service))
  for (const [index, parent] of withoutCycles(parents).entries()) {
    const at = { code: names.organizations[index] ?? '', parent: names.organizations[parent ?? -1] ?? null }
    await anOrganization(service, at)
  }
  for (const one of roles) names.roles.push(await aRole(service, { permissions: one }))
  const administration = await aRole(service, { permissions: own })
  const top = (await readTree(service)).top
  for (const [index, given] of managers.entries()) {
    const first = { role: administration, organizations: [top], include_below: true }
    const all = [...(index === 0 ? [first] : []), ...given.map((one) => profileOf(names, one))]
    names.managers.push(await aManager(service, { profiles: all }))
  }
  for (const one of employees) {
    names.employees.push(await anEmployee(service, { organizations: [names.organizations[one] ?? ''] }))
  }
  return names
}

type Given = { role: number; at: number[]; below: boolean }

export function profileOf({ roles, organizations }: Names, { role, at, below }: Given) {
  return {
    role: roles[role] ?? '',
    organizations: at.map((one) => organizations[one] ?? ''),
    include_below: below,
  }
}

function withoutCycles(parents: (number | null)[]): (number | null)[] {
  const kept: (number | null)[] = parents.map(() => null)
  for (const [index, parent] of parents.entries()) {
    let above = parent
    while (above !== null && above !== index) above = kept[above] ?? null
    if (above !== index) kept[index] = parent
  }
  return kept
}

/** Organizations, by their parents, and who is where, as the tables say it. */
export async function readTree({ db }: TestApp) {
  const { rows: organizations } = await sql<{ key: number; code: string; parent_key: number | null }>`
    SELECT key, code, parent_key FROM organizations WHERE client_id = 'acme' ORDER BY created_at, key`.execute(db)
  const { rows: employees } = await sql<{ technical_id: string; at: number[] }>`
    SELECT technical_id, ARRAY(SELECT organization_key FROM registrations
      WHERE client_id = 'acme' AND employee_key = employee.key AND (active OR employee.terminated)) AS at
    FROM employees employee WHERE client_id = 'acme'`.execute(db)
  const above = (key: number | null): number[] =>
    key === null ? [] : [key, ...above(organizations.find((one) => one.key === key)?.parent_key ?? null)]
  return { organizations, employees, above, top: organizations.find((one) => one.parent_key === null)?.code ?? '' }
}

/** What everybody holds: for each manager `permission@target`, with organizations, employees and the client as targets. */
export type Held = Map<string, Set<string>>

/** Found by going up the tree from every target: the model. */
export async function holdByModel(service: TestApp): Promise<Held> {
  const { organizations, employees, above, top } = await readTree(service)
  const { rows } = await sql<{ id: string; permissions: string[]; below: boolean; at: number[] }>`
    SELECT manager.technical_id AS id, role.permissions, profile.include_below AS below, ARRAY(
      SELECT organization_key FROM profile_organizations named WHERE named.client_id = 'acme'
        AND named.user_key = manager.key AND named.position = profile.position) AS at
    FROM users manager LEFT JOIN profiles profile ON profile.client_id = 'acme' AND profile.user_key = manager.key
    LEFT JOIN roles role ON role.client_id = 'acme' AND role.code = profile.role
    WHERE manager.client_id = 'acme'`.execute(service.db)
  const topKey = organizations.find(({ code }) => code === top)?.key
  const held: Held = new Map(rows.map(({ id }) => [id, new Set<string>()]))
  for (const { id, permissions: given, below, at } of rows) {
    if (given === null) continue
    const isWide = topKey === undefined || (below && at.includes(topKey))
    const reaches = (key: number) => isWide || at.some((one) => (below ? above(key).includes(one) : one === key))
    const targets = [
      ...organizations.filter(({ key }) => reaches(key)).map(({ code }) => code),
      ...employees.filter((one) => isWide || one.at.some(reaches)).map((one) => one.technical_id),
      ...(isWide ? ['client'] : []),
    ]
    for (const pair of pairsOf(given, targets)) held.get(id)?.add(pair)
  }
  return held
}

/** Found by the code that answers calls: `perimeterOf` and the permissions of sessions. */
export async function holdByService(service: TestApp, managers: Iterable<string>): Promise<Held> {
  const { rows } = await sql<{ id: string; ancestors: number[] }>`
    SELECT code AS id, ancestors FROM organizations WHERE client_id = 'acme'
    UNION ALL SELECT technical_id, ancestors FROM employees WHERE client_id = 'acme'`.execute(service.db)
  const find = async (manager: string): Promise<[string, Set<string>]> => {
    const wide = (await listHeldPermissions(service.db, { client_id: 'acme', technical_id: manager })).flatMap((one) =>
      one.is_client_wide ? one.permissions : [],
    )
    const pairs = pairsOf(wide, ['client', ...rows.map(({ id }) => id)])
    const local = [...ATOMS, '*'].map(async (atom) => {
      // Only `*` covers a permission that no role names.
      const permission = (atom === '*' ? 'other:read' : atom) as Permission
      const { organizationKeys } = await perimeterOf(service.db, acme.client, {
        technicalId: manager,
        permission,
      })
      const within = rows.filter((row) => row.ancestors.some((key) => organizationKeys.includes(key)))
      return within.map(({ id }) => `${atom}@${id}`)
    })
    return [manager, new Set([...pairs, ...(await Promise.all(local)).flat()])]
  }
  return new Map(await Promise.all(Array.from(managers, find)))
}

/** Each permission at each target; a wildcard counts as what it stands for. */
export function pairsOf(given: readonly string[], targets: readonly string[]): string[] {
  const atoms = [...ATOMS, '*'].filter((atom) => {
    return given.includes('*') || given.includes(atom) || given.includes(`${atom.split(':')[0]}:*`)
  })
  return targets.flatMap((target) => atoms.map((atom) => `${atom}@${target}`))
}

/** A code that was not used before, for what X creates. */
export const fresh = () => unique('made')
