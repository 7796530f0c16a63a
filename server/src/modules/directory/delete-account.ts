import type { Work } from '#platform/db/work.ts'
import { emit } from '#platform/events/define-event.ts'
import { notFound } from '#platform/problem.ts'
import { type AccountOwner, deleteAccountRow, lockAccount } from './account-queries.ts'
import { accountDeleted } from './events.ts'
import { presentAccount } from './present.ts'

export async function deleteAccount(work: Work, owner: AccountOwner): Promise<void> {
  const row = await lockAccount(work.tx, work.client, owner)
  if (!row) throw notFound('account', `${owner.scope}:${owner.technicalId}`)
  await deleteAccountRow(work.tx, work.client, owner)
  emit(work, accountDeleted, presentAccount(row))
}
