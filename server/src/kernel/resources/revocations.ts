import type { Client, Work } from '#kernel/work.ts'
import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

const insert = statement<never, { client_id: string; kind: string; ids: string[]; revoked_at: Date }>(`
  INSERT INTO revocations (client_id, kind, id, revoked_at) SELECT $client_id, $kind, id, $revoked_at FROM unnest($ids::text[]) AS id
  ON CONFLICT (client_id, kind, id) DO NOTHING`)

/** From now on the set-up file does not bring these back. */
export async function rememberRevoked({ tx, client, now }: Work, kind: string, ids: string[]): Promise<void> {
  if (ids.length > 0) await insert(tx, { client_id: client.id, kind, ids, revoked_at: now })
}

const remove = statement<never, { client_id: string; kind: string; ids: string[] }>(
  'DELETE FROM revocations WHERE client_id = $client_id AND kind = $kind AND id = ANY($ids::text[])',
)

/** These were issued again on purpose. */
export async function forgetRevoked({ tx, client }: Work, kind: string, ids: string[]): Promise<void> {
  if (ids.length > 0) await remove(tx, { client_id: client.id, kind, ids })
}

const list = statement<{ id: string }, { client_id: string; kind: string; ids: string[] }>(
  'SELECT id FROM revocations WHERE client_id = $client_id AND kind = $kind AND id = ANY($ids::text[])',
)

/** Those of these that were revoked and not issued again since. */
export async function listRevoked(tx: Tx, client: Client, kind: string, ids: string[]): Promise<Set<string>> {
  return new Set(ids.length === 0 ? [] : (await list(tx, { client_id: client.id, kind, ids })).map(({ id }) => id))
}
