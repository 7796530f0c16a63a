import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#kernel/access/permission.ts'
import { issuedFor } from '#kernel/access/permission.ts'
import type { Client } from '#kernel/work.ts'
import { isClientWide } from '#modules/directory/grants/held-grants.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'
import { type AccessRestriction, allowsSql, type DocumentAttributes } from './access-restrictions.ts'

/**
 * Where a manager may do something: the organizations of the profiles whose role allows it, each as it stands in the
 * profile: its key when what lies below counts too, the negative key when not. It meets the `ancestors` of organizations
 * and employees, however many lie below it.
 */
export type Perimeter = { organizationKeys: number[] }

const PROFILES = `FROM users manager
  JOIN profiles profile ON profile.client_id = manager.client_id AND profile.user_key = manager.key
  JOIN roles role ON role.client_id = profile.client_id AND role.code = profile.role AND role.permissions && $permissions
  WHERE manager.client_id = $client_id AND manager.technical_id = $technical_id`

const findProfilePerimeters = lookup<
  { organization_keys: number[] },
  { client_id: string; technical_id: string; permissions: string[] }
>(`
  SELECT to_json(profile.organization_keys) AS organization_keys ${PROFILES}`)

const findProfilePerimetersForDocument = lookup<
  { organization_keys: number[] },
  { client_id: string; technical_id: string; permissions: string[]; document_type_id: number | null; filters: string }
>(`
  SELECT to_json(profile.organization_keys) AS organization_keys ${PROFILES}
    AND ${allowsSql('profile.access_restrictions', '$document_type_id::integer', '$filters::json')}`)

/** A permission that a manager holds, of a document when it is about one. */
type HeldPermission = { technicalId: string; permission: Permission; document?: DocumentAttributes | undefined }

/**
 * Where this manager may do what `permission` names; nowhere when the manager does not exist. With a document, only by
 * profiles whose access restrictions allow it.
 */
export async function perimeterOf(
  db: Db,
  client: Client,
  { technicalId, permission, document }: HeldPermission,
): Promise<Perimeter> {
  const needed = issuedFor(permission)
  const profiles = document
    ? await findProfilePerimetersForDocument(db, {
        client_id: client.id,
        technical_id: technicalId,
        permissions: needed,
        ...asParameters(document),
      })
    : await findProfilePerimeters(db, { client_id: client.id, technical_id: technicalId, permissions: needed })
  return union(profiles)
}

/** A document as the parameters of a statement. */
export function asParameters({ document_type_id, filters }: DocumentAttributes) {
  return { document_type_id, filters: JSON.stringify(filters) }
}

const union = (profiles: { organization_keys: number[] }[]): Perimeter => ({
  organizationKeys: [...new Set(profiles.flatMap(({ organization_keys }) => organization_keys))],
})

/** Profiles with the same access restrictions, which allow the same documents wherever they count. */
export type RestrictedPerimeter = {
  perimeter: Perimeter
  /** Whether they count for the whole client. */
  isClientWide: boolean
  restrictions: AccessRestriction[]
}

type ProfileRow = { organization_keys: number[]; access_restrictions: AccessRestriction[]; is_client_wide: boolean }

const listProfiles = lookup<ProfileRow, { client_id: string; technical_id: string; permissions: string[] }>(`
  SELECT to_json(profile.organization_keys) AS organization_keys, profile.access_restrictions,
    ${isClientWide('profile', '$client_id')} AS is_client_wide
  ${PROFILES}`)

/** Where this manager may do what `permission` names, and with which documents; profiles add up. */
export async function restrictedPerimetersOf(
  db: Db,
  client: Client,
  technicalId: string,
  permission: Permission,
): Promise<RestrictedPerimeter[]> {
  const rows = await listProfiles(db, {
    client_id: client.id,
    technical_id: technicalId,
    permissions: issuedFor(permission),
  })
  const alike = Map.groupBy(rows, (row) => JSON.stringify([row.is_client_wide, row.access_restrictions]))
  return [...alike.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { is_client_wide, access_restrictions } = first
    return [{ perimeter: union(group), isClientWide: is_client_wide, restrictions: access_restrictions }]
  })
}

/** From here on, looking a key up in a hash costs less than comparing it with each of the others. */
const MANY = 16

/**
 * Whether `ancestors`, a column of a list that is walked row by row, lies in a perimeter. Join an employee or an
 * organization to what the list is about and hand its `ancestors` over.
 */
export function perimeterCovers(perimeter: Perimeter, ancestors: RawBuilder<unknown>): RawBuilder<boolean> {
  if (perimeter.organizationKeys.length < MANY) return perimeterCoversIndexed(perimeter, ancestors)
  return sql`EXISTS (SELECT FROM unnest(${ancestors}) AS ancestor WHERE ancestor = ANY (${listOf(perimeter)}))`
}

/** The same for a search by the index of ancestors, which wants another form. */
export function perimeterCoversIndexed(perimeter: Perimeter, ancestors: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${ancestors} && ${listOf(perimeter)}`
}

/** Written as one text: with thousands of organizations, that is much of the time which a list takes. */
function listOf({ organizationKeys }: Perimeter): RawBuilder<unknown> {
  return sql`${`{${organizationKeys.join(',')}}`}::integer[]`
}

/** A perimeter of no more employees is looked up by their keys; one of more is met soon on a walk. */
const FEW = 8000

/** The keys of the employees in a perimeter, as a list of the database; nothing when there are many. */
export async function fewEmployeesInPerimeter(
  db: Db,
  client: Client,
  perimeter: Perimeter,
): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`${sql.raw(CUSTOM_PLAN)}
    SELECT key::text FROM employees employee WHERE client_id = ${client.id}
      AND ${perimeterCoversIndexed(perimeter, sql`employee.ancestors`)} LIMIT ${FEW + 1}`.execute(db)
  return rows.length > FEW ? undefined : `{${rows.map((row) => row.key).join(',')}}`
}

/** The keys of managers who hold `permission` for an employee or an organization with these ancestors. */
export function managersCovering(
  client: Client,
  ancestors: RawBuilder<unknown>,
  permission: Permission,
): RawBuilder<unknown> {
  return sql`
    SELECT profile.user_key FROM ${profilesCovering(client, ancestors)}
    JOIN roles role ON role.client_id = profile.client_id AND role.code = profile.role
      AND role.permissions && ${issuedFor(permission)}::text[]`
}

/** The same with a document there: only by profiles whose access restrictions allow a row of `document`. */
export function managersCoveringDocument(
  client: Client,
  ancestors: RawBuilder<unknown>,
  permission: Permission,
): RawBuilder<unknown> {
  const allowed = allowsSql('profile.access_restrictions', 'document.document_type_id', 'document.filters')
  return sql`${managersCovering(client, ancestors, permission)} WHERE ${sql.raw(allowed)}`
}

/** Managers, by their key, who have one of these roles for an employee or an organization with these ancestors. */
export function managersOfRolesCovering(
  client: Client,
  ancestors: RawBuilder<unknown>,
  roles: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`SELECT profile.user_key FROM ${profilesCovering(client, ancestors)} WHERE profile.role = ANY (${roles})`
}

function profilesCovering(client: Client, ancestors: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`unnest(${ancestors}) AS ancestor
    JOIN profile_organizations named ON named.client_id = ${client.id} AND named.organization_key = abs(ancestor)
    JOIN profiles profile ON profile.client_id = named.client_id AND profile.user_key = named.user_key
      AND profile.position = named.position AND profile.include_below = (ancestor > 0)`
}
