import type { AuditEntry as NewEntry } from '#kernel/audit/audit-entry.ts'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Caller } from '#kernel/work.ts'
import { chainPending } from '#modules/audit/chain/chain-pending.ts'
import type { AuditEntry } from '#modules/audit/reading/schemas.ts'
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
