import type { ListValuesQuery } from '../../server/src/modules/datasets/schemas.ts'
import type { Bench } from '../harness/bench.ts'
import { explainList, type Plan } from '../harness/explain.ts'
import type { Round } from '../harness/load.ts'
import { decimals, table } from '../harness/table.ts'
import { DATASETS } from '../harness/tree.ts'
import { cursorInTheMiddle, LIST_CALLS, type ListCall, positionOf } from './list-calls.ts'

const MOST_SECONDS = 2
const FEWEST_ANSWERS = 5
/** A page that drops more rows than this reads what it should have found by an index. */
const MOST_DROPPED = 20_000

type Size = 'large' | 'small'
type Outcome = { call: ListCall; large: Round; small: Round; plan: Plan }

/** Lists and searches on the large data set against the same calls on a small one: the time should not grow with it. */
export async function measureLists(bench: Bench): Promise<string> {
  const { service, shapes, database } = bench
  const cursors = {
    large: await cursorInTheMiddle(service, DATASETS.large, shapes.large),
    small: await cursorInTheMiddle(service, DATASETS.small, shapes.small),
  }
  const outcomes: Outcome[] = []
  for (const call of LIST_CALLS) {
    const isInTheMiddle = call.name === 'page in the middle'
    const queryOf = (size: Size) => (isInTheMiddle ? { ...call.query, cursor: cursors[size] } : call.query)
    const position = isInTheMiddle ? positionOf(cursors.large) : undefined
    const query = { ...call.query, per_page: Number(call.query.per_page ?? 20) } as ListValuesQuery
    outcomes.push({
      call,
      small: await time(bench, 'small', queryOf('small')),
      large: await time(bench, 'large', queryOf('large')),
      plan: await explainList(database.connection, DATASETS.large, query, position),
    })
  }
  return `${timesOf(outcomes)}\n\n${plansOf(outcomes)}`
}

/** One caller, so that the time is that of the call and not of a queue. */
async function time({ service, load, options }: Bench, size: Size, query: Record<string, string>): Promise<Round> {
  const rest = `/datasets/${DATASETS[size]}/values?${new URLSearchParams(query)}`
  // Until each connection's statement has its lasting plan, and what is read lies in memory.
  let fastest = Number.POSITIVE_INFINITY
  for (let call = 0; call < FEWEST_ANSWERS; call += 1) {
    const startedAt = performance.now()
    await service.call('GET', rest)
    fastest = Math.min(fastest, performance.now() - startedAt)
  }
  const seconds = Math.min(MOST_SECONDS, options.seconds)
  return load.ask({
    url: service.url,
    headers: service.headers,
    connections: 1,
    paths: [service.pathOf(rest)],
    until: { answers: Math.max(FEWEST_ANSWERS, Math.floor((seconds * 1000) / fastest)) },
  })
}

function timesOf(outcomes: Outcome[]): string {
  const ms = (value: number) => decimals(value, 2)
  const rows = outcomes.map(({ call, large, small }) => [
    ...[call.name, ms(small.p50), ms(small.p99), ms(large.p50), ms(large.p99)],
    ...[decimals(large.p50 / small.p50, 2), `${large.answers}`],
  ])
  return table(['list call', 'small p50', 'p99', 'large p50', 'p99 ms', 'large/small', 'calls'], rows)
}

function plansOf(outcomes: Outcome[]): string {
  const rows = outcomes.map(({ call, plan }) => [
    ...[call.name, decimals(plan.ms, 2), `${plan.buffers}`],
    ...[verdictOf(plan), plan.nodes],
  ])
  return table(['list call', 'database ms', 'buffers', 'plan', 'nodes on the large data set'], rows)
}

function verdictOf({ hasSeqScan, dropped }: Plan): string {
  if (hasSeqScan) return 'SEQ SCAN'
  return dropped > MOST_DROPPED ? 'WASTE' : 'ok'
}
