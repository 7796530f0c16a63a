import { rememberRevoked } from '#platform/db/revocations.ts'
import type { Work } from '#platform/db/work.ts'
import { emit } from '#platform/events/define-event.ts'
import { notFound } from '#platform/problem.ts'
import { type AccountOwner, deleteAccountRow, lockAccount } from './account-queries.ts'
import { accountDeleted } from './events.ts'
import { endLinkOf } from './log-ins/account-links.ts'
import { presentAccount } from './present.ts'
import { refuseUnlessHolds } from './refuse-unless-holds.ts'
import { accountId, LOG_IN } from './revoked.ts'

export async function deleteAccount(work: Work, owner: AccountOwner): Promise<void> {
  const row = await lockAccount(work.tx, work.client, owner)
  if (!row) throw notFound('account', `${owner.scope}:${owner.technicalId}`)
  // A log-in that is made anew starts with the contact address: to delete one that was used is to choose its address.
  if (row.password_hash !== null || row.last_login_at) await refuseUnlessHolds(work.tx, work, owner)
  await endLinkOf(work, owner)
  await deleteAccountRow(work.tx, work.client, owner)
  await rememberRevoked(work, LOG_IN, [accountId(owner)])
  emit(work, accountDeleted, presentAccount({ ...row, linked_to: null }))
}
