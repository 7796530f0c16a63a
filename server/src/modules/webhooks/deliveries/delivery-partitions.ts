import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import {
  listPartitions,
  listPartitionsBefore,
  type Partition,
  type PartitionedTable,
} from '#platform/db/partitions/partitions.ts'
import { whenUnlocked } from '#platform/db/partitions/when-unlocked.ts'
import { statement } from '#platform/db/statement.ts'

/** Before the first of all ids. */
const NIL = '00000000-0000-0000-0000-000000000000'

export const DELIVERIES: PartitionedTable = {
  name: 'callback_deliveries',
  period: 'week',
  ahead: 3,
  // Room for the outcome, which is written beside its delivery.
  fillfactor: 35,
}

const removeOldWaiting = statement<never, { to: string }>('DELETE FROM callback_queue WHERE delivery_id < $to::uuid')

/** What goes with the deliveries of a partition. */
export async function removeWaitingBefore(tx: Tx, to: string): Promise<void> {
  await removeOldWaiting(tx, { to })
}

/**
 * Removes what succeeded before that moment, by whole partitions: what one holds stays until all of it is as old. Answers
 * the partitions where that must be done row by row: what was there before there were partitions, and those of which too
 * much stays.
 */
export async function thinOutPartitions(db: Db, moment: Date): Promise<Partition[]> {
  const partitions = await listPartitions(db, DELIVERIES)
  const old = (await listPartitionsBefore(db, DELIVERIES, moment)).map(({ name }) => name)
  const left: Partition[] = []
  for (const partition of partitions) {
    const isThin = old.includes(partition.name) ? await thinOut(db, partition) : partition.from !== undefined
    if (!isThin) left.push(partition)
  }
  return left
}

/** More than these are not moved while everybody waits. */
const MAX_KEPT = 10_000

/**
 * Removes the deliveries of a partition that succeeded: the few others are put aside, the partition is emptied at once,
 * and they are put back. False if there are too many others.
 */
async function thinOut(db: Db, { name, from, to }: Partition): Promise<boolean> {
  if (!(await hasSucceeded(db, name))) return true
  const partition = sql.table(name)
  return whenUnlocked(db, async (tx) => {
    await sql`LOCK TABLE ${partition} IN ACCESS EXCLUSIVE MODE`.execute(tx)
    // By the index of those that failed, and from the queue: whatever else there is succeeded.
    await sql`
      CREATE TEMPORARY TABLE kept_deliveries ON COMMIT DROP AS
      SELECT * FROM ${partition} WHERE failed_at IS NOT NULL
      UNION ALL
      SELECT delivery.* FROM callback_queue JOIN ${partition} AS delivery
        ON (delivery.client_id, delivery.endpoint_id, delivery.id) = (callback_queue.client_id, callback_queue.endpoint_id, delivery_id)
      WHERE failed_at IS NULL AND succeeded_at IS NULL
        AND delivery_id >= ${from ?? NIL}::uuid AND delivery_id < ${to}::uuid
      LIMIT ${MAX_KEPT + 1}`.execute(tx)
    const { rows: tooMany } = await sql`SELECT FROM kept_deliveries OFFSET ${MAX_KEPT}`.execute(tx)
    if (tooMany.length > 0) return false
    await sql`TRUNCATE ${partition}`.execute(tx)
    await sql`INSERT INTO ${partition} SELECT * FROM kept_deliveries`.execute(tx)
    return true
  })
}

async function hasSucceeded(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${sql.table(name)} WHERE succeeded_at IS NOT NULL LIMIT 1`.execute(db)
  return rows.length > 0
}
