import { listAccountsByEmail, type MailAccount } from '#modules/directory/index.ts'
import { canonicalEmail } from '#platform/http/email.ts'
import { hashPassword, isPassword } from '#platform/password.ts'
import { Problem } from '#platform/problem.ts'
import type { Auth } from './auth.ts'
import type { Subject } from './login-guard.ts'

/** Nobody's password: a log-in that is not there takes as long as one that is. */
let nobodys: Promise<string> | undefined

/** A person has few log-ins with one password; whoever has more chooses by the first of them. */
const MOST_TRIED = 6

/** The accounts that an e-mail address and a password open; at least one, or it is refused. */
export async function checkPassword(
  auth: Auth,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<MailAccount[]> {
  const canonical = canonicalEmail(email)
  const subjects: Subject[] = [
    { kind: 'address', id: address },
    { kind: 'account', id: canonical ?? email },
  ]
  await auth.guard.refuseIfBlocked(subjects)
  const known = canonical === undefined ? [] : await listAccountsByEmail(auth.db, canonical)
  const accounts = known.filter((one) => one.password_hash !== null)
  const opened: MailAccount[] = []
  for (const account of accounts.slice(0, MOST_TRIED)) {
    if (await isPassword(password, account.password_hash ?? '')) opened.push(account)
  }
  if (opened.length > 0) return opened
  nobodys ??= hashPassword('nobody')
  if (accounts.length === 0) await isPassword(password, await nobodys)
  await auth.guard.recordFailure(subjects)
  throw new Problem('unauthenticated', 'wrong_credentials', 'The e-mail address or the password is wrong.')
}
