import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

const lock = statement<never, { what: string }>('SELECT pg_advisory_xact_lock(hashtextextended($what, 0))')
const lockShared = statement<never, { what: string }>('SELECT pg_advisory_xact_lock_shared(hashtextextended($what, 0))')

/** Takes the exclusive lock of `what` until the transaction ends. */
export async function takeLock(tx: Tx, what: string): Promise<void> {
  await lock(tx, { what })
}

const lockAll = statement<never, { whats: string[] }>(
  'SELECT pg_advisory_xact_lock(hashtextextended(what, 0)) FROM unnest($whats::text[]) AS what',
)

/** Takes several exclusive locks, in this order. */
export async function takeLocks(tx: Tx, whats: string[]): Promise<void> {
  await lockAll(tx, { whats })
}

const lockAllShared = statement<never, { whats: string[] }>(
  'SELECT pg_advisory_xact_lock_shared(hashtextextended(what, 0)) FROM unnest($whats::text[]) AS what',
)

/** Takes several shared locks, in this order. */
export async function takeSharedLocks(tx: Tx, whats: string[]): Promise<void> {
  await lockAllShared(tx, { whats })
}

/** Any number of transactions may hold the shared lock together, but none while another holds the exclusive one. */
export async function takeSharedLock(tx: Tx, what: string): Promise<void> {
  await lockShared(tx, { what })
}

const tryLockShared = statement<{ is_locked: boolean }, { what: string }>(
  'SELECT pg_try_advisory_xact_lock_shared(hashtextextended($what, 0)) AS is_locked',
)

/** The same without waiting: false if another holds the exclusive lock. */
export async function tryTakeSharedLock(tx: Tx, what: string): Promise<boolean> {
  const [row] = await tryLockShared(tx, { what })
  return row?.is_locked === true
}
