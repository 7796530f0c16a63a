import type { JobContext } from '#kernel/jobs.ts'
import { systemActor, type Work } from '#kernel/work.ts'
import type { Auth } from '#modules/auth/auth.ts'
import { networkOf } from '#modules/auth/guard/network-of.ts'
import { closeSessionsOf, openSession } from '#modules/auth/sessions/open-session.ts'
import { listAccountsByEmail, type MailAccount, patchAccount, type Scope } from '#modules/directory/index.ts'
import type { EncryptionContext, Keyring } from '#platform/crypto/keyring.ts'
import { newSecretFor, tenantNamedIn } from '#platform/crypto/tenant-secret.ts'
import { enqueue, jobName } from '#platform/jobs/define-job.ts'
import type { EncryptedJobField } from '#platform/jobs/renew-job-texts.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { canonicalEmail } from '#platform/net/email.ts'
import { Problem } from '#platform/problem.ts'
import { passwordMail } from './password-mail.ts'
import { findLinkHolder, type LinkHolder, putLink, takeLink } from './queries.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

const LINK_EXPIRED = 'This link has already been used or has expired.'

const RESET_SECONDS = 3600
const FIRST_SECONDS = 7 * 24 * 3600

/** Whose links to mail: those of all log-ins of an address, of those at one client, or of one log-in. */
export type PasswordLinkJobData = {
  email: string
  client?: string
  only?: { client_id: string; scope: Scope; technical_id: string }
  /** The link that was made with the order, encrypted; without it, one is made for the mail. */
  encrypted_token?: string
}

export const MAIL_LINKS = jobName<PasswordLinkJobData>('auth.mail-password-links')

/** The links that wait to be mailed. */
export const encryptedLinks: EncryptedJobField = {
  job: MAIL_LINKS.name,
  field: 'encrypted_token',
  contextOf: ({ only }) => tokenContext(only as NonNullable<PasswordLinkJobData['only']>),
}

/** What belongs to no client yet: anyone who asks has said an address, and nothing is known of it. */
const ANY_CLIENT = { client: { id: '', languages: [] }, actor: systemActor }

/**
 * Mails links to every log-in with this address. Everything that differs between somebody and nobody happens in a job, so
 * that neither the answer nor how long it takes tells which.
 */
export async function requestPasswordLinks(
  auth: Auth,
  { email, client, address }: { email: string; client: string | undefined; address: string },
): Promise<void> {
  await auth.guard.count([
    { kind: 'mailbox', id: `${client ?? ''} ${canonicalEmail(email) ?? email}` },
    { kind: 'question', id: `password link ${networkOf(address)}` },
  ])
  const order = { email, ...(client === undefined ? {} : { client }) }
  await auth.doWork(ANY_CLIENT, async (work) => enqueue(work, MAIL_LINKS, order))
}

type Making = Pick<JobContext, 'db' | 'doWork' | 'clock' | 'keyring' | 'publicUrl'>

/**
 * Has the links of an order mailed, each by a job and in a mail of its own: nobody reads of another log-in in the mail for
 * one, and a mail that fails is tried again alone.
 */
export async function splitPasswordLinkJob(
  { db, doWork }: Making,
  { email, client }: PasswordLinkJobData,
): Promise<void> {
  const accounts = (await listAccountsOf(db, email)).filter((one) => client === undefined || one.client_id === client)
  if (accounts.length === 0) return
  await doWork(ANY_CLIENT, async (work) => {
    for (const { client_id, scope, technical_id } of accounts) {
      enqueue(work, MAIL_LINKS, { email, only: { client_id, scope, technical_id } })
    }
  })
}

/**
 * The mail with the link of one log-in, if the log-in still has the address. A link that was made with the order is mailed
 * as long as it works.
 */
