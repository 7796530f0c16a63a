import { emit } from '#kernel/events/define-event.ts'
import { rememberRevoked } from '#kernel/resources/revocations.ts'
import type { Work } from '#kernel/work.ts'
import { deleteAccount } from '#modules/directory/accounts/delete-account.ts'
import { findAccount } from '#modules/directory/accounts/queries.ts'
import { lockDirectoryShared } from '#modules/directory/directory-lock.ts'
import { userDeleted } from '#modules/directory/events.ts'
import { isSelf, refuseUnlessHolds } from '#modules/directory/grants/refuse-unless-holds.ts'
import { presentUser } from '#modules/directory/present.ts'
import { accountId, LOG_IN } from '#modules/directory/revocation-kinds.ts'
import { conflict, notFound } from '#platform/problem.ts'
import { deleteUserRow, lockUser } from './queries.ts'
import { recordProfiles } from './record-profiles.ts'

/** Deletes a manager with the log-in. */
export async function deleteUser(work: Work, technicalId: string): Promise<void> {
  await lockDirectoryShared(work)
  const user = await lockUser(work.tx, work.client, technicalId)
  if (!user) throw notFound('user', technicalId)
  const account = { scope: 'manager', technicalId } as const
  if (isSelf(work, account)) throw conflict('own_log_in', 'You cannot delete yourself.')
  await refuseUnlessHolds(work.tx, work, account)
  if (await findAccount(work.tx, work.client, account)) await deleteAccount(work, account)
  await deleteUserRow(work.tx, work.client, user.key)
  // Also of one who had no log-in yet: a set-up file would bring the manager back, with one.
  await rememberRevoked(work, LOG_IN, [accountId(account)])
  emit(work, userDeleted, presentUser(user))
  if (user.profiles.length > 0) recordProfiles(work, { technicalId, before: user.profiles, after: [] })
}
