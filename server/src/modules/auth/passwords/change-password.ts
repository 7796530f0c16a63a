import type { Client, Work } from '#kernel/work.ts'
import type { Auth } from '#modules/auth/auth.ts'
import { accountKey, triesOf } from '#modules/auth/guard/subjects.ts'
import { replaceSessions } from '#modules/auth/sessions/open-session.ts'
import { type AccountOwner, findAccount, patchAccount } from '#modules/directory/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { isPassword } from '#platform/crypto/password.ts'
import { invalid } from '#platform/problem.ts'
import { deleteLinkOf } from './queries.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

type Given = { client: Client; owner: AccountOwner; current: string; address: string }

/** Makes sure that it is the person who is at the keyboard: guesses are slowed as they are at the log-in. */
export async function checkCurrentPassword(auth: Auth, { client, owner, current, address }: Given): Promise<void> {
  const account = await findAccount(auth.db, client, owner)
  const hash = account?.password_hash
  if (!hash)
    throw invalid('current', 'no_password', 'You do not have a password yet. Request a link on the log-in page.')
  const tries = triesOf(address, [accountKey(client.id, owner)])
  const isRight = await auth.guard.attempt(address, tries, async () => (await isPassword(current, hash)) || undefined)
  if (!isRight) throw invalid('current', 'wrong_password', 'The password is incorrect.')
}

type Change = { owner: AccountOwner; email: string | null; password: string }

/** Sets a new password and ends every session; the answer is the secret of the one that the person goes on in. */
export async function changePassword(
  work: Work,
  { owner, email, password }: Change,
  keyring: Keyring,
): Promise<string> {
  refuseWeakPassword(password, email)
  await patchAccount(work, owner, { password })
  await deleteLinkOf(work.tx, { client_id: work.client.id, scope: owner.scope, technical_id: owner.technicalId })
  return replaceSessions(work, owner, keyring)
}
