import type { Bench } from './harness/bench.ts'
import { shapeOf } from './harness/content/tree.ts'
import { startDatabase } from './harness/database.ts'
import { endAll, endOnSignals, isEnding } from './harness/ending.ts'
import { startLoad } from './harness/load/load.ts'
import { loadCompanies, loadKnowledge, loadManaged, loadRequestClients, loadValues } from './harness/loading.ts'
import { Misuse, type Options, readOptions } from './harness/options.ts'
import { profile } from './harness/profile.ts'
import { say } from './harness/say.ts'
import { startService } from './harness/service.ts'
import { memoryOf } from './harness/usage.ts'
import { measureAccessPackages } from './measurements/access-packages.ts'
import { measureArticles } from './measurements/articles.ts'
import { measureAudit } from './measurements/audit.ts'
import { measureAuditedDownloads } from './measurements/audited-downloads.ts'
import { bulkEmployees } from './measurements/bulk-employees.ts'
import { createRequest } from './measurements/create-request.ts'
import { measureDeletes } from './measurements/delete-value.ts'
import { measureDisposals } from './measurements/disposals.ts'
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
import { type RateMeasurement, rateFindings } from './measurements/measurement.ts'
import { putValue } from './measurements/put-value.ts'
import { measureRequests } from './measurements/requests.ts'
import { measureRetention } from './measurements/retention.ts'
import { measureSizing } from './measurements/sizing.ts'
import { measureStarts } from './measurements/start.ts'
import { measureWebhooks } from './measurements/webhooks.ts'
import type { Findings } from './report/findings.ts'
import { finish, type MeasureAgain } from './report/finish.ts'
import { openRecorder, type Recorder } from './report/recorder.ts'

/** What each group of measurements needs is loaded when one of them is wanted; some loads are for one of them alone. */
const nothing = async () => {}
const VALUES = { rates: [getValue, putValue], lists: { name: 'lists', measure: measureLists }, load: loadValues }
const DELETES = { rates: [], lists: { name: 'delete-value', measure: measureDeletes }, load: nothing }
const PEOPLE = { rates: [bulkEmployees], lists: { name: 'employees', measure: measureEmployees }, load: loadCompanies }
const MANAGED = { rates: [], lists: { name: 'manager-lists', measure: measureManagerLists }, load: loadManaged }
const ARTICLES = { rates: [], lists: { name: 'articles', measure: measureArticles }, load: loadKnowledge }
const WEBHOOKS = { rates: [], lists: { name: 'webhooks', measure: measureWebhooks }, load: nothing }
const IMPORTS = { rates: [], lists: { name: 'imports', measure: measureImports }, load: nothing }
const DOCUMENTS = {
  rates: [uploads, downloads],
  lists: { name: 'large-file', measure: measureLargeFile },
  load: nothing,
}
const REQUESTS = {
  rates: [createRequest],
  lists: { name: 'requests', measure: measureRequests },
  load: loadRequestClients,
}
const DISTRIBUTION = { rates: [], lists: { name: 'distribution', measure: measureDistribution }, load: nothing }
const HISTORY = { rates: [], lists: { name: 'history', measure: measureHistory }, load: nothing }
const DISPOSALS = { rates: [], lists: { name: 'disposals', measure: measureDisposals }, load: nothing }
const AUDIT = { rates: [], lists: { name: 'audit', measure: measureAudit }, load: nothing }
const PACKAGES = { rates: [], lists: { name: 'access-packages', measure: measureAccessPackages }, load: nothing }
const AUDITED = { rates: [], lists: { name: 'audited-downloads', measure: measureAuditedDownloads }, load: nothing }
const RETENTION = { rates: [], lists: { name: 'retention', measure: measureRetention }, load: nothing }
const SIZING = { rates: [], lists: { name: 'sizing', measure: measureSizing }, load: nothing }
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
  DISPOSALS,
  AUDIT,
  PACKAGES,
  AUDITED,
  RETENTION,
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
/** Those that compare with a reference, or count CPU time, and need little data. */
const QUICK = [
  'get-value',
  'put-value',
  'delete-value',
  'bulk-employees',
  'create-request',
  'uploads',
  'downloads',
  'webhooks',
  'sizing',
]

endOnSignals()
try {
  process.exitCode = await main(readOptions(process.argv.slice(2), NAMES))
} catch (error) {
  // What breaks after Ctrl-C breaks because of it.
  if (!isEnding()) console.error(error instanceof Misuse ? error.message : error)
  process.exitCode = 1
} finally {
  await endAll()
}

async function main(options: Options): Promise<number> {
  const usual = options.isQuick ? QUICK : NAMES
  const names = options.names.length === 0 ? usual : options.names
  const recorder = openRecorder(options)
  return finish(recorder, options, await measureAll(names, recorder, options))
}

/** Measures what is named; answers how to measure some of it again. */
async function measureAll(names: string[], recorder: Recorder, options: Options): Promise<MeasureAgain> {
  for (const { name, measure } of ALONE.filter(({ name }) => names.includes(name))) {
    say(name)
    await recorder.record(name, measure)
  }
  const isAlone = !names.some((name) => ALONE.every((one) => one.name !== name))
  // The page says what version of PostgreSQL there is, also where nothing else asks it.
  if (isAlone && !options.isReported) return nothing
  const bench = await prepare(options)
  await recorder.describeMachine(bench.database.client)
  await measureGroups(bench, names, recorder)
  return (again, other) => measureGroups(bench, again, other, { isLoaded: true })
}

async function measureGroups(
  bench: Bench,
  names: string[],
  recorder: Recorder,
  { isLoaded = false } = {},
): Promise<void> {
  const isWanted = ({ name }: { name: string }) => names.includes(name)
  for (const { rates, lists, load } of GROUPS) {
    if (![...rates, lists].some(isWanted)) continue
    if (!isLoaded) await load(bench, isWanted(lists))
    // Lists first: what the others write would make them longer.
    if (isWanted(lists)) {
      say(lists.name)
      await recorder.record(lists.name, () => lists.measure(bench))
    }
    for (const measurement of rates.filter(isWanted)) {
      say(measurement.name)
      await recorder.record(measurement.name, () => measureRate(bench, measurement))
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

async function measureRate(bench: Bench, measurement: RateMeasurement): Promise<Findings> {
  const before = await memoryOf(bench.service.pid)
  const comparison = await measurement.run(bench)
  const memory = [before, await memoryOf(bench.service.pid)] as const
  const found = rateFindings(measurement, comparison, memory)
  if (bench.service.inspectorPort === undefined) return found
  say(`${measurement.name}: profile`)
  const load = () => measurement.loadService(bench, bench.options.seconds)
  const profiled = await profile(bench.service.inspectorPort, load)
  return { ...found, details: `Profile of the service under ${measurement.name}: ${profiled}` }
}
