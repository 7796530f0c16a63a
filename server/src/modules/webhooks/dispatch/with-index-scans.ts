import type { Database, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { transact } from '#platform/db/transact.ts'

/** A process that stands still in the middle of a transaction has lost it after this long; others wait for it meanwhile. */
const MAX_IDLE_MS = 5000

const SETTINGS = `
  SELECT set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true), set_config('idle_in_transaction_session_timeout', '${MAX_IDLE_MS}', true)`
const forceIndexScans = statement<never>(SETTINGS)
const forceIndexScansUnawaited = statement<never>(`${SETTINGS}, set_config('synchronous_commit', 'off', true)`)

type Options = {
  /** What goes ahead of the step, and is not waited for. */
  before?: (tx: Tx) => Promise<unknown>
  /** Whether the commit waits until the log is on disk. Without, a crash of the database may take the step back. */
  isLogAwaited?: boolean
}

/**
 * Queues are empty most of the time, so that a plan which reads all of them looks best; and it is still used when they
 * are long. Here each row is looked up in its index from the start.
 */
export async function withIndexScans<T>(
  db: Database,
  step: (tx: Tx) => Promise<T>,
  { before = async () => {}, isLogAwaited = true }: Options = {},
): Promise<T> {
  return transact(db, async (tx) => {
    const settings = isLogAwaited ? forceIndexScans : forceIndexScansUnawaited
    const [, , result] = await Promise.all([settings(tx), before(tx), step(tx)])
    return result
  })
}
