import { secondsBefore } from '#modules/auth/sessions/sessions.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

/** How exactly it is known when something was last used. */
const EVERY_SECONDS = 60

type Used = { client_id: string; last_used_at: Date | null }

/**
 * Records when applications and keys were used, in the background: no call waits for it, and losing a record does no
 * harm.
 */
export type UseRecord = { note(kind: 'application' | 'api_key', used: Used, id: string): void }

const TOUCH = {
  application: statement<never, { client_id: string; id: string; now: Date; long_ago: Date }>(`
    UPDATE applications SET last_used_at = $now
    WHERE client_id = $client_id AND id = $id AND (last_used_at IS NULL OR last_used_at < $long_ago)`),
  api_key: statement<never, { client_id: string; id: string; now: Date; long_ago: Date }>(`
    UPDATE api_keys SET last_used_at = $now
    WHERE client_id = $client_id AND name = $id AND (last_used_at IS NULL OR last_used_at < $long_ago)`),
}

/** Called when a credential is looked up, which is twice a minute at most for one that is in use. */
export function openUseRecord(db: Db, clock: Clock): UseRecord {
  return {
    note(kind, { client_id, last_used_at }, id) {
      const now = clock.now()
      const longAgo = secondsBefore(now, EVERY_SECONDS)
      if (last_used_at && last_used_at >= longAgo) return
      TOUCH[kind](db, { client_id, id, now, long_ago: longAgo }).catch(() => {})
    },
  }
}
