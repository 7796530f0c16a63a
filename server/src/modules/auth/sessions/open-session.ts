import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Work } from '#kernel/work.ts'
import { type AccountOwner, findAccount, personSubject, putAccount, recordLogIn } from '#modules/directory/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { newSecretFor } from '#platform/crypto/tenant-secret.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { deleteSession, deleteSessionsOf, type EndedSession, insertSession } from './queries.ts'

/**
 * Logs a person in who proved who they are; the answer is the secret of the cookie. Anyone who comes by single sign-on for
 * the first time gets their log-in with it. A password proves it for its `version` only: when it was changed a moment
 * ago, the session has ended before it begins.
 */
export async function openSession(
  work: Work,
  owner: AccountOwner,
  keyring: Keyring,
  version?: string,
): Promise<string> {
  let account = await findAccount(work.tx, work.client, owner)
  if (!account) {
    await putAccount(work, owner, {})
    account = await findAccount(work.tx, work.client, owner)
  }
  if (!account?.is_active) throw new Problem('forbidden', 'account_inactive', 'This log-in is disabled.')
  const token = await storeSession(work, owner, keyring, version ?? account.credential_version)
  await recordLogIn(work, owner, account)
  return token
}

/** Ends every session of a person and opens another in place of the one that they are in. */
export async function replaceSessions(work: Work, owner: AccountOwner, keyring: Keyring): Promise<string> {
  await closeSessionsOf(work, owner)
  const account = await findAccount(work.tx, work.client, owner)
  if (!account) throw notFound('account', `${owner.scope}:${owner.technicalId}`)
  return storeSession(work, owner, keyring, account.credential_version)
}

async function storeSession(work: Work, owner: AccountOwner, keyring: Keyring, version: string): Promise<string> {
  const token = newSecretFor(work.client)
  const { scope, technicalId } = owner
  await insertSession(work.tx, {
    client_id: work.client.id,
    token_hash: keyring.fingerprint(token),
    scope,
    technical_id: technicalId,
    credential_version: version,
    created_at: work.now,
  })
  return token
}

export async function closeSession(work: Work, tokenHash: Buffer): Promise<void> {
  recordClosed(work, await deleteSession(work.tx, { client_id: work.client.id, token_hash: tokenHash }))
}

/** Ends every session of a person, on all their devices. */
export async function closeSessionsOf(work: Work, { scope, technicalId }: AccountOwner): Promise<void> {
  recordClosed(work, await deleteSessionsOf(work.tx, { client_id: work.client.id, scope, technical_id: technicalId }))
}

/** One entry for the sessions of a person that end together; none where there was none. */
export function recordClosed(work: Work, ended: readonly Pick<EndedSession, 'scope' | 'technical_id'>[]): void {
  const [first] = ended
  if (!first) return
  recordAudit(work, {
    action: 'session.closed',
    subject: personSubject({ scope: first.scope, technicalId: first.technical_id }),
    details: { sessions: ended.length },
  })
}
