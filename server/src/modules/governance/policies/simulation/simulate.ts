import type { Client } from '#kernel/work.ts'
import type { Decision } from '#modules/governance/policies/decision/compile.ts'
import { decisionFor } from '#modules/governance/policies/decision/load-decision.ts'
import type { PolicyRule } from '#modules/governance/policies/decision/policy-values.ts'
import { refuseOtherType } from '#modules/governance/policies/put-policy.ts'
import { findPolicy } from '#modules/governance/policies/queries.ts'
import { resolvePolicy } from '#modules/governance/policies/resolve-policy.ts'
import type { Db } from '#platform/db/db.ts'
import type { Horizon } from './horizon.ts'
import {
  type CountRow,
  countItems,
  isDecidedByOther,
  isDue,
  isHeld,
  isWithoutDate,
  listSamples,
  raiseWorkMemory,
  technicalIds,
  typeCodes,
} from './queries.ts'
import type { Simulation, SimulationInput } from './schemas.ts'

const MAX_SAMPLES = 20
/** Of equal policies the one with the lower id decides; one that has no id yet comes after those that have. */
const NOT_SAVED = '~'

/** What a policy would do that is not saved, or not saved like that. */
export async function simulateInput(
  db: Db,
  client: Client,
  { id, until: _, ...input }: SimulationInput,
  horizon: Horizon,
): Promise<Simulation> {
  if (id !== undefined) refuseOtherType(await findPolicy(db, client, id), input)
  const { resource_type, delay, action, needs_approval = 1 } = input
  const { filters: __, ...meaning } = await resolvePolicy(db, client, input)
  const rule = { ...meaning, id: id ?? NOT_SAVED, resource_type, delay, action, needs_approval }
  return simulateRule(db, client, rule, horizon)
}

/** What a policy does, or would do if it were switched on. */
export async function simulateRule(db: Db, client: Client, rule: PolicyRule, horizon: Horizon): Promise<Simulation> {
  const decision = await decisionFor(db, client, rule)
  const all = await db.transaction().execute(async (tx) => {
    await raiseWorkMemory(tx)
    return countItems(tx, client, decision, horizon)
  })
  const counts = all.filter(({ organization }) => organization === null)
  const going = counts.filter(({ month }) => month !== null)
  const total = sumOf(going)
  const [by_type, sample_ids] = await Promise.all([
    countTypes(db, client, decision, going),
    samplesOf(db, client, decision, { ...horizon, most: Math.min(total, MAX_SAMPLES) }),
  ])
  return {
    matched: sumOf(counts),
    total,
    due_now: sumOf(counts.filter(isDue)),
    held: sumOf(going.filter(isHeld)),
    decided_by_others: sumOf(counts.filter(isDecidedByOther)),
    without_date: sumOf(counts.filter(isWithoutDate)),
    by_month: tally(going, ({ month }) => month ?? '').map(([month, count]) => ({ month, count })),
    by_type,
    by_organization: tally(
      all.filter((row) => row.organization !== null),
      ({ organization }) => organization ?? '',
    ).map(([code, count]) => ({ code, count })),
    sample_ids,
  }
}

const sumOf = (rows: readonly { count: string }[]) => rows.reduce((sum, { count }) => sum + Number(count), 0)

/** The sums of rows by their names, in order. */
function tally(rows: readonly CountRow[], nameOf: (row: CountRow) => string): [string, number][] {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(nameOf(row), (sums.get(nameOf(row)) ?? 0) + Number(row.count))
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1))
}

/** Documents by the codes of their types, requests by those of their forms; nothing else has a type. */
async function countTypes(db: Db, client: Client, { rule }: Decision, rows: readonly CountRow[]) {
  const named = rows.filter(({ type }) => type !== null)
  const tallied = tally(named, ({ type }) => type ?? '')
  if (rule.resource_type === 'request') return tallied.map(([code, count]) => ({ code, count }))
  if (!rule.resource_type.endsWith('_document')) return []
  const known = await typeCodes(db, { client_id: client.id, ids: tallied.map(([id]) => Number(id)) })
  const codes = new Map(known.map(({ id, code }) => [String(id), code]))
  return tallied
    .map(([id, count]) => ({ code: codes.get(id) ?? id, count }))
    .sort((one, other) => (one.code < other.code ? -1 : 1))
}

async function samplesOf(
  db: Db,
  client: Client,
  decision: Decision,
  asked: Horizon & { most: number },
): Promise<string[]> {
  const ids = asked.most === 0 ? [] : await listSamples(db, client, decision, asked)
  if (decision.rule.resource_type !== 'employee' || ids.length === 0) return ids
  return (await technicalIds(db, { client_id: client.id, keys: ids })).map(({ technical_id }) => technical_id)
}
