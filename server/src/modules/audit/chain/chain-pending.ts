import { takePending } from '#kernel/audit/take-pending.ts'
import { copyRows } from '#platform/db/copy-rows.ts'
import type { Database, Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transact.ts'
import { ENTRY_COLUMNS, linkEntries, PEOPLE_COLUMNS } from './link-entries.ts'
import { type HeadRow, listForgotten, moveHead, tryLockHead } from './queries.ts'

/** How many entries are put in a chain at once. */
export const CHAIN_BATCH_SIZE = 5000

/**
 * Puts the entries of a client that waited longest in its chain, in one transaction: whatever ends it, they wait again, or
 * they are in the chain. Answers how many; undefined while another process adds to this chain.
 */
export function chainPending(db: Database, clientId: string, limit = CHAIN_BATCH_SIZE): Promise<number | undefined> {
  return transact(db, async (tx) => {
    const head = await tryLockHead(tx, clientId)
    return head && chainOnto(tx, clientId, head, limit)
  })
}

/** The same for a caller who holds the lock of the chain. */
async function chainOnto(tx: Tx, clientId: string, row: HeadRow, limit: number): Promise<number> {
  const rows = await takePending(tx, clientId, limit)
  const last = rows.at(-1)
  if (!last) return 0
  const forgotten = await listForgotten(tx, { client_id: clientId })
  const before = { sequence: Number(row.sequence), hash: row.hash.toString('hex') }
  const { head, entries, people } = linkEntries({ clientId, head: before, forgotten }, rows)
  await copyRows(tx, 'audit_entries', ENTRY_COLUMNS, [entries])
  await copyRows(tx, 'audit_people', PEOPLE_COLUMNS, [people])
  await moveHead(tx, clientId, { sequence: head.sequence, at: last.at, hash: Buffer.from(head.hash, 'hex') })
  return rows.length
}
