import { resourceRoutes } from '#kernel/resources/resource-routes.ts'
import type { Work } from '#kernel/work.ts'
import { deleteLinkOf } from '#modules/auth/passwords/queries.ts'
import { closeSessionsOf } from '#modules/auth/sessions/open-session.ts'
import { type AccountOwner, accounts, findAccount, parseAccountId } from '#modules/directory/index.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Routes } from '#platform/http/routes.ts'
import { deleteChangeOf } from './queries.ts'

/** Log-ins as administrators and applications change them: who is logged in by what has changed, no longer is. */
export function accountResourceRoutes(deps: { db: Db; cursors: Cursors }): Routes {
  return (v2) =>
    resourceRoutes(v2, deps, {
      ...accounts,
      putOne: (work, id, input) => endAccessIfChanged(work, parseAccountId(id), () => accounts.putOne(work, id, input)),
      patchOne: (work, id, input) =>
        endAccessIfChanged(work, parseAccountId(id), () => accounts.patchOne(work, id, input)),
    })
}

/** Switches a log-in on or off, as the resource does. */
export async function setLogInActive(work: Work, id: string, is_active: boolean): Promise<void> {
  await endAccessIfChanged(work, parseAccountId(id), () => accounts.patchOne(work, id, { is_active }))
}

async function endAccessIfChanged<T>(work: Work, owner: AccountOwner, change: () => Promise<T>): Promise<T> {
  const before = await findAccount(work.tx, work.client, owner)
  const changed = await change()
  const after = await findAccount(work.tx, work.client, owner)
  if (!before || !after) return changed
  const isMoved = before.email !== after.email
  if (isMoved || before.password_hash !== after.password_hash || !after.is_active) {
    await endAccess(work, owner)
  }
  return changed
}

/** Ends every session of a log-in, and every link that was mailed for it. */
export async function endAccess(work: Work, owner: AccountOwner): Promise<void> {
  await closeSessionsOf(work, owner)
  await deleteLinkOf(work.tx, { client_id: work.client.id, scope: owner.scope, technical_id: owner.technicalId })
  await deleteChangeOf(work.tx, { client_id: work.client.id, scope: owner.scope, technical_id: owner.technicalId })
}
