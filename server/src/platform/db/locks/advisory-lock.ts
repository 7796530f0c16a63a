import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

const lock = statement<never, { what: string }>('SELECT pg_advisory_xact_lock(hashtextextended($what, 0))')
const lockShared = statement<never, { what: string }>('SELECT pg_advisory_xact_lock_shared(hashtextextended($what, 0))')

/** Only one transaction at a time gets past this point, for each `what`. */
export async function takeLock(tx: Tx, what: string): Promise<void> {
  await lock(tx, { what })
}

const lockAllShared = statement<never, { whats: string[] }>(
  'SELECT pg_advisory_xact_lock_shared(hashtextextended(what, 0)) FROM unnest($whats::text[]) AS what',
)

/** Several turns shared at once, in this order. */
export async function takeSharedLocks(tx: Tx, whats: string[]): Promise<void> {
  await lockAllShared(tx, { whats })
}

/** Any number of transactions get past this point together, but none while one that waited for its turn is at it. */
export async function takeSharedLock(tx: Tx, what: string): Promise<void> {
  await lockShared(tx, { what })
}
