import type { JobContext } from '#kernel/jobs.ts'
import { type Actor, type Caller, systemActor, type Work } from '#kernel/work.ts'
import type { Auth } from '#modules/auth/auth.ts'
import {
  type AccountOwner,
  findAccount,
  patchAccount,
  refuseTakenAddress,
  type Scope,
} from '#modules/directory/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { newSecretFor, tenantNamedIn } from '#platform/crypto/tenant-secret.ts'
import { enqueue, jobName } from '#platform/jobs/define-job.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { canonicalEmail } from '#platform/net/email.ts'
import { invalid, Problem } from '#platform/problem.ts'
import { endAccess } from './account-resource.ts'
import { confirmationMail } from './confirmation-mail.ts'
import {
  confirmToken,
  type EmailChange,
  findByToken,
  findChangeOf,
  putChange,
  putNewToken,
  putOldToken,
} from './queries.ts'

const CONFIRM_SECONDS = 24 * 3600

/** A mail of two: to the address that the log-in has, or to the one that it is to have. */
export type ConfirmationJobData = { client_id: string; scope: Scope; technical_id: string; which: 'old' | 'new' }

export const MAIL_CONFIRMATION = jobName<ConfirmationJobData>('auth.mail-email-confirmation')

/**
 * Asks for another log-in address. It counts once the links in both mails were used, in any order. Whether another log-in
 * has the new address is told only to those who read its mail.
 */
export async function requestEmailChange(work: Work, owner: AccountOwner, email: string): Promise<void> {
  const account = await findAccount(work.tx, work.client, owner)
  const old = account?.email
  const canonical = old ? canonicalEmail(old) : undefined
  if (!old || canonical === undefined) {
    throw invalid('email', 'no_address', 'This log-in has no address to confirm the change from; ask an administrator.')
  }
  if (canonicalEmail(email) === undefined)
    throw invalid('email', 'invalid_email', 'This is not a valid e-mail address.')
  const expiresAt = new Date(work.now.getTime() + CONFIRM_SECONDS * 1000)
  const { scope, technicalId: technical_id } = owner
  await putChange(work.tx, {
    client_id: work.client.id,
    scope,
    technical_id,
    email,
    old_canonical_email: canonical,
    expires_at: expiresAt,
  })
  for (const which of ['old', 'new'] as const) {
    enqueue(work, MAIL_CONFIRMATION, { client_id: work.client.id, scope, technical_id, which })
  }
}

type Making = Pick<JobContext, 'db' | 'doWork' | 'clock' | 'keyring' | 'publicUrl'>

/** Makes the token of one of the two addresses, and the mail with it; none when the change is over or confirmed there. */
export async function createConfirmation(context: Making, order: ConfirmationJobData): Promise<Mail | undefined> {
  const { client_id, scope, technical_id, which } = order
  const { keyring, doWork, publicUrl } = context
  const [change] = await findChangeOf(context.db, { client_id, scope, technical_id, now: context.clock.now() })
  if (!change) return undefined
  const token = newSecretFor({ id: client_id })
  const put = which === 'old' ? putOldToken : putNewToken
  const stored = await doWork(callerFor(change), ({ tx }) =>
    put(tx, { client_id, scope, technical_id, token_hash: hashOf(keyring, token), email: change.email }),
  )
  if (stored.length === 0) return undefined
  const to = which === 'old' ? change.old_email : change.email
  return confirmationMail(which, { ...change, to, url: `${publicUrl}/login/address/${token}` })
}

/** What a mailed token is for. */
export async function getEmailChange(auth: Auth, token: string): Promise<EmailChange & { is_old: boolean }> {
  const token_hash = hashOf(auth.keyring, token)
  const [change] = await findByToken(auth.db, { tenant: tenantNamedIn(token), token_hash, now: auth.clock.now() })
  if (!change) throw new Problem('not_found', 'link_expired', 'This link has already been used or has expired.')
  return change
}

/** Confirms for one of the two addresses. With the second of them the address changes, and every session ends. */
export async function confirmEmailChange(auth: Auth, token: string): Promise<{ is_changed: boolean }> {
  const change = await getEmailChange(auth, token)
  const owner = { scope: change.scope, technicalId: change.technical_id }
  return auth.doWork(callerFor(change), async (work) => {
    const [confirmed] = await confirmToken(work.tx, {
      client_id: work.client.id,
      token_hash: hashOf(auth.keyring, token),
      now: work.now,
    })
    if (!confirmed) throw new Problem('not_found', 'link_expired', 'This link has already been used or has expired.')
    if (confirmed.new_confirmed_at) await refuseTakenAddress(work, owner, change.email)
    if (!confirmed.old_confirmed_at || !confirmed.new_confirmed_at) return { is_changed: false }
    await patchAccount(work, owner, { email: change.email })
    await endAccess(work, owner)
    return { is_changed: true }
  })
}

/** Those who confirm act for the person whose log-in it is. */
function callerFor({ client_id, languages, scope, technical_id, first_name, last_name }: EmailChange): Caller {
  const actor: Actor = {
    type: scope === 'manager' ? 'user' : 'employee',
    id: technical_id,
    name: `${first_name} ${last_name}`.trim() || systemActor.name,
  }
  return { client: { id: client_id, languages }, actor }
}

function hashOf(keyring: Keyring, token: string): Buffer {
  return keyring.fingerprint(`log-in address ${token}`)
}
