import { randomInt } from 'node:crypto'
import type { JobContext } from '#kernel/jobs.ts'
import { type Client, systemActor, type Work } from '#kernel/work.ts'
import type { Auth } from '#modules/auth/auth.ts'
import { accountKey } from '#modules/auth/guard/subjects.ts'
import type { AccountOwner, Scope } from '#modules/directory/index.ts'
import { isSame, type Keyring } from '#platform/crypto/keyring.ts'
import { enqueue, jobName } from '#platform/jobs/define-job.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { canonicalEmail } from '#platform/net/email.ts'
import { invalid } from '#platform/problem.ts'
import { codeMail } from './code-mail.ts'
import type { Claim } from './prove-password.ts'
import { findByAddress, putCode, takeCode, tryCode } from './queries.ts'

const CODE_SECONDS = 10 * 60
const DIGITS = 6
const MAX_TRIES = 5

/** For which session a code is to be mailed, to which address; `session` is the hash under which it is stored. */
export type LinkCodeJobData = {
  client_id: string
  languages: readonly string[]
  session: string
  scope: Scope
  email: string
  asked_by: string
}

export const MAIL_LINK_CODE = jobName<LinkCodeJobData>('auth.mail-link-code')

/** Slows who asks for codes, and spares the mailbox. */
export async function countCodeRequest(auth: Auth, { client, asker, email }: Claim): Promise<void> {
  await auth.guard.count([
    { kind: 'mailbox', id: `link code ${accountKey(client.id, asker)}` },
    { kind: 'mailbox', id: canonicalEmail(email) ?? email },
  ])
}

/**
 * Has a code mailed to a log-in that has no password. Everything that differs between a log-in and none happens in a job,
 * so that neither the answer nor how long it takes tells which.
 */
export function requestLinkCode(work: Work, { client, scope, email, asker }: Claim, sessionHash: Buffer): void {
  enqueue(work, MAIL_LINK_CODE, {
    client_id: client.id,
    languages: client.languages,
    scope,
    email,
    session: sessionHash.toString('hex'),
    asked_by: work.actor.name ?? asker.technicalId,
  })
}

type Making = Pick<JobContext, 'db' | 'doWork' | 'keyring'>

/** Makes the code that was ordered, and the mail with it; none when no log-in fits or the session has ended. */
export async function createLinkCode(
  { db, doWork, keyring }: Making,
  order: LinkCodeJobData,
): Promise<Mail | undefined> {
  const { client_id, scope } = order
  const canonical = canonicalEmail(order.email)
  const [found] =
    canonical === undefined ? [] : await findByAddress(db, { client_id, scope, canonical_email: canonical })
  if (!found || canonical === undefined || found.password_hash !== null) return undefined
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const session = Buffer.from(order.session, 'hex')
  const client: Client = { id: client_id, languages: order.languages }
  const stored = await doWork({ client, actor: systemActor }, ({ tx, now }) => {
    const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000)
    const hash = codeHash(keyring, session, code)
    return putCode(tx, {
      client_id,
      session_hash: session,
      scope,
      technical_id: found.technical_id,
      canonical_email: canonical,
      code_hash: hash,
      expires_at: expiresAt,
    })
  })
  if (stored.length === 0) return undefined
  return codeMail({ recipient: found, code, askedBy: order.asked_by })
}

/** Whose code it is, if it was mailed for this session. A few tries, then another has to be asked for. */
export async function proveCode(
  auth: Auth,
  { client, sessionHash, code }: { client: Client; sessionHash: Buffer; code: string },
): Promise<AccountOwner> {
  const [tried] = await tryCode(auth.db, { client_id: client.id, session_hash: sessionHash, now: auth.clock.now() })
  if (!tried || tried.tries > MAX_TRIES) {
    throw invalid('code', 'code_expired', 'The code has expired or was tried too often. Request a new one.')
  }
  const hash = codeHash(auth.keyring, sessionHash, code)
  if (!isSame(tried.code_hash, hash)) throw invalid('code', 'wrong_code', 'The code is incorrect.')
  const taken = await takeCode(auth.db, { client_id: client.id, session_hash: sessionHash, code_hash: hash })
  if (taken.length === 0) throw invalid('code', 'code_expired', 'The code has already been used. Request a new one.')
  return { scope: tried.scope, technicalId: tried.technical_id }
}

function codeHash(keyring: Keyring, session: Buffer, code: string): Buffer {
  return keyring.fingerprint(`link code ${session.toString('hex')} ${code}`)
}
