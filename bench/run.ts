import type { Bench } from './harness/bench.ts'
import type { Comparison, SideResult } from './harness/compare.ts'
import { KNOWLEDGE } from './harness/content/articles.ts'
import { checkArticles } from './harness/content/check-articles.ts'
import { checkPeople } from './harness/content/check-people.ts'
import { checkTree } from './harness/content/check-tree.ts'
import { loadArticles } from './harness/content/load-articles.ts'
import { loadPeople } from './harness/content/load-people.ts'
import { loadRequests, untilCounted } from './harness/content/load-requests.ts'
import { loadTree } from './harness/content/load-tree.ts'
import { loadWork } from './harness/content/load-work.ts'
import { COMPANIES, companyOf } from './harness/content/people.ts'
import { REQUEST_CLIENTS } from './harness/content/request-clients.ts'
import { DATASETS, shapeOf, sizeOf } from './harness/content/tree.ts'
import { withoutIndexes } from './harness/content/without-indexes.ts'
import { startDatabase } from './harness/database.ts'
import { endAll, endOnSignals, isEnding } from './harness/ending.ts'
import { startLoad } from './harness/load/load.ts'
import { Misuse, type Options, readOptions } from './harness/options.ts'
import { profile } from './harness/profile.ts'
import { startService } from './harness/service.ts'
import { decimals, table } from './harness/table.ts'
import { memoryOf } from './harness/usage.ts'
import { measureArticles } from './measurements/articles.ts'
import { bulkEmployees } from './measurements/bulk-employees.ts'
import { createRequest } from './measurements/create-request.ts'
import { measureDeletes } from './measurements/delete-value.ts'
import { measureDistribution } from './measurements/distribution.ts'
import { downloads, uploads } from './measurements/documents.ts'
import { measureEmployees } from './measurements/employees.ts'
import { measureFirstPage } from './measurements/first-page.ts'
import { getValue } from './measurements/get-value.ts'
import { measureHistory } from './measurements/history.ts'
import { measureImports } from './measurements/imports.ts'
import { measureLargeFile } from './measurements/large-file.ts'
import { measureLists } from './measurements/lists.ts'
import { measureManagerLists } from './measurements/manager-lists.ts'
import type { RateMeasurement } from './measurements/measurement.ts'
import { putValue } from './measurements/put-value.ts'
import { measureRequests } from './measurements/requests.ts'
import { measureSizing } from './measurements/sizing.ts'
import { measureStarts } from './measurements/start.ts'
import { measureWebhooks } from './measurements/webhooks.ts'

/** What each group of measurements needs is loaded when one of them is wanted. */
const VALUES = { rates: [getValue, putValue], lists: { name: 'lists', measure: measureLists }, load: loadValues }
const DELETES = { rates: [], lists: { name: 'delete-value', measure: measureDeletes }, load: async () => {} }
const PEOPLE = { rates: [bulkEmployees], lists: { name: 'employees', measure: measureEmployees }, load: loadCompanies }
const MANAGED = { rates: [], lists: { name: 'manager-lists', measure: measureManagerLists }, load: loadManaged }
const ARTICLES = { rates: [], lists: { name: 'articles', measure: measureArticles }, load: loadKnowledge }
const WEBHOOKS = { rates: [], lists: { name: 'webhooks', measure: measureWebhooks }, load: async () => {} }
const IMPORTS = { rates: [], lists: { name: 'imports', measure: measureImports }, load: async () => {} }
const DOCUMENTS = {
  rates: [uploads, downloads],
  lists: { name: 'large-file', measure: measureLargeFile },
  load: async () => {},
}
const REQUESTS = {
  rates: [createRequest],
  lists: { name: 'requests', measure: measureRequests },
  load: loadRequestClients,
}
const DISTRIBUTION = {
  rates: [],
  lists: { name: 'distribution', measure: measureDistribution },
  load: async () => {},
}
const HISTORY = { rates: [], lists: { name: 'history', measure: measureHistory }, load: async () => {} }
const SIZING = { rates: [], lists: { name: 'sizing', measure: measureSizing }, load: async () => {} }
const GROUPS = [
  VALUES,
  DELETES,
  PEOPLE,
  MANAGED,
  ARTICLES,
  WEBHOOKS,
  IMPORTS,
  DOCUMENTS,
  REQUESTS,
  DISTRIBUTION,
  HISTORY,
  SIZING,
]
/** They start services of their own, before there is another beside them. */
const ALONE = [
  { name: 'start', measure: measureStarts },
  { name: 'first-page', measure: measureFirstPage },
]
const NAMES = [
  ...ALONE.map(({ name }) => name),
  ...GROUPS.flatMap(({ rates, lists }) => [...rates.map(({ name }) => name), lists.name]),
]
const HEAD = ['measurement', 'reference/s', 'subject/s', 'ratio', 'target', 'verdict', 'p50 ms', 'p99 ms']
const USAGE_HEAD = ['RSS MB', 'CPU µs of reference', 'CPU µs of subject']

