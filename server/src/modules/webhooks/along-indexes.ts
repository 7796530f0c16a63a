import type { OpenedDb, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { transact } from '#platform/db/transact.ts'

const avoidScans = statement<never, []>(`SELECT set_config('enable_seqscan', 'off', true)`)

/**
 * Queues are empty most of the time, so that a plan which reads all of them looks best; and it is still used when they
 * are long. Here the indexes are used from the start. What `before` sends is not waited for.
 */
export async function alongIndexes<T>(
  db: OpenedDb,
  step: (tx: Tx) => Promise<T>,
  before: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<T> {
  return transact(db, async (tx) => {
    const [, , result] = await Promise.all([avoidScans(tx), before(tx), step(tx)])
    return result
  })
}
