import type { Work } from '#platform/db/work.ts'
import { emit } from '#platform/events/define-event.ts'
import { type AccountOwner, type AccountRow, markLogIn } from './account-queries.ts'
import { accountLoggedIn } from './events.ts'
import { presentAccount } from './present.ts'

/** Writes down that a person logged in, and tells of it. */
export async function recordLogIn(work: Work, owner: AccountOwner, account: AccountRow): Promise<void> {
  await markLogIn(work.tx, work.client, owner, work.now)
  emit(work, accountLoggedIn, presentAccount({ ...account, last_login_at: work.now }))
}
