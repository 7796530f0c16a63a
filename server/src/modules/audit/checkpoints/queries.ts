import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, statement } from '#platform/db/statement.ts'

export type CheckpointRow = { key: string; at: Date; sequence: string; hash: Buffer; seal: string }

const insert = statement<never, { client_id: string; at: Date; sequence: number; hash: Buffer; seal: string }>(`
  INSERT INTO audit_checkpoints (client_id, at, sequence, hash, seal) VALUES ($client_id, $at, $sequence, $hash, $seal)`)

export async function insertCheckpoint(
  tx: Tx,
  client: Client,
  checkpoint: { at: Date; sequence: number; hash: Buffer; seal: string },
): Promise<void> {
  await insert(tx, { client_id: client.id, ...checkpoint })
}

const findLast = lookup<CheckpointRow, { client_id: string }>(`
  SELECT key, at, sequence, hash, seal FROM audit_checkpoints WHERE client_id = $client_id ORDER BY key DESC LIMIT 1`)

export async function findLastCheckpoint(db: Db, client: Client): Promise<CheckpointRow | undefined> {
  return (await findLast(db, { client_id: client.id }))[0]
}

export async function listCheckpoints(db: Db, { id }: Client, request: OrderedRequest): Promise<CheckpointRow[]> {
  const { beyond, sequence, limit } = keysetSql('checkpoint', request)
  const conditions = [sql`checkpoint.client_id = ${id}`, ...beyond]
  const { rows } = await sql<CheckpointRow>`
    SELECT key, at, sequence, hash, seal FROM audit_checkpoints checkpoint WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

/** Clients whose trail is to be sealed. */
export const listChainedClients = statement<{ client_id: string }>(`
  SELECT client_id FROM audit_heads WHERE sequence > 0 ORDER BY client_id`)
