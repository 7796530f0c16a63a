import type { Work } from '#platform/db/work.ts'
import { notFound } from '#platform/problem.ts'
import { deleteTokensOf, findApiKey, findApplication, upsertApiKey, upsertApplication } from './queries.ts'

/** Ends an application and all its tokens. */
export async function revokeApplication(work: Work, id: string): Promise<void> {
  const row = await findApplication(work.tx, work.client.id, id)
  if (!row) throw notFound('application', id)
  await upsertApplication(work.tx, { ...row, revoked_at: work.now, updated_at: work.now })
  await deleteTokensOf(work.tx, work.client.id, id)
}

export async function revokeApiKey(work: Work, name: string): Promise<void> {
  const row = await findApiKey(work.tx, work.client.id, name)
  if (!row) throw notFound('API key', name)
  await upsertApiKey(work.tx, { ...row, revoked_at: work.now, updated_at: work.now })
}
