import type { Client } from '#kernel/work.ts'
import type { Auth } from '#modules/auth/auth.ts'
import type { Subject } from '#modules/auth/guard/login-guard.ts'
import { accountKey, triesOf } from '#modules/auth/guard/subjects.ts'
import { type AccountOwner, findAccount, type Scope } from '#modules/directory/index.ts'
import { hashPassword, isPassword } from '#platform/crypto/password.ts'
import { canonicalEmail } from '#platform/net/email.ts'
import { invalid } from '#platform/problem.ts'
import { findByAddress } from './queries.ts'

/** The other log-in that a person claims to own, at the client of their session. */
export type Claim = { client: Client; asker: AccountOwner; scope: Scope; email: string; address: string }

/** An unknown log-in takes as long as a known one, so that the time reveals nothing. */
let placeholderHash: Promise<string> | undefined

/** Whose password it is. Unknown addresses, log-ins that are switched off and wrong passwords are refused alike. */
export async function provePassword(auth: Auth, claim: Claim, password: string): Promise<AccountOwner> {
  const { client, asker, scope, email, address } = claim
  const canonical = canonicalEmail(email)
  const [found] =
    canonical === undefined
      ? []
      : await findByAddress(auth.db, { client_id: client.id, scope, canonical_email: canonical })
  const other = found && { scope, technicalId: found.technical_id }
  const tried = other ? accountKey(client.id, other) : `unknown ${client.id} ${canonical ?? email}`
  const byAsker: Subject = { kind: 'pair', id: `link ${accountKey(client.id, asker)}` }
  const proven = await auth.guard.attempt(address, [byAsker, ...triesOf(address, [tried])], async () => {
    placeholderHash ??= hashPassword('nobody')
    const isRight = await isPassword(password, found?.password_hash ?? (await placeholderHash))
    return found?.password_hash && isRight ? other : undefined
  })
  if (proven) return proven
  throw invalid('password', 'wrong_credentials', 'The e-mail address or password is incorrect.')
}

type CurrentPassword = { client: Client; owner: AccountOwner; password: string | undefined; address: string }

/** Makes sure that it is the person who is at the keyboard. Those who have no password have only their session. */
export async function proveCurrentPassword(
  auth: Auth,
  { client, owner, password, address }: CurrentPassword,
): Promise<void> {
  const account = await findAccount(auth.db, client, owner)
  const hash = account?.password_hash
  if (!hash) return
  if (password === undefined) throw invalid('password', 'required', 'Enter your password.')
  const tries = triesOf(address, [accountKey(client.id, owner)])
  const isRight = await auth.guard.attempt(address, tries, async () => (await isPassword(password, hash)) || undefined)
  if (!isRight) throw invalid('password', 'wrong_password', 'The password is incorrect.')
}
