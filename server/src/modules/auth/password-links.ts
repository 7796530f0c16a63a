import {
  type AccountOwner,
  findAccount,
  listAccountsByEmail,
  type MailAccount,
  patchAccount,
  putAccount,
  refuseLogInChange,
} from '#modules/directory/index.ts'
import { systemActor, type Work } from '#platform/db/work.ts'
import { canonicalEmail } from '#platform/http/email.ts'
import { enqueue, type JobContext, jobName } from '#platform/jobs/define-job.ts'
import { type Keyring, newSecret } from '#platform/keyring.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { conflict, invalid, notFound, Problem } from '#platform/problem.ts'
import type { Auth } from './auth.ts'
import { closeSessionsOf, openSession } from './open-session.ts'
import { findLinkHolder, type LinkHolder, putLink, takeLink } from './password-link-queries.ts'
import { passwordMail } from './password-mail.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

const RESET_SECONDS = 3600
const FIRST_SECONDS = 7 * 24 * 3600

/** Whom to mail links to: all log-ins of an address, or the one of them that was invited. */
export type LinkOrder = { email: string; only?: { client_id: string; scope: string; technical_id: string } }

export const MAIL_LINKS = jobName<LinkOrder>('auth.mail-password-links')

/** What belongs to no client yet: whoever asks has said an address, and nothing is known of it. */
const ANY_CLIENT = { client: { id: '', languages: [] }, actor: systemActor }

/**
 * Has links mailed to whoever has this address. Everything that differs between somebody and nobody happens in a job, so
 * that neither the answer nor how long it takes tells which.
 */
export async function orderLinks(auth: Auth, { email, address }: { email: string; address: string }): Promise<void> {
  const subjects = [
    { kind: 'question' as const, id: `password link ${address}` },
    { kind: 'mailbox' as const, id: canonicalEmail(email) ?? email },
  ]
  await auth.guard.refuseIfBlocked(subjects)
  await auth.guard.recordFailure(subjects)
  await auth.doWork(ANY_CLIENT, async (work) => enqueue(work, MAIL_LINKS, { email }))
}

/** Invites a person, who gets a log-in if they have none, to choose their password. */
export async function invite(work: Work, owner: AccountOwner): Promise<{ email: string }> {
  await refuseLogInChange(work, owner)
  const account = (await findAccount(work.tx, work.client, owner)) ?? (await putAccount(work, owner, {})).item
  if (!account.is_active) throw conflict('account_inactive', 'This log-in was switched off.')
  const { email } = account
  if (email === null) throw invalid('email', 'required', 'This person has no e-mail address to write to.')
  const only = { client_id: work.client.id, scope: owner.scope, technical_id: owner.technicalId }
  enqueue(work, MAIL_LINKS, { email, only })
  return { email }
}

type Making = Pick<JobContext, 'db' | 'doWork' | 'keyring' | 'publicUrl'>

/** Makes the links that were ordered and the mail that holds them, with whose it is; none when there is nobody. */
export async function makeLinks(
  context: Making,
  { email, only }: LinkOrder,
): Promise<{ mail: Mail; clientId: string } | undefined> {
  const canonical = canonicalEmail(email)
  if (canonical === undefined) return undefined
  const accounts = (await listAccountsByEmail(context.db, canonical)).filter(
    (one) =>
      !only || (one.client_id === only.client_id && one.scope === only.scope && one.technical_id === only.technical_id),
  )
  const [first] = accounts
  if (!first) return undefined
  const links = []
  for (const account of accounts) {
    const { client_name, scope } = account
    links.push({
      client_name,
      scope,
      url: `${context.publicUrl}/password/${await makeLink(context, account, canonical)}`,
    })
  }
  // As the company wrote it, which is what is known to work.
  const recipient = { email: first.email, first_name: first.first_name, language: first.language }
  return { mail: passwordMail({ recipient, isFirst: accounts.every(isFirst), links }), clientId: first.client_id }
}

const isFirst = ({ password_hash }: MailAccount) => password_hash === null

async function makeLink({ doWork, keyring }: Making, account: MailAccount, canonical: string): Promise<string> {
  const token = newSecret()
  const { client_id, languages, scope, technical_id } = account
  await doWork({ client: { id: client_id, languages }, actor: systemActor }, async ({ tx, now }) => {
    const seconds = isFirst(account) ? FIRST_SECONDS : RESET_SECONDS
    const expiresAt = new Date(now.getTime() + seconds * 1000)
    await putLink(tx, client_id, scope, technical_id, canonical, keyring.fingerprint(token), expiresAt)
  })
  return token
}

/** Whose password this link sets. */
export async function getLinkHolder(auth: Auth, token: string): Promise<LinkHolder> {
  const [holder] = await findLinkHolder(auth.db, auth.keyring.fingerprint(token), auth.clock.now())
  if (!holder) throw new Problem('not_found', 'link_expired', 'This link was used already, or is too old.')
  return holder
}

type NewPassword = { holder: LinkHolder; token: string; password: string }

/** Sets the password that a link is for, ends all sessions and opens one; the answer is the secret of its cookie. */
export async function usePasswordLink(work: Work, input: NewPassword, keyring: Keyring): Promise<string> {
  const { holder, token, password } = input
  refuseWeakPassword(password, holder.email)
  const owner = { scope: holder.scope, technicalId: holder.technical_id }
  const taken = await takeLink(work.tx, work.client.id, keyring.fingerprint(token), work.now)
  if (taken.length === 0) throw notFound('link', 'like this any more')
  await patchAccount(work, owner, { password })
  await closeSessionsOf(work, owner)
  return openSession(work, owner, keyring)
}