endOnSignals()
try {
  await main(readOptions(process.argv.slice(2), NAMES))
} catch (error) {
  // What breaks after Ctrl-C breaks because of it.
  if (!isEnding()) console.error(error instanceof Misuse ? error.message : error)
  process.exitCode = 1
} finally {
  await endAll()
}

async function main(options: Options): Promise<void> {
  const isWanted = ({ name }: { name: string }) => options.names.length === 0 || options.names.includes(name)
  const rows: string[][] = []
  const reports: string[] = []
  for (const { name, measure } of ALONE.filter(isWanted)) {
    say(name)
    reports.push(await measure())
  }
  const wanted = GROUPS.filter(({ rates, lists }) => [...rates, lists].some(isWanted))
  if (wanted.length > 0) await measureGroups(wanted, options, { rows, reports, isWanted })
  console.log()
  if (rows.length > 0) console.log(`${table([...HEAD, ...USAGE_HEAD], rows)}\n`)
  for (const report of reports) console.log(`${report}\n`)
}

type Findings = { rows: string[][]; reports: string[]; isWanted(measurement: { name: string }): boolean }

async function measureGroups(
  groups: typeof GROUPS,
  options: Options,
  { rows, reports, isWanted }: Findings,
): Promise<void> {
  const bench = await prepare(options)
  for (const { rates, lists, load } of groups) {
    await load(bench)
    // Lists first: what the others write would make them longer.
    if (isWanted(lists)) {
      say(lists.name)
      reports.push(await lists.measure(bench))
    }
    for (const measurement of rates.filter(isWanted)) {
      rows.push(await measureRate(bench, measurement))
      if (bench.service.inspectorPort === undefined) continue
      say(`${measurement.name}: profile`)
      const found = await profile(bench.service.inspectorPort, () => measurement.loadService(bench, options.seconds))
      reports.push(`Profile of the service under ${measurement.name}: ${found}`)
    }
  }
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
  return { options, database, service, load: startLoad(), shapes }
}

async function loadValues({ database: { client }, service, shapes }: Bench): Promise<void> {
  say(`loading ${sizeOf(shapes.large)} values`)
  await withoutIndexes(client, ['dataset_values'], async () => {
    await loadTree(client, DATASETS.large, shapes.large)
    await loadTree(client, DATASETS.small, shapes.small)
    await loadTree(client, DATASETS.subject, shapes.written)
    await loadTree(client, DATASETS.reference, shapes.written)
  })
  say('checking them')
  await checkTree(client, service, DATASETS.large, shapes.large)
  await checkTree(client, service, DATASETS.small, shapes.small)
}

async function loadCompanies({ database: { client }, service, options }: Bench): Promise<void> {
  say(`loading ${options.employees} employees`)
  await withoutIndexes(client, ['employees', 'registrations'], async () => {
    await loadPeople(client, COMPANIES.large, companyOf(options.employees))
    await loadPeople(client, COMPANIES.small, companyOf(3000))
  })
  say('checking them')
  for (const clientId of Object.values(COMPANIES)) await checkPeople(client, service, clientId)
}

/** The companies may be there already. */
async function loadManaged(bench: Bench): Promise<void> {
  const { client } = bench.database
  const { rowCount } = await client.query('SELECT FROM employees WHERE client_id = $1 LIMIT 1', [COMPANIES.large])
  if (rowCount === 0) await loadCompanies(bench)
  const { requests } = bench.options
  say(`loading ${requests} documents, requests and signature processes`)
  const tables = ['documents', 'requests', 'signature_processes', 'signature_signers', 'signature_files']
  await withoutIndexes(client, tables, async () => {
    await loadWork(client, COMPANIES.large, requests)
    await loadWork(client, COMPANIES.small, Math.floor(requests / 100))
  })
}

async function loadRequestClients({ database: { client }, options }: Bench): Promise<void> {
  say(`loading ${options.requests} requests`)
  await withoutIndexes(client, ['requests'], async () => {
    await loadRequests(client, REQUEST_CLIENTS.large, options.requests)
    await loadRequests(client, REQUEST_CLIENTS.small, Math.floor(options.requests / 100))
  })
  say('waiting until they are counted')
  await untilCounted(client)
}

async function loadKnowledge({ database: { client }, service, options }: Bench): Promise<void> {
  say(`loading ${options.articles} articles`)
  const sizes = { [KNOWLEDGE.large]: options.articles, [KNOWLEDGE.small]: 1000 }
  for (const [id, count] of Object.entries(sizes)) await loadArticles(client, await service.as(id), id, count)
  await withoutIndexes(client, [], async () => {})
  say('checking them')
  for (const id of Object.keys(sizes)) await checkArticles(client, await service.as(id), id)
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
  const verdict = target === undefined ? '–' : ratio >= target ? 'met' : 'below'
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
