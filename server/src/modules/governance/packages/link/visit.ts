import { type Caller, type DoWork, systemActor } from '#kernel/work.ts'
import { type Auth, triesOf } from '#modules/auth/index.ts'
import { MAIL_CODE } from '#modules/governance/packages/job-names.ts'
import { isSame, type Keyring, newSecret } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { invalid, Problem } from '#platform/problem.ts'
import { codeHash, partsOfToken, visitHash } from './package-link.ts'
import { beginVisit, countTry, findLink, type LinkHolder, takeCode } from './queries.ts'

/** After this time a visit needs a new code: the device may have changed hands. */
export const VISIT_SECONDS = 2 * 60 * 60

export type VisitDeps = { db: Db; doWork: DoWork; keyring: Keyring; auth: Auth }

/** Whose link it is. One that was made up, was ended by wrong codes, or is of a package that is gone is not found. */
export async function getLinkHolder({ db, keyring }: VisitDeps, token: string, now: Date): Promise<LinkHolder> {
  const parts = partsOfToken(keyring, token)
  const [holder] = parts ? await findLink(db, parts) : []
  if (holder?.status !== 'ready' || holder.expires_at <= now) throw linkExpired()
  return holder
}

function linkExpired(): Problem {
  return new Problem('not_found', 'link_expired', 'This link is no longer valid.')
}

/** How people act who have a link: in the client's name, from outside. */
export function callerFor({ client_id, languages }: LinkHolder, address: string): Caller {
  return { client: { id: client_id, languages }, actor: systemActor, credential: 'external', address }
}

/** Has a code mailed to the address that the link went to. */
export async function requestCode({ auth, doWork }: VisitDeps, holder: LinkHolder, address: string): Promise<void> {
  const { client_id, package_id } = holder
  await auth.guard.count([{ kind: 'mailbox', id: `access package code ${package_id}` }])
  await doWork(callerFor(holder, address), async (work) => {
    const [taken] = await takeCode(work.tx, { client_id, package_id })
    if (!taken) throw new Problem('too_many', 'too_many_codes', 'No more codes are sent for this link.')
    enqueue(work, MAIL_CODE, { client_id, id: package_id })
  })
}

/** Opens a visit for the person who has the code that was mailed; answers the secret of its cookie. */
export async function openVisit(
  deps: VisitDeps,
  holder: LinkHolder,
  { code, now, address }: { code: string; now: Date; address: string },
): Promise<string> {
  const { db, keyring, auth } = deps
  const { client_id, package_id } = holder
  let isUsable = false
  const subjects = triesOf(address, [`access package ${package_id}`])
  const right = await auth.guard.attempt(address, subjects, async () => {
    const [tried] = await countTry(db, { client_id, package_id, now })
    isUsable = tried !== undefined
    return tried && isSame(tried.code_hash, codeHash(keyring, package_id, code)) ? tried.code_hash : undefined
  })
  const secret = right && (await begin(deps, holder, { code_hash: right, address }))
  if (secret) return secret
  if (isUsable && !right) throw invalid('code', 'wrong_code', 'The code is incorrect.')
  throw invalid('code', 'code_expired', 'The code has expired or was used. Request a new one.')
}

async function begin(
  { doWork, keyring }: VisitDeps,
  holder: LinkHolder,
  { code_hash, address }: { code_hash: Buffer; address: string },
): Promise<string | undefined> {
  const { client_id, package_id } = holder
  const secret = newSecret()
  const visit_hash = visitHash(keyring, secret)
  return doWork(callerFor(holder, address), async ({ tx, now }) => {
    const visit_expires_at = new Date(now.getTime() + VISIT_SECONDS * 1000)
    const hasBegun = await beginVisit(tx, { client_id, package_id, code_hash, visit_hash, visit_expires_at })
    return hasBegun ? secret : undefined
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
