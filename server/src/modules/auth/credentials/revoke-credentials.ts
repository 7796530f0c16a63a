import { rememberRevoked } from '#kernel/resources/revocations.ts'
import type { Work } from '#kernel/work.ts'
import { notFound } from '#platform/problem.ts'
import { API_KEY, APPLICATION_SECRET } from './issue-credentials.ts'
import { deleteTokensOf, lockApiKey, lockApplication, upsertApiKey, upsertApplication } from './queries.ts'
import { recordCredential } from './record-credentials.ts'

/** Ends an application and all its tokens. */
export async function revokeApplication(work: Work, id: string): Promise<void> {
  const row = await lockApplication(work.tx, work.client.id, id)
  if (!row) throw notFound('application', id)
  await upsertApplication(work.tx, { ...row, revoked_at: work.now, updated_at: work.now })
  await deleteTokensOf(work.tx, work.client.id, id)
  await rememberRevoked(work, APPLICATION_SECRET, [row.secret_hash.toString('hex')])
  recordCredential(work, 'application.revoked', id)
}

export async function revokeApiKey(work: Work, name: string): Promise<void> {
  const row = await lockApiKey(work.tx, work.client.id, name)
  if (!row) throw notFound('API key', name)
  await upsertApiKey(work.tx, { ...row, revoked_at: work.now, updated_at: work.now })
  await rememberRevoked(work, API_KEY, [row.key_hash.toString('hex')])
  recordCredential(work, 'api_key.revoked', name)
}
