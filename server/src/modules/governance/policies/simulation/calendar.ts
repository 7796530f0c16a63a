import { sql } from 'kysely'
import { HELD_TYPES, type HeldType } from '#kernel/legal-hold.ts'
import type { Client } from '#kernel/work.ts'
import { planAnew, type Rules } from '#modules/governance/policies/decision/compile.ts'
import { rulesByRank, scanDecided } from '#modules/governance/policies/decision/decide-all.ts'
import { loadRules } from '#modules/governance/policies/decision/load-decision.ts'
import type { Action, PolicyRule } from '#modules/governance/policies/decision/policy-values.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Horizon } from './horizon.ts'
import { raiseWorkMemory } from './queries.ts'
import type { CalendarEntry } from './schemas.ts'

/** How much a policy lets go in a month, by its rank and, of those of document types, by the type. */
type DueRow = {
  rank: number
  document_type_id: number | null
  month: string
  is_due: boolean
  count: string
  held: string
}

/** What all enabled policies let go until a day: the figures of their simulations, by one look at the items of each type. */
export async function countCalendar(db: Db, client: Client, horizon: Horizon): Promise<CalendarEntry[]> {
  const entries: CalendarEntry[] = []
  for (const type of HELD_TYPES) {
    const rules = await loadRules(db, client, type)
    if (rules.rules.length > 0) entries.push(...(await countType(db, client, { rules, type }, horizon)))
  }
  return entries.toSorted((one, other) => (one.retention_policy_id < other.retention_policy_id ? -1 : 1))
}

type Asked = { rules: Rules; type: HeldType }

async function countType(db: Db, client: Client, asked: Asked, horizon: Horizon): Promise<CalendarEntry[]> {
  const all = await db.transaction().execute(async (tx) => {
    await raiseWorkMemory(tx)
    return countDue(tx, client, asked, horizon)
  })
  const policyOf = namer(asked.rules.rules)
  return [...Map.groupBy(all, policyOf)].map(([id, rows]) => ({
    retention_policy_id: id,
    total: sumOf(rows, 'count'),
    due_now: sumOf(
      rows.filter((row) => row.is_due),
      'count',
    ),
    held: sumOf(rows, 'held'),
    by_month: [...Map.groupBy(rows, ({ month }) => month)]
      .map(([month, alike]) => ({ month, count: sumOf(alike, 'count') }))
      .sort((one, other) => (one.month < other.month ? -1 : 1)),
  }))
}

const sumOf = (rows: readonly DueRow[], what: 'count' | 'held') => rows.reduce((sum, row) => sum + Number(row[what]), 0)

/** Finds the id of the policy that a row is of. */
function namer(rules: readonly PolicyRule[]): (row: DueRow) => string {
  const ranks = rulesByRank(rules)
  return ({ rank, document_type_id: type }) => {
    const alike = ranks.get(rank) ?? []
    const found = alike.length > 1 ? alike.find((rule) => rule.document_type_ids?.[0] === type) : alike[0]
    if (!found) throw new Error(`No retention policy has the rank ${rank} for the document type ${type}.`)
    return found.id
  }
}

async function countDue(tx: Tx, client: Client, { rules, type }: Asked, { today, until }: Horizon): Promise<DueRow[]> {
  const ranks = [...rulesByRank(rules.rules)]
  const ofAction = (action: Action) => ranks.filter(([, [rule]]) => rule?.action === action).map(([rank]) => rank)
  const shared = ranks.filter(([, alike]) => alike.length > 1).map(([rank]) => rank)
  // What is in the trash, or anonymous, has been dealt with, unless its policy does more.
  const { rows } = await sql<DueRow>`${planAnew}
    SELECT rank, document_type_id, month, is_due, count(*) AS count, count(*) FILTER (WHERE is_held) AS held FROM (
    SELECT due.rank, CASE WHEN due.rank = ANY (${shared}::integer[]) THEN due.document_type_id END AS document_type_id,
      to_char(due.goes_on, 'YYYY-MM') AS month, due.goes_on <= ${today}::date AS is_due, EXISTS (
        SELECT FROM legal_hold_items covered
        JOIN legal_holds hold ON hold.client_id = ${client.id} AND hold.id = covered.hold_id AND hold.released_at IS NULL
        WHERE covered.client_id = ${client.id} AND covered.resource_type = ${type}
          AND covered.resource_id = due.id::text) AS is_held
    FROM (${scanDecided(client, rules, type)}) due
    WHERE due.goes_on <= ${until}::date
      AND NOT (due.is_trashed AND due.rank = ANY (${ofAction('trash')}::integer[]))
      AND NOT (due.is_anonymised AND due.rank = ANY (${ofAction('anonymise')}::integer[]))
    ) AS due GROUP BY 1, 2, 3, 4`.execute(tx)
  return rows
}
