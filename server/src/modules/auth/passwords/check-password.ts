import { type Caller, systemActor } from '#kernel/work.ts'
import type { Auth } from '#modules/auth/auth.ts'
import { networkOf } from '#modules/auth/guard/network-of.ts'
import { accountKey, triesOf } from '#modules/auth/guard/subjects.ts'
import { recordRefused } from '#modules/auth/sessions/record-refused.ts'
import { type ClientName, findClientName } from '#modules/clients/index.ts'
import { listAccountsByEmail, type MailAccount } from '#modules/directory/index.ts'
import { hashPassword, isPassword } from '#platform/crypto/password.ts'
import { canonicalEmail } from '#platform/net/email.ts'
import { Problem } from '#platform/problem.ts'

/** The hash that a password is compared with when the address is unknown, so that it takes as long as for a known one. */
let placeholder: Promise<string> | undefined

/** `client`: the id of the client that the log-in names, if it names one. */
export type Given = { email: string; password: string; client: string | undefined; address: string }

/** What a password opened, at most one account of each kind; or, before any is tried, the clients to choose from. */
export type Checked = { opened: MailAccount[] } | { clients: ClientName[] }

/**
 * Checks an address and a password at one client. Where the address has log-ins at several clients and none is named, the
 * password is not tried at any of them: no client can slow or mislead the log-in at another.
 */
export async function checkPassword(auth: Auth, { email, password, client, address }: Given): Promise<Checked> {
  const canonical = canonicalEmail(email)
  const known = canonical === undefined ? [] : await listAccountsByEmail(auth.db, { canonical_email: canonical })
  const accounts = known.filter(
    (one) => one.password_hash !== null && (client === undefined || one.client_id === client),
  )
  const clients = clientsOf(accounts)
  if (clients.length > 1) {
    await auth.guard.count([{ kind: 'question', id: `clients ${networkOf(address)}` }])
    return { clients }
  }
  const keys = accounts.map((one) => accountKey(one.client_id, { scope: one.scope, technicalId: one.technical_id }))
  const tried = keys.length > 0 ? keys : [`unknown ${client ?? ''} ${canonical ?? email}`]
  const opened = await auth.guard.attempt(address, triesOf(address, tried), () => openedBy(password, accounts))
  if (opened) return { opened }
  await recordRefusals(auth, accounts, { client, address })
  throw new Problem('unauthenticated', 'wrong_credentials', 'The e-mail address or password is incorrect.')
}

/** In the trail of the client where the log-in is, or of the one that was named; without either it is nobody's. */
async function recordRefusals(
  auth: Auth,
  accounts: MailAccount[],
  { client, address }: Pick<Given, 'client' | 'address'>,
): Promise<void> {
  const callerAt = (id: string): Caller => ({ client: { id, languages: [] }, actor: systemActor, address })
  for (const { client_id, scope, technical_id } of accounts) {
    await recordRefused(auth, callerAt(client_id), { scope, technicalId: technical_id })
  }
  if (accounts.length > 0 || client === undefined || !(await findClientName(auth.db, client))) return
  await recordRefused(auth, callerAt(client))
}

async function openedBy(password: string, accounts: MailAccount[]): Promise<MailAccount[] | undefined> {
  const opened: MailAccount[] = []
  for (const account of accounts) {
    if (await isPassword(password, account.password_hash ?? '')) opened.push(account)
  }
  placeholder ??= hashPassword('placeholder')
  if (accounts.length === 0) await isPassword(password, await placeholder)
  return opened.length > 0 ? opened : undefined
}

function clientsOf(accounts: MailAccount[]): ClientName[] {
  return [...new Map(accounts.map((one) => [one.client_id, one.client_name]))].map(([id, name]) => ({ id, name }))
}
