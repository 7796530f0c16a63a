import { missingOf } from '#kernel/access/permission.ts'
import type { AccountOwner } from '#modules/directory/accounts/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { Problem } from '#platform/problem.ts'
import {
  clientWidePermissions,
  type Grant,
  type Holder,
  listHeldGrants,
  listManagerGrants,
  listMissing,
  type MissingPermission,
  missingClientWide,
} from './held-grants.ts'

/**
 * Refuses an actor who does not hold everything that a person holds, and who could become that person by what follows:
 * by changing the log-in, its address, its password or its links. An employee's log-in opens a vault, which no permission
 * covers: that takes everything.
 */
export async function refuseUnlessHolds(db: Db, holder: Holder, target: AccountOwner): Promise<void> {
  if (isSelf(holder, target)) return
  if (target.scope === 'employee') return refuseUnlessClientWide(db, holder, ['*'])
  await refuseUnlessHoldsGrants(db, holder, () => listManagerGrants(db, holder.client, target.technicalId))
}

/** Refuses an actor who does not hold these permissions for the whole client. */
export async function refuseUnlessClientWide(db: Db, holder: Holder, permissions: readonly string[]): Promise<void> {
  const held = await listHeldGrants(db, holder)
  refuseMissing(holder, missingClientWide(missingOf(clientWidePermissions(held), permissions)))
}

/** Refuses an actor who does not hold all of these permissions where they count; they are only looked up if needed. */
export async function refuseUnlessHoldsGrants(
  db: Db,
  holder: Holder,
  findGrants: () => Promise<readonly Grant[]>,
): Promise<void> {
  const held = await listHeldGrants(db, holder)
  if (clientWidePermissions(held).includes('*')) return
  refuseMissing(holder, await listMissing(db, holder.client, held, await findGrants()))
}

export function isSelf({ actor }: Holder, { scope, technicalId }: AccountOwner): boolean {
  const type = scope === 'manager' ? 'user' : 'employee'
  return actor.type === type && actor.id === technicalId
}

const MAX_NAMED = 10

/** The one refusal of what would give more than the actor holds; it names what is missing. */
export function refuseMissing({ actor }: Holder, lacking: readonly MissingPermission[]): void {
  if (lacking.length === 0) return
  const all = [...new Set(lacking.map(({ permission, where }) => `${permission} ${where}`))]
  const named = all.slice(0, MAX_NAMED).join(', ')
  const rest = all.length > MAX_NAMED ? ` and ${all.length - MAX_NAMED} more` : ''
  const subject = actor.type === 'application' ? 'This application does not hold' : 'You do not hold'
  throw new Problem('forbidden', 'beyond_own_permissions', `${subject} ${named}${rest}.`)
}
