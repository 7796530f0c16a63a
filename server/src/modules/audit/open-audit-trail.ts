import { type AuditEntry, auditActorOf } from '#kernel/audit/audit-entry.ts'
import type { AuditCaller, AuditTrail } from '#kernel/audit/audit-trail.ts'
import { type ClientAuditEntry, storePending } from '#kernel/audit/store-pending.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import { onPrimary } from '#platform/db/replica/reading.ts'
import { type Problem, unavailable } from '#platform/problem.ts'
import { openRecentReads } from './recent-reads.ts'

/** What is stored at once. */
const MAX_BATCH = 1000
/** Entries that may wait in memory; beyond, calls are refused at once. */
const MAX_WAITING = 10_000

type Waiting = { entry: ClientAuditEntry; done: () => void; fail: (cause: unknown) => void }

/** Records what is read. What comes while entries are being stored is stored next, together. */
export function openAuditTrail({ db, clock }: { db: Db; clock: Clock }): AuditTrail {
  const recentReads = openRecentReads(db)
  const waiting: Waiting[] = []
  let isStoring = false

  async function storeAll(): Promise<void> {
    isStoring = true
    while (waiting.length > 0) await storeTogether(db, waiting.splice(0, MAX_BATCH))
    isStoring = false
  }

  const complete = (caller: AuditCaller, entry: AuditEntry): ClientAuditEntry => ({
    ...entry,
    client_id: caller.client.id,
    actor: entry.actor ?? auditActorOf(caller),
    at: clock.now(),
  })

  return {
    async record(caller, entry) {
      try {
        if (waiting.length >= MAX_WAITING) throw new Error('Too many entries wait to be stored.')
        await new Promise<void>((done, fail) => {
          waiting.push({ entry: complete(caller, entry), done, fail })
          // A call that reads from a replica writes this to the primary.
          if (!isStoring) void onPrimary(storeAll)
        })
      } catch (cause) {
        throw notRecorded(cause)
      }
    },
    async recordOnce(caller, entry, holder) {
      try {
        await onPrimary(() => recentReads.store(complete(caller, entry), holder))
      } catch (cause) {
        throw notRecorded(cause)
      }
    },
  }
}

async function storeTogether(db: Db, batch: readonly Waiting[]): Promise<void> {
  try {
    await storePending(
      db,
      batch.map(({ entry }) => entry),
    )
    for (const { done } of batch) done()
  } catch (error) {
    if (batch.length > 1 && isOfAnEntry(error)) return storeEach(db, batch)
    for (const { fail } of batch) fail(error)
  }
}

/** One entry that cannot be stored does not keep the others from it. */
async function storeEach(db: Db, batch: readonly Waiting[]): Promise<void> {
  for (const one of batch) await storeTogether(db, [one])
}

/** PostgreSQL refused a value (classes 22 and 23), rather than being out of reach. */
function isOfAnEntry(error: unknown): boolean {
  return /^2[23]/.test(String((error as { code?: string }).code))
}

function notRecorded(cause: unknown): Problem {
  return unavailable('audit_unavailable', 'The audit trail could not be written. Try again later.', 5, cause)
}
