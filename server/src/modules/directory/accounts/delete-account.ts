import { emit } from '#kernel/events/define-event.ts'
import { rememberRevoked } from '#kernel/resources/revocations.ts'
import type { Work } from '#kernel/work.ts'
import { endLinkOf } from '#modules/directory/account-links/link-accounts.ts'
import { accountDeleted } from '#modules/directory/events.ts'
import { refuseUnlessHolds } from '#modules/directory/grants/refuse-unless-holds.ts'
import { presentAccount } from '#modules/directory/present.ts'
import { accountId, LOG_IN } from '#modules/directory/revocation-kinds.ts'
import { notFound } from '#platform/problem.ts'
import { type AccountOwner, deleteAccountRow, lockAccount } from './queries.ts'

export async function deleteAccount(work: Work, owner: AccountOwner): Promise<void> {
  const row = await lockAccount(work.tx, work.client, owner)
  if (!row) throw notFound('account', `${owner.scope}:${owner.technicalId}`)
  // The next log-in starts with the contact address, so deleting a used one would let the caller choose its address.
  if (row.password_hash !== null || row.last_login_at) await refuseUnlessHolds(work.tx, work, owner)
  await endLinkOf(work, owner)
  await deleteAccountRow(work.tx, work.client, owner)
  await rememberRevoked(work, LOG_IN, [accountId(owner)])
  emit(work, accountDeleted, presentAccount({ ...row, linked_to: null }))
}
