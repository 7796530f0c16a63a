import { sql } from 'kysely'
import type { AuditEntry as NewEntry } from '#kernel/audit/audit-entry.ts'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Caller } from '#kernel/work.ts'
import { chainPending } from '#modules/audit/chain/chain-pending.ts'
import type { AuditEntry } from '#modules/audit/reading/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import type { TestApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'

/** How tests write things down, and read the trail. */
export function auditCalls({ v2, db, doWork }: Pick<TestApp, 'v2' | 'db' | 'doWork'>) {
  /** Stores entries with a change of their own, in this order. */
  async function recorded(entries: readonly NewEntry[], caller: Caller = acme): Promise<void> {
    await doWork(caller, async (work) => {
      for (const entry of entries) recordAudit(work, entry)
    })
  }
  /** Puts all that waits in the chain, as a worker does. */
  async function chain(clientId = 'acme', limit?: number): Promise<void> {
    while (await chainPending(db, clientId, limit)) {
      // Until nothing waits.
    }
  }
  async function entries(query: Record<string, string> = {}): Promise<AuditEntry[]> {
    const answer = await v2('GET', `/audit_entries?${new URLSearchParams({ per_page: '100', ...query })}`)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json()
  }
  const exported = (query: Record<string, string> = {}) =>
    v2('GET', `/audit_entries/export?${new URLSearchParams(query)}`)
  return { recorded, chain, entries, exported }
}

export type RecordedEntry = {
  action: string
  outcome: string
  actor: { type: string; id: string | null; name: string | null; address: string | null }
  subject: { type: string; technical_id: string } | null
  resource: { type: string; id: string | null } | null
  details: Record<string, unknown>
}

type Recorded = { action?: string; resource_id?: string; subject?: string; client?: string }

/** What was written down, oldest first, whether or not the writer has put it in the chain already. */
export async function auditedIn(db: Db, { client = 'acme', ...sought }: Recorded = {}): Promise<RecordedEntry[]> {
  const { rows } = await sql<{ entry: RecordedEntry }>`
    SELECT json_build_object('action', action, 'outcome', outcome,
      'actor', json_build_object('type', actor_type, 'id', actor_id, 'name', actor_name, 'address', actor_address),
      'subject', CASE WHEN subject_type IS NOT NULL
        THEN json_build_object('type', subject_type, 'technical_id', subject_technical_id) END,
      'resource', CASE WHEN resource_type IS NOT NULL
        THEN json_build_object('type', resource_type, 'id', resource_id) END,
      'details', details) AS entry
    FROM (
      SELECT 1 AS place, sequence AS rank, entry.action, entry.outcome, entry.actor_type, actor_id, actor_name, actor_address,
        subject_type, subject_technical_id, resource_type, resource_id, details
      FROM audit_entries entry JOIN audit_people USING (client_id, sequence) WHERE client_id = ${client}
      UNION ALL
      SELECT 2, key, action, outcome, actor_type, actor_id, actor_name, actor_address,
        subject_type, subject_technical_id, resource_type, resource_id, details
      FROM audit_pending WHERE client_id = ${client}
    ) AS recorded
    WHERE ${sought.action ?? null}::text IS NULL OR action = ${sought.action ?? null}
    ORDER BY place, rank`.execute(db)
  return rows
    .map(({ entry }) => entry)
    .filter(({ resource }) => sought.resource_id === undefined || resource?.id === sought.resource_id)
    .filter(({ subject }) => sought.subject === undefined || subject?.technical_id === sought.subject)
}

/** What a step has written down. */
export async function auditedBy(db: Db, step: () => Promise<unknown>, client = 'acme'): Promise<RecordedEntry[]> {
  const before = (await auditedIn(db, { client })).length
  await step()
  return (await auditedIn(db, { client })).slice(before)
}

/** Runs a step while entries cannot be stored. */
export async function withoutTrail<T>({ pool }: Pick<TestApp, 'pool'>, step: () => Promise<T>): Promise<T> {
  await pool.query('ALTER TABLE audit_pending RENAME TO audit_pending_away')
  try {
    return await step()
  } finally {
    await pool.query('ALTER TABLE audit_pending_away RENAME TO audit_pending')
  }
}
