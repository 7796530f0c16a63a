import { type AuditEntry, auditActorOf } from '#kernel/audit/audit-entry.ts'
import type { AuditCaller, AuditTrail } from '#kernel/audit/audit-trail.ts'
import { type ClientAuditEntry, storePending } from '#kernel/audit/store-pending.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { Problem } from '#platform/problem.ts'
import { openRecentReads } from './recent-reads.ts'

/** Records what is read. What comes while entries are being stored is stored next, together. */
export function openAuditTrail({ db, clock }: { db: Db; clock: Clock }): AuditTrail {
  const recentReads = openRecentReads(db)
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

  const complete = (caller: AuditCaller, entry: AuditEntry): ClientAuditEntry => ({
    ...entry,
    client_id: caller.client.id,
    actor: entry.actor ?? auditActorOf(caller),
    at: clock.now(),
  })

  return {
    async record(caller, entry) {
      waiting.push(complete(caller, entry))
      next ??= storeNext()
      await next.catch(asUnavailable)
    },
    async recordOnce(caller, entry, holder) {
      await recentReads.store(complete(caller, entry), holder).catch(asUnavailable)
    },
  }
}

function asUnavailable(cause: unknown): never {
  throw new Problem('unavailable', 'audit_unavailable', 'The audit trail could not be written. Try again later.', {
    headers: { 'retry-after': '5' },
    cause,
  })
}
