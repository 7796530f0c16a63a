import { type RawBuilder, sql } from 'kysely'
import type { HeldType } from '#kernel/legal-hold.ts'
import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { type Decision, planAnew, scan } from './compile.ts'
import { decisionOf } from './load-decision.ts'
import type { Action } from './policy-values.ts'

/** Something whose time is over. Named as in legal_hold_items: employees by their key. */
export type DueItem = {
  resource_type: HeldType
  resource_id: string
  /** That of its table: of notes the id. */
  key: string
  due_on: string
  action: Action
  needs_approval: number
}

/**
 * What a policy decides and is due on a day, what is due longest first: a query for an `INSERT … SELECT`. What a hold covers is
 * in it, what was postponed beyond the day is not.
 */
export function dueItems(
  client: Client,
  decision: Decision,
  { day, limit }: { day: string; limit: number },
): RawBuilder<DueItem> {
  const { resource_type, action, needs_approval } = decision.rule
  return sql<DueItem>`
    SELECT ${resource_type}::text AS resource_type, due.resource_id, due.key, due.due_on, ${action}::text AS action,
      ${needs_approval}::integer AS needs_approval
    FROM (${scan(client, decision, { looked: 'all', day })}) due
    WHERE due.goes_on <= ${day}::date ORDER BY due.due_on, due.key LIMIT ${limit}`
}

/** The same, fetched: for a few. */
export async function listDueItems(
  db: Db,
  client: Client,
  policyId: string,
  asked: { day: string; limit: number },
): Promise<DueItem[]> {
  const decision = await decisionOf(db, client, policyId)
  if (!decision) return []
  return (await sql<DueItem>`${planAnew} ${dueItems(client, decision, asked)}`.execute(db)).rows
}

/** Which of these items the policy still decides and are still due, as it is now: for a look in the transaction that deletes. */
export async function findStillDue(
  tx: Tx,
  client: Client,
  policyId: string,
  { keys, day }: { keys: readonly string[]; day: string },
): Promise<Set<string>> {
  const decision = await decisionOf(tx, client, policyId)
  if (!decision || keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`${planAnew}
    SELECT due.key FROM (${scan(client, decision, { looked: 'by_key', day, keys })}) due
    WHERE due.goes_on <= ${day}::date`.execute(tx)
  return new Set(rows.map(({ key }) => key))
}
