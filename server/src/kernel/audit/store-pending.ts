import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { PendingAuditEntry, Work } from '#platform/db/work.ts'

const insertPending = statement<
  never,
  {
    client_ids: string[]
    times: Date[]
    actions: string[]
    outcomes: string[]
    actor_types: string[]
    actor_ids: (string | null)[]
    actor_names: (string | null)[]
    actor_addresses: (string | null)[]
    subject_types: (string | null)[]
    subject_ids: (string | null)[]
    resource_types: (string | null)[]
    resource_ids: (string | null)[]
    details: string[]
  }
>(`
  INSERT INTO audit_pending (client_id, at, action, outcome, actor_type, actor_id, actor_name, actor_address,
    subject_type, subject_technical_id, resource_type, resource_id, details)
  SELECT client_id, at, action, outcome, actor_type, actor_id, actor_name, actor_address,
    subject_type, subject_id, resource_type, resource_id, details::jsonb
  FROM unnest($client_ids::text[], $times::timestamptz[], $actions::text[], $outcomes::text[], $actor_types::text[],
      $actor_ids::text[], $actor_names::text[], $actor_addresses::text[], $subject_types::text[], $subject_ids::text[],
      $resource_types::text[], $resource_ids::text[], $details::text[])
    AS entry (client_id, at, action, outcome, actor_type, actor_id, actor_name, actor_address,
      subject_type, subject_id, resource_type, resource_id, details)`)

export type ClientAuditEntry = PendingAuditEntry & { client_id: string }

/** Stores entries for the writer of the audit trail, in this order. */
export async function storePending(db: Db, entries: readonly ClientAuditEntry[]): Promise<void> {
  await insertPending(db, {
    client_ids: entries.map((entry) => entry.client_id),
    times: entries.map((entry) => entry.at),
    actions: entries.map((entry) => entry.action),
    outcomes: entries.map((entry) => entry.outcome ?? 'done'),
    actor_types: entries.map((entry) => entry.actor.type),
    actor_ids: entries.map((entry) => entry.actor.id),
    actor_names: entries.map((entry) => entry.actor.name),
    actor_addresses: entries.map((entry) => entry.actor.address),
    subject_types: entries.map((entry) => entry.subject?.type ?? null),
    subject_ids: entries.map((entry) => entry.subject?.technical_id ?? null),
    resource_types: entries.map((entry) => entry.resource?.type ?? null),
    resource_ids: entries.map((entry) => entry.resource?.id ?? null),
    details: entries.map((entry) => JSON.stringify(entry.details ?? {})),
  })
}

/** Stores the entries of a work in its transaction. */
export async function flushAudit({ tx, client, pendingAudit }: Work): Promise<void> {
  const entries = pendingAudit.splice(0)
  if (entries.length > 0) {
    await storePending(
      tx,
      entries.map((entry) => ({ ...entry, client_id: client.id })),
    )
  }
}
