import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/db.ts'
import { LOCK_NOT_AVAILABLE } from '#platform/db/locks/lock-not-available.ts'

const TRIES = 20
const PAUSE_MS = 500

/**
 * A change of a table that is in use. Who waits for the lock of a whole table makes everybody behind it wait, too: so it
 * waits briefly, steps back, and tries again.
 */
export async function whenUnlocked<T>(db: Db, change: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`SET LOCAL lock_timeout = '300ms'`.execute(tx)
        // Where a table lies on several nodes, what is read and then changed goes by one connection to each. Others ignore it.
        await sql`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`.execute(tx)
        return change(tx)
      })
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === TRIES) throw error
      await delay(PAUSE_MS)
    }
  }
}
