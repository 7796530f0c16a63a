import { COLUMNS, type EntryRow } from '#modules/audit/reading/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { GENESIS } from './verify.mjs'

/** The next entries of a chain; a hole in it is seen in their numbers. */
export const listNextEntries = statement<EntryRow, { client_id: string; after: number; until: string; limit: number }>(`
  SELECT ${COLUMNS} FROM audit_entries entry
  LEFT JOIN audit_people people ON people.client_id = $client_id AND people.sequence = entry.sequence
  WHERE entry.client_id = $client_id AND entry.sequence > $after AND entry.sequence <= $until
  ORDER BY entry.sequence LIMIT $limit`)

const findEndRow = statement<{ sequence: string; hash: Buffer; last: string }, { client_id: string }>(`
  SELECT head.sequence, head.hash, coalesce((
      SELECT max(entry.sequence) FROM audit_entries entry WHERE entry.client_id = $client_id), 0) AS last
  FROM audit_heads head WHERE head.client_id = $client_id`)

/** Where a chain ends, by its head, and the last entry that there is. */
export async function findEnd(db: Db, clientId: string): Promise<{ sequence: number; hash: string; last: string }> {
  const [row] = await findEndRow(db, { client_id: clientId })
  if (!row) return { sequence: 0, hash: GENESIS, last: String(Number.MAX_SAFE_INTEGER) }
  return { sequence: Number(row.sequence), hash: row.hash.toString('hex'), last: row.last }
}

export type CheckedCheckpoint = { at: Date; sequence: string; hash: Buffer; seal: string }

export const listAllCheckpoints = statement<CheckedCheckpoint, { client_id: string }>(`
  SELECT at, sequence, hash, seal FROM audit_checkpoints WHERE client_id = $client_id ORDER BY key`)
