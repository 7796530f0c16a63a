import { type Caller, type DoWork, systemActor } from '#kernel/work.ts'
import { type Auth, triesOf } from '#modules/auth/index.ts'
import { MAIL_CODE } from '#modules/signatures/job-names.ts'
import { type RequestOrigin, recordEvidence } from '#modules/signatures/processes/evidence.ts'
import { isSame, type Keyring, newSecret } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { invalid, Problem } from '#platform/problem.ts'
import { codeHash } from './create-code.ts'
import { clientOfToken, signerOfToken } from './signing-link.ts'

/** After this time a visit needs a new code: the device may have changed hands. */
export const VISIT_SECONDS = 2 * 60 * 60
const MAX_TRIES = 5

export type VisitDeps = { db: Db; doWork: DoWork; keyring: Keyring; auth: Auth }

/** The external whose link it is. */
export type LinkHolder = {
  client_id: string
  client_name: string
  languages: string[]
  process_id: string
  signer_id: string
  first_name: string | null
  last_name: string | null
  email: string
  code_hash: Buffer | null
  code_expires_at: Date | null
  code_tries: number
  visit_hash: Buffer | null
  visit_expires_at: Date | null
}

const holderWhere = (condition: string) => `
  SELECT signer.client_id, client.name AS client_name, client.languages, signer.process_id, signer.id AS signer_id,
    signer.first_name, signer.last_name, signer.email, signer.code_hash, signer.code_expires_at, signer.code_tries,
    signer.visit_hash, signer.visit_expires_at
  FROM signature_signers signer JOIN clients client ON client.id = signer.client_id
  JOIN signature_processes process ON process.client_id = signer.client_id AND process.id = signer.process_id
  WHERE ${condition} AND signer.id = $id AND signer.type = 'external' AND process.status <> 'draft'`
const findInClient = lookup<LinkHolder, { client_id: string; id: string }>(holderWhere('signer.client_id = $client_id'))
const findAnywhere = lookup<LinkHolder, { id: string }>(holderWhere('true'))

/** Whose link it is; a link that leads nowhere, or to a process that is gone, is not found. */
export async function getLinkHolder({ db, keyring }: VisitDeps, token: string): Promise<LinkHolder> {
  const id = signerOfToken(keyring, token)
  const client_id = clientOfToken(token)
  if (id === undefined) throw linkExpired()
  const [holder] = await (client_id === undefined ? findAnywhere(db, { id }) : findInClient(db, { client_id, id }))
  if (!holder) throw linkExpired()
  return holder
}

function linkExpired(): Problem {
  return new Problem('not_found', 'link_expired', 'This link is no longer valid.')
}

/** How an external acts: in the client's name, as themselves. */
export function callerFor({ client_id, languages, first_name, last_name, email }: LinkHolder): Caller {
  const name = [first_name, last_name].filter(Boolean).join(' ') || email
  return { client: { id: client_id, languages }, actor: { ...systemActor, name }, credential: 'external' }
}

/** Has a code mailed to the address that was asked to sign. */
export async function requestCode({ auth, doWork }: VisitDeps, holder: LinkHolder): Promise<void> {
  const subjects = [{ kind: 'mailbox' as const, id: `signing code ${holder.signer_id}` }]
  await auth.guard.count(subjects)
  const { client_id, process_id, signer_id } = holder
  await doWork(callerFor(holder), async (work) => enqueue(work, MAIL_CODE, { client_id, process_id, signer_id }))
}

type Tried = Pick<LinkHolder, 'code_hash' | 'code_expires_at' | 'code_tries'>

/** Counts the attempt and reads the code in one statement: a code that was mailed meanwhile has its own count. */
const countTry = statement<Tried, { client_id: string; id: string }>(`
  UPDATE signature_signers SET code_tries = code_tries + 1 WHERE client_id = $client_id AND id = $id
  RETURNING code_hash, code_expires_at, code_tries`)

type Entered = { now: Date; from: RequestOrigin }

/** Opens a visit for the person who has the code that was mailed; answers the secret of its cookie. */
export async function openVisit(
  deps: VisitDeps,
  holder: LinkHolder,
  code: string,
  { now, from }: Entered,
): Promise<string> {
  const { db, doWork, keyring, auth } = deps
  const { client_id, process_id, signer_id } = holder
  let isUsable = false
  const right = await auth.guard.attempt(from.address, triesOf(from.address, [`signing ${signer_id}`]), async () => {
    const [tried] = await countTry(db, { client_id, id: signer_id })
    if (!tried?.code_hash || !tried.code_expires_at) return undefined
    isUsable = tried.code_expires_at > now && tried.code_tries <= MAX_TRIES
    return isUsable && isSame(tried.code_hash, codeHash(keyring, signer_id, code)) ? tried.code_hash : undefined
  })
  const secret = right && (await beginVisit(deps, holder, right, from))
  if (secret) return secret
  await doWork(callerFor(holder), (work) =>
    recordEvidence(work, process_id, { action: 'code_refused', signerId: signer_id, from }),
  )
  if (isUsable && !right) throw invalid('code', 'wrong_code', 'The code is incorrect.')
  throw invalid('code', 'code_expired', 'The code has expired or was tried too often. Request a new one.')
}

type Begun = { client_id: string; id: string; code_hash: Buffer; visit_hash: Buffer; visit_expires_at: Date }

/** Ends the code with the visit that it opens: another call that was made with it at the same moment finds it used. */
const useCode = statement<{ id: string }, Begun>(`
  UPDATE signature_signers
  SET code_hash = NULL, code_expires_at = NULL, visit_hash = $visit_hash, visit_expires_at = $visit_expires_at
  WHERE client_id = $client_id AND id = $id AND code_hash = $code_hash RETURNING id`)

async function beginVisit(
  { doWork, keyring }: VisitDeps,
  holder: LinkHolder,
  code_hash: Buffer,
  from: RequestOrigin,
): Promise<string | undefined> {
  const { client_id, process_id, signer_id } = holder
  const secret = newSecret()
  return doWork(callerFor(holder), async (work) => {
    const visit_expires_at = new Date(work.now.getTime() + VISIT_SECONDS * 1000)
    const visit = { visit_hash: visitHash(keyring, secret), visit_expires_at }
    const [begun] = await useCode(work.tx, { client_id, id: signer_id, code_hash, ...visit })
    if (!begun) return undefined
    await recordEvidence(work, process_id, { action: 'code_accepted', signerId: signer_id, from })
    return secret
  })
}

/** Whether the browser has the cookie of a visit that has not expired. */
export function isVisiting(keyring: Keyring, holder: LinkHolder, secret: string | undefined, now: Date): boolean {
  const { visit_hash, visit_expires_at } = holder
  if (visit_hash === null || visit_expires_at === null || visit_expires_at <= now || secret === undefined) return false
  return isSame(visit_hash, visitHash(keyring, secret))
}

/** Refuses a caller who has the link but not the cookie of a visit. */
export function expectVisit(...visit: Parameters<typeof isVisiting>): void {
  if (isVisiting(...visit)) return
  throw new Problem('forbidden', 'code_required', 'Enter the code that was mailed to you first.')
}

function visitHash(keyring: Keyring, secret: string): Buffer {
  return keyring.fingerprint(`signing visit ${secret}`)
}
