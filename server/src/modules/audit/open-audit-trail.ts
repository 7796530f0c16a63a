import { auditActorOf } from '#kernel/audit/audit-entry.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { type ClientAuditEntry, storePending } from '#kernel/audit/store-pending.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { Problem } from '#platform/problem.ts'

/** Records what is read. What comes while entries are being stored is stored next, together. */
export function openAuditTrail({ db, clock }: { db: Db; clock: Clock }): AuditTrail {
  let waiting: ClientAuditEntry[] = []
  let next: Promise<void> | undefined
  let current: Promise<void> = Promise.resolve()

  async function storeNext(): Promise<void> {
    await current.catch(() => {})
    const entries = waiting
    waiting = []
    next = undefined
    current = storePending(db, entries)
    await current
  }

  return {
    async record(caller, entry) {
      const { client } = caller
      waiting.push({ ...entry, client_id: client.id, actor: entry.actor ?? auditActorOf(caller), at: clock.now() })
      next ??= storeNext()
      try {
        await next
      } catch (cause) {
        throw new Problem(
          'unavailable',
          'audit_unavailable',
          'The audit trail could not be written. Try again later.',
          {
            headers: { 'retry-after': '5' },
            cause,
          },
        )
      }
    },
  }
}
