import type { FastifyRequest } from 'fastify'
import { callerOf } from '#kernel/access/caller.ts'
import { missingOf, type Permission } from '#kernel/access/permission.ts'
import type { Caller, Client } from '#kernel/work.ts'
import type { OrganizationWithAncestors } from '#modules/directory/organizations/queries.ts'
import {
  type AccessRestriction,
  includes,
  UNRESTRICTED_PERMISSIONS,
} from '#modules/directory/perimeter/access-restrictions.ts'
import { rolePermissionsOf } from '#modules/directory/roles/role-permission.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'

/** The actor of a call or a work, whose permissions limit what it may give to others. A `Work` is one. */
export type Holder = Caller

/** The holder behind a request, an application or a person with a session. */
export function holderOf(request: FastifyRequest): Holder {
  return callerOf(request)
}

/**
 * Permissions in organizations, as a profile has them: the key of an organization with those below, or the negative key
 * without; and the documents to which they are limited.
 */
export type Grant = {
  permissions: readonly string[]
  organization_keys: readonly number[]
  restrictions: readonly AccessRestriction[]
}

/**
 * A grant that a caller holds. `unrestricted` are the permissions that have nothing to do with documents, if it is
 * limited.
 */
export type HeldGrant = Grant & { unrestricted: readonly string[]; is_client_wide: boolean }

/** Everything that a holder may do. */
export type HeldGrants = readonly HeldGrant[]

/** The organization that stands for the whole client, as SQL: the oldest at the top. */
export const topOrganization = (client: string) => `
  SELECT top.key FROM organizations top WHERE top.client_id = ${client} AND top.parent_key IS NULL
  ORDER BY top.created_at, top.key LIMIT 1`

/** The condition that a profile counts for the whole client: it covers that organization, with all below. */
export const isClientWide = (profile: string, client: string) =>
  `${profile}.organization_keys @> ARRAY(${topOrganization(client)})`

/** The columns of a grant, over the tables `profile` and `role`. */
export const GRANT = `role.permissions, to_json(profile.organization_keys) AS organization_keys, profile.access_restrictions AS restrictions,
  ${UNRESTRICTED_PERMISSIONS} AS unrestricted, ${isClientWide('profile', '$client_id')} AS is_client_wide`

const listProfiles = lookup<HeldGrant, { client_id: string; technical_id: string }>(`
  SELECT ${GRANT} FROM users manager
  JOIN profiles profile ON profile.client_id = manager.client_id AND profile.user_key = manager.key
  JOIN roles role ON role.client_id = profile.client_id AND role.code = profile.role
  WHERE manager.client_id = $client_id AND manager.technical_id = $technical_id`)

/** What a holder may do at this moment. Operators, set-up files and jobs of the service may do everything. */
export async function listHeldGrants(db: Db, { client, actor, issued = [] }: Holder): Promise<HeldGrants> {
  if (actor.type === 'system') return [clientWideGrant(['*'])]
  if (actor.type === 'application') return [clientWideGrant(rolePermissionsOf(issued))]
  if (actor.type === 'employee') return []
  return listManagerGrants(db, client, actor.id ?? '')
}

function clientWideGrant(permissions: string[]): HeldGrant {
  return { permissions, unrestricted: permissions, organization_keys: [], restrictions: [], is_client_wide: true }
}

export function listManagerGrants(db: Db, client: Client, technicalId: string): Promise<HeldGrant[]> {
  return listProfiles(db, { client_id: client.id, technical_id: technicalId })
}

/** What some grants give for documents that these restrictions allow; without any, for all documents. */
export function permissionsIn(grants: HeldGrants, restrictions: readonly AccessRestriction[] = []): string[] {
  return grants.flatMap((one) => [...(includes(one.restrictions, restrictions) ? one.permissions : one.unrestricted)])
}

/** What is held for the whole client. */
export function clientWidePermissions(held: HeldGrants, restrictions?: readonly AccessRestriction[]): string[] {
  return permissionsIn(
    held.filter((one) => one.is_client_wide),
    restrictions,
  )
}

/** A missing permission, and where it is missing: `in FR-PAR`, `for the whole client`. */
export type MissingPermission = { permission: string; where: string }

/** Permissions that are lacking for the whole client. */
export function missingClientWide(permissions: readonly string[]): MissingPermission[] {
  return permissions.map((permission) => ({ permission, where: 'for the whole client' }))
}

/** Permissions that are lacking in an organization, for the documents that these restrictions allow. */
export function missingIn(
  organization: string,
  permissions: readonly string[],
  held: HeldGrants,
  restrictions: readonly AccessRestriction[],
): MissingPermission[] {
  return permissions.map((permission) => {
    const isLimited =
      missingOf(
        held.flatMap((one) => one.permissions),
        [permission],
      ).length === 0
    const where = `in ${organization}`
    if (!isLimited) return { permission, where }
    return { permission, where: `${where} ${restrictions.length > 0 ? 'for these documents' : 'for all documents'}` }
  })
}

/** What of these grants is not held, organization by organization. A grant without organizations counts for the client. */
export async function listMissing(
  db: Db,
  client: Client,
  held: HeldGrants,
  grants: readonly Grant[],
): Promise<MissingPermission[]> {
  const doubtful = grants.filter(
    ({ permissions, restrictions }) => missingOf(clientWidePermissions(held, restrictions), permissions).length > 0,
  )
  if (doubtful.length === 0) return []
  const keys = doubtful.flatMap(({ organization_keys }) => organization_keys.map(Math.abs))
  const organizations = new Map(
    (await findByKey(db, { client_id: client.id, keys: [...new Set(keys)] })).map((one) => [one.key, one]),
  )
  return doubtful.flatMap(({ permissions, organization_keys, restrictions }) => {
    if (organization_keys.length === 0)
      return missingClientWide(missingOf(clientWidePermissions(held, restrictions), permissions))
    return organization_keys.flatMap((key) => {
      const organization = organizations.get(Math.abs(key))
      if (!organization) return []
      const covering = grantsAt(held, organization.ancestors, key)
      return missingIn(
        organization.code,
        missingOf(permissionsIn(covering, restrictions), permissions),
        covering,
        restrictions,
      )
    })
  })
}

const findByKey = statement<OrganizationWithAncestors, { client_id: string; keys: number[] }>(`
  SELECT key, code, ancestors FROM organizations WHERE client_id = $client_id AND key = ANY ($keys) ORDER BY key`)

/** The grants that cover an organization with these ancestors, and those below it too where `key` is positive. */
export function grantsAt(held: HeldGrants, ancestors: readonly number[], key: number): HeldGrant[] {
  return grantsCovering(held, key > 0 ? ancestors.filter((one) => one !== -key) : ancestors)
}

/** The grants that cover an employee or an organization with these ancestors. */
export function grantsCovering(held: HeldGrants, ancestors: readonly number[]): HeldGrant[] {
  const covering = new Set(ancestors)
  return held.filter(
    ({ organization_keys, is_client_wide }) => is_client_wide || organization_keys.some((one) => covering.has(one)),
  )
}

/** Whether a manager holds a permission for the whole client. */
export async function holdsClientWide(
  db: Db,
  client: Client,
  technicalId: string,
  permission: Permission,
): Promise<boolean> {
  const held = await listManagerGrants(db, client, technicalId)
  return missingOf(clientWidePermissions(held), [permission]).length === 0
}