export async function makeLinkMail(
  context: Making,
  { email, encrypted_token }: PasswordLinkJobData,
  only: NonNullable<PasswordLinkJobData['only']>,
): Promise<{ mail: Mail; clientId: string } | undefined> {
  const account = (await listAccountsOf(context.db, email)).find(
    (one) => one.client_id === only.client_id && one.scope === only.scope && one.technical_id === only.technical_id,
  )
  if (!account) return undefined
  const { client_id, client_name, scope, first_name, language } = account
  const token =
    encrypted_token === undefined
      ? await createPasswordLinkFor(context, account, canonicalEmail(email) ?? '')
      : await findToken(context, encrypted_token, only)
  if (token === undefined) return undefined
  const url = linkUrl(context.publicUrl, token)
  // To the address exactly as it is stored: another spelling of it may be another mailbox.
  const recipient = { email: account.email, first_name, language }
  return { mail: passwordMail({ recipient, isFirst: isFirst(account), client_name, scope, url }), clientId: client_id }
}

export function linkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/password/${token}`
}

/** The context in which the link of an order is encrypted. */
export function tokenContext({
  client_id,
  scope,
  technical_id,
}: NonNullable<PasswordLinkJobData['only']>): EncryptionContext {
  return { clientId: client_id, table: 'password_links', rowId: `${scope}:${technical_id}`, purpose: 'password link' }
}

async function findToken(
  { db, clock, keyring }: Making,
  encrypted: string,
  only: NonNullable<PasswordLinkJobData['only']>,
): Promise<string | undefined> {
  const token = keyring.decrypt(encrypted, tokenContext(only))
  const [holder] = await findLinkHolder(db, {
    tenant: tenantNamedIn(token),
    token_hash: keyring.fingerprint(token),
    now: clock.now(),
  })
  return holder && token
}

async function listAccountsOf(db: Making['db'], email: string): Promise<MailAccount[]> {
  const canonical = canonicalEmail(email)
  return canonical === undefined ? [] : listAccountsByEmail(db, { canonical_email: canonical })
}

const isFirst = ({ password_hash }: Pick<MailAccount, 'password_hash'>) => password_hash === null

async function createPasswordLinkFor(
  { doWork, keyring }: Making,
  account: MailAccount,
  canonical: string,
): Promise<string> {
  const { client_id, languages } = account
  return doWork({ client: { id: client_id, languages }, actor: systemActor }, (work) =>
    createPasswordLink(work, keyring, account, canonical),
  )
}

type LinkedAccount = Pick<MailAccount, 'scope' | 'technical_id' | 'password_hash'>

/** Makes the link of a log-in, in place of the one before; the answer is its secret. */
export async function createPasswordLink(
  { tx, client, now }: Work,
  keyring: Keyring,
  account: LinkedAccount,
  canonical: string,
): Promise<string> {
  const token = newSecretFor(client)
  const { scope, technical_id } = account
  const seconds = isFirst(account) ? FIRST_SECONDS : RESET_SECONDS
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  await putLink(tx, {
    client_id: client.id,
    scope,
    technical_id,
    canonical_email: canonical,
    token_hash: keyring.fingerprint(token),
    expires_at: expiresAt,
  })
  return token
}

/** Whose password this link sets. */
export async function getLinkHolder(auth: Auth, token: string): Promise<LinkHolder> {
  const { db, keyring, clock } = auth
  const token_hash = keyring.fingerprint(token)
  const [holder] = await findLinkHolder(db, { tenant: tenantNamedIn(token), token_hash, now: clock.now() })
  if (!holder) throw new Problem('not_found', 'link_expired', LINK_EXPIRED)
  return holder
}

type NewPassword = { holder: LinkHolder; token: string; password: string }

/** Sets the password that a link is for, ends all sessions and opens one; the answer is the secret of its cookie. */
export async function usePasswordLink(work: Work, input: NewPassword, keyring: Keyring): Promise<string> {
  const { holder, token, password } = input
  refuseWeakPassword(password, holder.email)
  const owner = { scope: holder.scope, technicalId: holder.technical_id }
  const taken = await takeLink(work.tx, {
    client_id: work.client.id,
    token_hash: keyring.fingerprint(token),
    now: work.now,
  })
  if (taken.length === 0) throw new Problem('not_found', 'not_found', LINK_EXPIRED)
  await patchAccount(work, owner, { password })
  await closeSessionsOf(work, owner)
  return openSession(work, owner, keyring)
}
