import { type AccountOwner, findAccount, patchAccount } from '#modules/directory/index.ts'
import type { Client, Work } from '#platform/db/work.ts'
import { isPassword } from '#platform/password.ts'
import { invalid } from '#platform/problem.ts'
import type { Auth } from './auth.ts'
import type { Subject } from './login-guard.ts'
import { deleteLinkOf } from './password-link-queries.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'
import { deleteOtherSessions } from './session-queries.ts'

type Given = { client: Client; owner: AccountOwner; current: string; address: string }

/** Makes sure that it is the person who is at the keyboard: guesses are slowed as they are at the log-in. */
export async function checkCurrentPassword(auth: Auth, { client, owner, current, address }: Given): Promise<void> {
  const account = await findAccount(auth.db, client, owner)
  const subjects: Subject[] = [
    { kind: 'address', id: address },
    { kind: 'account', id: account?.email?.toLowerCase() ?? `${client.id} ${owner.scope} ${owner.technicalId}` },
  ]
  await auth.guard.refuseIfBlocked(subjects)
  if (!account?.password_hash) {
    throw invalid('current', 'no_password', 'You have no password yet. Ask for a link on the log-in page.')
  }
  if (await isPassword(current, account.password_hash)) return
  await auth.guard.recordFailure(subjects)
  throw invalid('current', 'wrong_password', 'This is not your password.')
}

type Change = { owner: AccountOwner; email: string | null; password: string; sessionHash: Buffer }

/** Sets a new password and ends every session but the one that it is set in. */
export async function changePassword(work: Work, { owner, email, password, sessionHash }: Change): Promise<void> {
  refuseWeakPassword(password, email)
  await patchAccount(work, owner, { password })
  await deleteLinkOf(work.tx, work.client.id, owner.scope, owner.technicalId)
  await deleteOtherSessions(work.tx, work.client.id, owner.scope, owner.technicalId, sessionHash)
}
