import type { Client, Work } from '#kernel/work.ts'
import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

const insert = statement<never, [string, string, string[], Date]>(`
  INSERT INTO revocations (client_id, kind, id, revoked_at) SELECT $1, $2, id, $4 FROM unnest($3::text[]) AS id
  ON CONFLICT (client_id, kind, id) DO NOTHING`)

/** From now on the set-up file does not bring these back. */
export async function rememberRevoked({ tx, client, now }: Work, kind: string, ids: string[]): Promise<void> {
  if (ids.length > 0) await insert(tx, client.id, kind, ids, now)
}

const remove = statement<never, [string, string, string[]]>(
  'DELETE FROM revocations WHERE client_id = $1 AND kind = $2 AND id = ANY($3::text[])',
)

/** Somebody issued these again on purpose. */
export async function forgetRevoked({ tx, client }: Work, kind: string, ids: string[]): Promise<void> {
  if (ids.length > 0) await remove(tx, client.id, kind, ids)
}

const list = statement<{ id: string }, [string, string, string[]]>(
  'SELECT id FROM revocations WHERE client_id = $1 AND kind = $2 AND id = ANY($3::text[])',
)

/** Those of these that were revoked and not issued again since. */
export async function listRevoked(tx: Tx, client: Client, kind: string, ids: string[]): Promise<Set<string>> {
  return new Set(ids.length === 0 ? [] : (await list(tx, client.id, kind, ids)).map(({ id }) => id))
}
