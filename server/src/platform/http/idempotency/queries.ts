import type { EncryptedColumn } from '#platform/crypto/encrypted-column.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

export const idempotentAnswerColumn: EncryptedColumn = {
  table: 'idempotency_keys',
  column: 'encrypted_answer',
  clientColumn: 'client_id',
  rowColumn: 'id',
  purpose: 'idempotent answer',
}

export type KeyRow = { digest: Buffer; encrypted_answer: string }

const find = statement<KeyRow, { client_id: string; id: string; now: Date }>(
  'SELECT digest, encrypted_answer FROM idempotency_keys WHERE client_id = $client_id AND id = $id AND expires_at > $now',
)

export async function findKey(db: Db, clientId: string, id: string, now: Date): Promise<KeyRow | undefined> {
  return (await find(db, { client_id: clientId, id, now }))[0]
}

const lock = statement<{ is_locked: boolean }, { lock_name: string }>(
  'SELECT pg_try_advisory_xact_lock(hashtextextended($lock_name, 0)) AS is_locked',
)

/** Whether the key is this transaction's alone until it ends, however it ends. */
export async function tryLockKey(tx: Tx, clientId: string, id: string): Promise<boolean> {
  const [row] = await lock(tx, { lock_name: `idempotency key ${id} of client ${clientId}` })
  return row?.is_locked === true
}

const upsert = statement<
  never,
  { client_id: string; id: string; digest: Buffer; encrypted_answer: string; expires_at: Date }
>(`
  INSERT INTO idempotency_keys (client_id, id, digest, encrypted_answer, expires_at) VALUES ($client_id, $id, $digest, $encrypted_answer, $expires_at)
  ON CONFLICT (client_id, id) DO UPDATE SET
    digest = excluded.digest, encrypted_answer = excluded.encrypted_answer, expires_at = excluded.expires_at`)

/** Stores an answer; one that had expired under the same key is overwritten. */
export async function storeKey(
  tx: Tx,
  row: KeyRow & { client_id: string; id: string; expires_at: Date },
): Promise<void> {
  await upsert(tx, {
    client_id: row.client_id,
    id: row.id,
    digest: row.digest,
    encrypted_answer: row.encrypted_answer,
    expires_at: row.expires_at,
  })
}

const listExpired = statement<{ client_id: string; id: string }, { now: Date; limit: number }>(`
  SELECT client_id, id FROM idempotency_keys WHERE expires_at <= $now ORDER BY expires_at LIMIT $limit`)
const sweep = statement<{ id: string }, { client_ids: string[]; ids: string[]; now: Date }>(`
  DELETE FROM idempotency_keys one USING unnest($client_ids::text[], $ids::text[]) AS old (client_id, id)
  WHERE one.client_id = old.client_id AND one.id = old.id AND one.expires_at <= $now RETURNING one.id`)

/** Answers how many had expired, up to the limit. */
export async function deleteExpiredKeys(db: Db, now: Date, limit: number): Promise<number> {
  const old = await listExpired(db, { now, limit })
  if (old.length > 0)
    await sweep(db, { client_ids: old.map((one) => one.client_id), ids: old.map((one) => one.id), now })
  return old.length
}
