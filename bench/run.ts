import type { Bench } from './harness/bench.ts'
import { checkTree } from './harness/check-tree.ts'
import type { Comparison, SideResult } from './harness/compare.ts'
import { startDatabase } from './harness/database.ts'
import { endAll, endOnSignals, isEnding } from './harness/ending.ts'
import { startLoad } from './harness/load.ts'
import { loadTree, withoutIndexes } from './harness/load-tree.ts'
import { Misuse, type Options, readOptions } from './harness/options.ts'
import { profile } from './harness/profile.ts'
import { startService } from './harness/service.ts'
import { decimals, table } from './harness/table.ts'
import { DATASETS, shapeOf, sizeOf } from './harness/tree.ts'
import { memoryOf } from './harness/usage.ts'
import { getValue } from './measurements/get-value.ts'
import { measureLists } from './measurements/lists.ts'
import type { RateMeasurement } from './measurements/measurement.ts'
import { putValue } from './measurements/put-value.ts'

const RATES = [getValue, putValue]
const LISTS = 'lists'
const HEAD = ['measurement', 'reference/s', 'subject/s', 'ratio', 'target', 'verdict', 'p50 ms', 'p99 ms']
const USAGE_HEAD = ['RSS MB', 'CPU µs of reference', 'CPU µs of subject']

endOnSignals()
try {
  await main(readOptions(process.argv.slice(2), [...RATES.map(({ name }) => name), LISTS]))
} catch (error) {
  // What breaks after Ctrl-C breaks because of it.
  if (!isEnding()) console.error(error instanceof Misuse ? error.message : error)
  process.exitCode = 1
} finally {
  await endAll()
}

async function main(options: Options): Promise<void> {
  const bench = await prepare(options)
  const isWanted = (name: string) => options.names.length === 0 || options.names.includes(name)
  const rows: string[][] = []
  const reports: string[] = []
  for (const measurement of RATES.filter(({ name }) => isWanted(name))) {
    rows.push(await measureRate(bench, measurement))
    if (bench.service.inspectorPort === undefined) continue
    say(`${measurement.name}: profile`)
    const found = await profile(bench.service.inspectorPort, () => measurement.loadService(bench, options.seconds))
    reports.push(`Profile of the service under ${measurement.name}: ${found}`)
  }
  if (isWanted(LISTS)) {
    say(LISTS)
    reports.push(await measureLists(bench))
  }
  console.log()
  if (rows.length > 0) console.log(`${table([...HEAD, ...USAGE_HEAD], rows)}\n`)
  for (const report of reports) console.log(`${report}\n`)
}

async function prepare(options: Options): Promise<Bench> {
  const shapes = {
    large: shapeOf(options.values),
    small: shapeOf(1000),
    written: { countries: 50, cities: 20, offices: 0 },
  }
  say('starting PostgreSQL and the service')
  const database = await startDatabase()
  const service = await startService(database, options)
  say(`loading ${sizeOf(shapes.large)} values`)
  await withoutIndexes(database.client, async () => {
    await loadTree(database.client, DATASETS.large, shapes.large)
    await loadTree(database.client, DATASETS.small, shapes.small)
    await loadTree(database.client, DATASETS.subject, shapes.written)
    await loadTree(database.client, DATASETS.reference, shapes.written)
  })
  say('checking them')
  await checkTree(database.client, service, DATASETS.large, shapes.large)
  await checkTree(database.client, service, DATASETS.small, shapes.small)
  return { options, database, service, load: startLoad(), shapes }
}

async function measureRate(bench: Bench, measurement: RateMeasurement): Promise<string[]> {
  say(measurement.name)
  const before = await memoryOf(bench.service.pid)
  const comparison = await measurement.run(bench)
  const after = await memoryOf(bench.service.pid)
  return [
    ...rateCells(measurement, comparison),
    `${decimals(before, 0)} to ${decimals(after, 0)}`,
    ...cpuCells(comparison),
  ]
}

function rateCells({ name, target }: RateMeasurement, { reference, subject }: Comparison): string[] {
  const ratio = subject.rate / reference.rate
  const verdict = ratio >= target ? 'met' : 'below'
  const rates = [decimals(reference.rate, 0), decimals(subject.rate, 0), decimals(ratio, 2), decimals(target, 2)]
  return [name, ...rates, verdict, decimals(subject.p50, 2), decimals(subject.p99, 2)]
}

function cpuCells({ reference, subject }: Comparison): string[] {
  const cell = ({ processMicros, databaseMicros }: SideResult) =>
    `${decimals(processMicros, 0)} + ${decimals(databaseMicros, 0)} in PostgreSQL`
  return [cell(reference), cell(subject)]
}

function say(what: string): void {
  console.log(`${decimals(process.uptime(), 0).padStart(4)} s  ${what}`)
}
