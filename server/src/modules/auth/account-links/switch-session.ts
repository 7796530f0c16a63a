import type { Client, Work } from '#kernel/work.ts'
import { openSession, recordClosed } from '#modules/auth/sessions/open-session.ts'
import { type AccountOwner, findAccount, findLink, lockLink, otherOf, type Scope } from '#modules/directory/index.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import { notFound } from '#platform/problem.ts'
import { bindSession, takeSession } from './queries.ts'

/** What else the person may go on as: the other side of the link, as long as its log-in is active. */
export async function otherScopes(db: Db, client: Client, owner: AccountOwner): Promise<Scope[]> {
  const link = await findLink(db, client, owner)
  const other = link && otherOf(link, owner)
  return other && (await findAccount(db, client, other))?.is_active ? [other.scope] : []
}

type Switch = { owner: AccountOwner; scope: Scope; sessionHash: Buffer }

/**
 * Ends a session and opens one of the log-in that is linked to it, for as long as the link lasts; the answer is the secret
 * of its cookie. The link is looked at here, under a lock, and not remembered from an earlier call.
 */
export async function switchSession(
  work: Work,
  { owner, scope, sessionHash }: Switch,
  keyring: Keyring,
): Promise<string> {
  const link = await lockLink(work.tx, work.client, owner)
  const other = link && otherOf(link, owner)
  if (!link || other?.scope !== scope) throw notFound('log-in as', scope)
  const [ended] = await takeSession(work.tx, { client_id: work.client.id, token_hash: sessionHash })
  if (!ended) throw notFound('session', 'to switch from')
  recordClosed(work, [ended])
  const token = await openSession(work, other, keyring)
  await bindSession(work.tx, {
    client_id: work.client.id,
    token_hash: keyring.fingerprint(token),
    linked_at: link.linked_at,
  })
  return token
}
