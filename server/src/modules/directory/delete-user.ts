import { rememberRevoked } from '#platform/db/revocations.ts'
import type { Work } from '#platform/db/work.ts'
import { emit } from '#platform/events/define-event.ts'
import { conflict, notFound } from '#platform/problem.ts'
import { findAccount } from './account-queries.ts'
import { deleteAccount } from './delete-account.ts'
import { holdDirectory } from './directory-lock.ts'
import { userDeleted } from './events.ts'
import { presentUser } from './present.ts'
import { isSelf, refuseUnlessHolds } from './refuse-unless-holds.ts'
import { accountId, LOG_IN } from './revoked.ts'
import { deleteUserRow, lockUser } from './user-queries.ts'

/** Deletes a manager with the log-in. */
export async function deleteUser(work: Work, technicalId: string): Promise<void> {
  await holdDirectory(work)
  const user = await lockUser(work.tx, work.client, technicalId)
  if (!user) throw notFound('user', technicalId)
  const account = { scope: 'manager', technicalId } as const
  if (isSelf(work, account)) throw conflict('own_log_in', 'Somebody else has to delete you.')
  await refuseUnlessHolds(work.tx, work, account)
  if (await findAccount(work.tx, work.client, account)) await deleteAccount(work, account)
  await deleteUserRow(work.tx, work.client, user.key)
  // Also of one who had no log-in yet: a set-up file would bring the manager back, with one.
  await rememberRevoked(work, LOG_IN, [accountId(account)])
  emit(work, userDeleted, presentUser(user))
}
