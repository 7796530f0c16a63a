import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { type Bench, CONNECTIONS } from '../harness/bench.ts'
import { nextSerials } from '../harness/compare-writers.ts'
import { emptyDataset, keyOfDataset, loadTree } from '../harness/content/load-tree.ts'
import { CLIENT, DATASETS, type Shape, sizeOf } from '../harness/content/tree.ts'
import { withoutIndexes } from '../harness/content/without-indexes.ts'
import { type Load, type Round, startLoad } from '../harness/load/load.ts'
import type { Options } from '../harness/options.ts'
import { loading } from '../harness/say.ts'
import { decimals, type TargetRow, targetRow, targetTable } from '../harness/table.ts'
import { type Findings, ratio } from '../report/findings.ts'

const DELETING_CONNECTIONS = 8
const ROUNDS = 3
const SETTLE_WITHIN_MS = 10_000
/** More leaves than a small machine deletes in all rounds; each is deleted once. */
const shapeFor = ({ isQuick }: Options): Shape => ({ countries: 50, cities: 20, offices: isQuick ? 20 : 60 })

/** PUTs of new values while others are deleted, against the same PUTs alone: all in one data set, below the same parents. */
export async function measureDeletes(bench: Bench): Promise<Findings> {
  const { database, options } = bench
  const shape = shapeFor(options)
  await loading(`${sizeOf(shape)} values`, () =>
    withoutIndexes(database.client, ['dataset_values'], async () => {
      await emptyDataset(database.client, DATASETS.mixed)
      await loadTree(database.client, DATASETS.mixed, shape)
    }),
  )
  const put = startPuts(bench, shape)
  const remove = startDeletes(bench, shape)
  await put(2)
  const rounds: DeleteRound[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await put(options.seconds)
    const [beside, deletes] = await Promise.all([put(options.seconds), remove(options.seconds)])
    rounds.push({ alone, beside, deletes })
  }
  await checkCount(bench)
  const figures = [ratio('PUTs beside DELETEs', medianOf(rounds, shareOf))]
  return { tables: [targetTable(linesOf(rounds), 'PUT and DELETE of values')], figures }
}

type DeleteRound = { alone: Round; beside: Round; deletes: Round }

function startPuts({ service, load }: Bench, shape: Shape): (seconds: number) => Promise<Round> {
  const { url, headers } = service
  const paths = pathsOf(shape, 2).map((path) => service.pathOf(`/datasets/${DATASETS.mixed}/values/${path}`))
  return (seconds) =>
    load.ask({ url, headers, connections: CONNECTIONS, paths, until: { seconds }, newValues: nextSerials() })
}

function startDeletes({ service }: Bench, shape: Shape): (seconds: number) => Promise<Round> {
  const { url, headers } = service
  const leaves = shuffled(pathsOf(shape, 3).map((path) => service.pathOf(`/datasets/${DATASETS.mixed}/values/${path}`)))
  const load: Load = startLoad()
  return async (seconds) => {
    const round = await load.ask({
      url,
      headers,
      connections: DELETING_CONNECTIONS,
      paths: leaves,
      until: { seconds },
      isDeletion: true,
    })
    // Calls that were under way when the time was over may have been made too.
    leaves.splice(0, round.answers + DELETING_CONNECTIONS)
    return round
  }
}

const shareOf = ({ alone, beside }: DeleteRound) => beside.rate / alone.rate

function medianOf(rounds: DeleteRound[], of: (round: DeleteRound) => number): number {
  return rounds.map(of).sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? Number.NaN
}

function linesOf(rounds: DeleteRound[]): TargetRow[] {
  const median = (of: (round: DeleteRound) => number) => medianOf(rounds, of)
  const show = (digits: number, of: (round: DeleteRound) => number) => decimals(median(of), digits)
  return [
    targetRow('PUTs beside DELETEs', {
      sides: [`${show(0, ({ alone }) => alone.rate)}/s alone`, `${show(0, ({ beside }) => beside.rate)}/s`],
      ratio: median(shareOf),
      target: 0.6,
      direction: 'at least',
    }),
    targetRow('p95 of a DELETE', {
      sides: [`p50 ${show(1, ({ deletes }) => deletes.p50)} ms`, `${show(1, ({ deletes }) => deletes.p95)} ms`],
      ratio: median(({ deletes }) => deletes.p95 / deletes.p50),
      target: 10,
      direction: 'at most',
    }),
    ['DELETEs', '–', `${show(0, ({ deletes }) => deletes.rate)}/s`, '–', 'no 503, exact count', 'met'],
  ]
}

/** `values_count` must be what is there, as soon as the last calls that the load generator left unanswered are over. */
async function checkCount({ database: { client }, service }: Bench): Promise<void> {
  const key = await keyOfDataset(client, DATASETS.mixed)
  const until = performance.now() + SETTLE_WITHIN_MS
  for (;;) {
    const { body } = await service.call<{ values_count: number }>('GET', `/datasets/${DATASETS.mixed}`)
    const { rows } = await client.query<{ count: string }>(
      'SELECT count(*) FROM dataset_values WHERE client_id = $1 AND dataset_key = $2',
      [CLIENT.id, key],
    )
    if (body.values_count === Number(rows[0]?.count)) return
    assert.ok(performance.now() < until, `values_count is ${body.values_count}, and ${rows[0]?.count} values are there`)
    await delay(500)
  }
}

/** Every path of a level, in the codes of `loadTree`. */
function pathsOf({ countries, cities, offices }: Shape, level: 2 | 3): string[] {
  const codes = (letter: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(4, '0')}`)
  const second = codes('c', countries).flatMap((one) => codes('t', cities).map((other) => `${one}.${other}`))
  return level === 2 ? second : second.flatMap((one) => codes('o', offices).map((other) => `${one}.${other}`))
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}
