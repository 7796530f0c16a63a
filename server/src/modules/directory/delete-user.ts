import type { Work } from '#platform/db/work.ts'
import { emit } from '#platform/events/define-event.ts'
import { notFound } from '#platform/problem.ts'
import { findAccount } from './account-queries.ts'
import { deleteAccount } from './delete-account.ts'
import { userDeleted } from './events.ts'
import { presentUser } from './present.ts'
import { deleteUserRow, lockUser } from './user-queries.ts'

/** Deletes a manager with the log-in. */
export async function deleteUser(work: Work, technicalId: string): Promise<void> {
  const user = await lockUser(work.tx, work.client, technicalId)
  if (!user) throw notFound('user', technicalId)
  const account = { scope: 'manager', technicalId } as const
  if (await findAccount(work.tx, work.client, account)) await deleteAccount(work, account)
  await deleteUserRow(work.tx, work.client, user.key)
  emit(work, userDeleted, presentUser(user))
}
