import { missingOf } from '#kernel/access/permission.ts'
import type { Client, Work } from '#kernel/work.ts'
import type { OrganizationRow } from '#modules/directory/organizations/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import {
  clientWidePermissions,
  GRANT,
  type Grant,
  grantsAt,
  type HeldGrant,
  type HeldGrants,
  listHeldGrants,
  missingClientWide,
  missingIn,
  permissionsIn,
  topOrganization,
} from './held-grants.ts'
import { refuseMissing } from './refuse-unless-holds.ts'

/** What an actor held before a change of the tree, and which organization stood for the whole client. */
export type TreeBefore = { held: HeldGrants; top: number | undefined }

/** Taken before the tree changes; nothing when the actor holds everything, and may therefore change it as they like. */
export async function rememberTree(work: Work): Promise<TreeBefore | undefined> {
  const held = await listHeldGrants(work.tx, work)
  if (clientWidePermissions(held).includes('*')) return undefined
  return { held, top: await findTop(work.tx, work.client) }
}

/**
 * Refuses a move by which a manager gains a permission that the actor does not hold in the moved organization: profiles
 * at its new ancestors, with all below, cover it from then on.
 */
export async function refuseOrganizationMove(
  work: Work,
  { held, top }: TreeBefore,
  moved: OrganizationRow,
  newAncestors: readonly number[],
): Promise<void> {
  const gaining = newAncestors.filter((key) => !moved.ancestors.includes(key))
  if (gaining.length === 0) return
  const rows = await listProfilesAt(work.tx, { client_id: work.client.id, organization_keys: gaining })
  const covering = grantsAt(held, moved.ancestors, moved.key)
  const lacking = [...Map.groupBy(rows, ({ user_key }) => user_key).values()].flatMap((profiles) => {
    const before = grantsAt(
      profiles.map((one) => ({ ...one, is_client_wide: covers(one, top) })),
      moved.ancestors,
      moved.key,
    )
    const after = profiles.filter(({ organization_keys }) => organization_keys.some((key) => gaining.includes(key)))
    return after.flatMap(({ permissions, restrictions }) => {
      const gained = missingOf(permissionsIn(before, restrictions), permissions)
      return missingIn(moved.code, missingOf(permissionsIn(covering, restrictions), gained), covering, restrictions)
    })
  })
  refuseMissing(work, lacking)
}

/**
 * Refuses a change after which another organization stands for the whole client, unless the actor holds everything that
 * profiles give at the old or the new one: their managers lose or gain it for the whole client.
 */
export async function refuseOtherTop(work: Work, { held, top }: TreeBefore): Promise<void> {
  const after = await findTop(work.tx, work.client)
  if (after === top || top === undefined) return
  const rows = await listProfilesOf(work.tx, {
    client_id: work.client.id,
    organization_keys: [top, after ?? 0],
    are_all: after === undefined,
  })
  const lacking = rows.flatMap(({ permissions, restrictions }) =>
    missingOf(clientWidePermissions(held, restrictions), permissions),
  )
  refuseMissing(work, missingClientWide(lacking))
}

/** Without any organization, every profile counts for the whole client. */
function covers({ organization_keys }: Grant, top: number | undefined): boolean {
  return top === undefined || organization_keys.includes(top)
}

const findTopKey = statement<{ key: number }, { client_id: string }>(topOrganization('$client_id'))

async function findTop(db: Db, client: Client): Promise<number | undefined> {
  return (await findTopKey(db, { client_id: client.id }))[0]?.key
}

type ProfileRow = HeldGrant & { user_key: string }

const PROFILES = `
  SELECT profile.user_key, ${GRANT} FROM profiles profile
  JOIN roles role ON role.client_id = profile.client_id AND role.code = profile.role
  WHERE profile.client_id = $client_id`

/** All profiles of the managers who have one at these organizations. */
const listProfilesAt = statement<ProfileRow, { client_id: string; organization_keys: readonly number[] }>(`${PROFILES}
  AND profile.user_key IN (
    SELECT user_key FROM profile_organizations WHERE client_id = $client_id AND organization_key = ANY ($organization_keys))`)

/** The profiles that cover one of these organizations with all below it, or all profiles. */
const listProfilesOf = statement<
  ProfileRow,
  { client_id: string; organization_keys: readonly number[]; are_all: boolean }
>(`${PROFILES}
  AND (profile.organization_keys && $organization_keys::integer[] OR $are_all)`)
