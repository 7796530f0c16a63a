import type { Bench } from '../harness/bench.ts'
import type { Plan } from '../harness/explain.ts'
import type { Round } from '../harness/load/load.ts'
import type { Session } from '../harness/service.ts'
import { decimals, table } from '../harness/table.ts'
import type { Findings, Table } from '../report/findings.ts'

const MAX_SECONDS = 2
const FEWEST_ANSWERS = 5
/** A page that drops more rows than this reads what it should have found by an index. */
const MAX_DROPPED = 20_000

/** A list call on little and on much, and the plan of its statement on much. */
export type TimedCall = { name: string; small: Round; large: Round; plan: Plan }

/** One caller, so that the time is that of the call and not of a queue. */
export async function timeCall({ service, load, options }: Bench, session: Session, rest: string): Promise<Round> {
  // Until each connection's statement has its lasting plan, and what is read lies in memory.
  let fastest = Number.POSITIVE_INFINITY
  for (let call = 0; call < FEWEST_ANSWERS; call += 1) {
    const startedAt = performance.now()
    await session.call('GET', rest)
    fastest = Math.min(fastest, performance.now() - startedAt)
  }
  const seconds = Math.min(MAX_SECONDS, options.seconds)
  return load.ask({
    url: service.url,
    headers: session.headers,
    connections: 1,
    paths: [session.pathOf(rest)],
    until: { answers: Math.max(FEWEST_ANSWERS, Math.floor((seconds * 1000) / fastest)) },
  })
}

export function reportTimes(calls: TimedCall[]): Findings {
  return { tables: [timesOf(calls)], details: plansOf(calls), figures: [] }
}

function timesOf(calls: TimedCall[]): Table {
  const ms = (value: number) => decimals(value, 2)
  const rows = calls.map(({ name, large, small }) => [
    name,
    ms(small.p50),
    ms(small.p95),
    ms(large.p50),
    ms(large.p95),
    decimals(large.p50 / small.p50, 2),
    decimals(large.p95 / small.p95, 2),
    `${large.answers}`,
  ])
  return { head: ['list call', 'small p50', 'p95', 'large p50', 'p95 ms', 'large/small', 'of p95', 'calls'], rows }
}

function plansOf(calls: TimedCall[]): string {
  const rows = calls.map(({ name, plan }) => [
    name,
    decimals(plan.ms, 2),
    `${plan.buffers}`,
    verdictOf(plan),
    plan.nodes,
  ])
  return table(['list call', 'database ms', 'buffers', 'plan', 'nodes on the large side'], rows)
}

function verdictOf({ hasSeqScan, dropped }: Plan): string {
  if (hasSeqScan) return 'SEQ SCAN'
  return dropped > MAX_DROPPED ? 'WASTE' : 'ok'
}
