import type { FastifyRequest } from 'fastify'
import type { Db } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import type { Caller, Client } from '#platform/db/work.ts'
import { callerOf } from '#platform/http/caller.ts'
import { missingOf } from '#platform/permission.ts'
import type { PlacedOrganization } from './organization-queries.ts'
import { rolePermissionsOf } from './role-permission.ts'

/** The actor of a call or a work, whose permissions limit what it may give to others. A `Work` is one. */
export type Holder = Caller

/** The holder behind a request, an application or a person with a session. */
export function holderOf(request: FastifyRequest): Holder {
  return callerOf(request)
}

/** Permissions in organizations, as a profile has them: the key of an organization with those below, or the negative key without. */
export type Grant = { permissions: readonly string[]; places: readonly number[] }

/** Everything that a holder may do: for the whole client, and in the organizations of profiles. */
export type Holdings = { clientWide: readonly string[]; profiles: readonly Grant[] }

/** The organization that stands for the whole client, as SQL: the oldest at the top. */
export const topOrganization = (client: string) => `
  SELECT top.key FROM organizations top WHERE top.client_id = ${client} AND top.parent_key IS NULL
  ORDER BY top.created_at, top.key LIMIT 1`

/** The condition that a profile counts for the whole client: it covers that organization, with all below. */
export const isClientWide = (profile: string, client: string) =>
  `${profile}.places @> ARRAY(${topOrganization(client)})`

const listProfiles = lookup<Grant & { is_client_wide: boolean }, [string, string]>(`
  SELECT role.permissions, to_json(profile.places) AS places,
    ${isClientWide('profile', '$1')} AS is_client_wide
  FROM users manager
  JOIN profiles profile ON profile.client_id = manager.client_id AND profile.user_key = manager.key
  JOIN roles role ON role.client_id = profile.client_id AND role.code = profile.role
  WHERE manager.client_id = $1 AND manager.technical_id = $2`)

/** What a holder may do at this moment. Operators, set-up files and jobs of the service may do everything. */
export async function holdingsOf(db: Db, { client, actor, issued = [] }: Holder): Promise<Holdings> {
  if (actor.type === 'system') return { clientWide: ['*'], profiles: [] }
  if (actor.type === 'application') return { clientWide: rolePermissionsOf(issued), profiles: [] }
  if (actor.type === 'employee') return { clientWide: [], profiles: [] }
  return holdingsOfManager(db, client, actor.id ?? '')
}

export async function holdingsOfManager(db: Db, client: Client, technicalId: string): Promise<Holdings> {
  const profiles = await listProfiles(db, client.id, technicalId)
  return {
    clientWide: profiles.flatMap(({ permissions, is_client_wide }) => (is_client_wide ? permissions : [])),
    profiles: profiles.map(({ permissions, places }) => ({ permissions, places })),
  }
}

/** A permission that somebody lacks, and where: `in FR-PAR`, `for the whole client`. */
export type Lack = { permission: string; where: string }

/** Permissions that are lacking for the whole client. */
export function lackClientWide(permissions: readonly string[]): Lack[] {
  return permissions.map((permission) => ({ permission, where: 'for the whole client' }))
}

/** Permissions that are lacking in an organization. */
export function lackIn(organization: string, permissions: readonly string[]): Lack[] {
  return permissions.map((permission) => ({ permission, where: `in ${organization}` }))
}

/** What of these grants is not held, organization by organization. A grant without organizations counts for the client. */
export async function listLacking(db: Db, client: Client, held: Holdings, grants: readonly Grant[]): Promise<Lack[]> {
  const doubtful = grants.filter(({ permissions }) => missingOf(held.clientWide, permissions).length > 0)
  if (doubtful.length === 0) return []
  const keys = doubtful.flatMap(({ places }) => places.map(Math.abs))
  const organizations = new Map((await findByKey(db, client.id, [...new Set(keys)])).map((one) => [one.key, one]))
  return doubtful.flatMap(({ permissions, places }) => {
    if (places.length === 0) return lackClientWide(missingOf(held.clientWide, permissions))
    return places.flatMap((place) => {
      const organization = organizations.get(Math.abs(place))
      if (!organization) return []
      return lackIn(organization.code, missingOf(heldAt(held, organization.places, place), permissions))
    })
  })
}

const findByKey = statement<PlacedOrganization, [string, number[]]>(`
  SELECT key, code, places FROM organizations WHERE client_id = $1 AND key = ANY ($2) ORDER BY key`)

/** What is held in an organization that has these ancestors, and in those below it too where `place` is positive. */
export function heldAt(held: Holdings, ancestors: readonly number[], place: number): string[] {
  return heldWithin(held, place > 0 ? ancestors.filter((one) => one !== -place) : ancestors)
}

/** What is held over an employee or an organization that lies in these places. */
export function heldWithin({ clientWide, profiles }: Holdings, ancestors: readonly number[]): string[] {
  const covering = new Set(ancestors)
  const local = profiles.filter(({ places }) => places.some((one) => covering.has(one)))
  return [...clientWide, ...local.flatMap(({ permissions }) => permissions)]
}
