import { type AccountOwner, findAccount, putAccount, recordLogIn } from '#modules/directory/index.ts'
import type { Work } from '#platform/db/work.ts'
import { type Keyring, newSecret } from '#platform/keyring.ts'
import { Problem } from '#platform/problem.ts'
import { deleteSession, deleteSessionsOf, insertSession } from './session-queries.ts'

/**
 * Logs a person in who proved who they are; the answer is the secret of the cookie. Whoever comes by single sign-on for
 * the first time gets their log-in with it.
 */
export async function openSession(work: Work, owner: AccountOwner, keyring: Keyring): Promise<string> {
  let account = await findAccount(work.tx, work.client, owner)
  if (!account) {
    await putAccount(work, owner, {})
    account = await findAccount(work.tx, work.client, owner)
  }
  if (!account?.is_active) throw new Problem('forbidden', 'account_inactive', 'This log-in was switched off.')
  const token = newSecret()
  await insertSession(work.tx, work.client.id, keyring.fingerprint(token), owner.scope, owner.technicalId, work.now)
  await recordLogIn(work, owner, account)
  return token
}

export async function closeSession(work: Work, tokenHash: Buffer): Promise<void> {
  await deleteSession(work.tx, work.client.id, tokenHash)
}

/** Ends every session of a person, on all their devices. */
export async function closeSessionsOf(work: Work, { scope, technicalId }: AccountOwner): Promise<void> {
  await deleteSessionsOf(work.tx, work.client.id, scope, technicalId)
}
