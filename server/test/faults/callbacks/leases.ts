import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { eventually } from '#test/harness/eventually.ts'

export type LeasedDelivery = { endpointId: string; deliveryId: string; lease: string; dueAt: Date }

/** What is in somebody's hands. */
export async function leasedDeliveries(db: Db): Promise<LeasedDelivery[]> {
  const { rows } = await sql<LeasedDelivery>`
    SELECT endpoint_id AS "endpointId", delivery_id AS "deliveryId", lease, due_at AS "dueAt" FROM callback_queue
    WHERE lease IS NOT NULL AND due_at > now() ORDER BY delivery_id`.execute(db)
  return rows
}

/** What the dead had in their hands, once the database has noticed that they are gone. It comes back within a minute. */
export async function deliveriesLeasedByDeadWorkers(db: Db): Promise<LeasedDelivery[]> {
  await eventually(async () => {
    const { rows } = await sql<{ busy: number }>`
      SELECT count(*)::integer AS busy FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'dossier' AND state <> 'idle'
        AND pid <> pg_backend_pid()`.execute(db)
    return rows[0]?.busy === 0
  })
  const held = await leasedDeliveries(db)
  for (const { dueAt } of held) assert.ok(dueAt.getTime() < Date.now() + 61_000, `held until ${dueAt.toISOString()}`)
  return held
}

/** Lets the minute pass, for these. */
export async function endLeases(db: Db, held: LeasedDelivery[]): Promise<void> {
  const leases = held.map(({ lease }) => lease)
  await sql`UPDATE callback_queue SET due_at = now() WHERE lease = ANY (${leases}::uuid[])`.execute(db)
}

export const idsOf = (held: LeasedDelivery[]) => held.map(({ deliveryId }) => deliveryId).toSorted()
