import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Bench } from '../harness/bench.ts'
import { nextSerials } from '../harness/compare-writers.ts'
import { emitEvents } from '../harness/content/emit-events.ts'
import { DOCUMENT, prepareFiling, UPLOAD_HEADERS, UPLOAD_PATH } from '../harness/content/filing.ts'
import { loadPeople } from '../harness/content/load-people.ts'
import { loadRequests } from '../harness/content/load-requests.ts'
import { loadTree } from '../harness/content/load-tree.ts'
import { COMPANIES, companyOf } from '../harness/content/people.ts'
import { employeeOf, managerOf, REQUEST_CLIENTS } from '../harness/content/request-clients.ts'
import { DATASETS, randomPath, type Shape, shapeOf } from '../harness/content/tree.ts'
import { contentType, formOf, SERIAL_BYTES, uploadForm } from '../harness/content/upload-form.ts'
import { type Database, startDatabase } from '../harness/database.ts'
import type { LoadJob } from '../harness/load/load.ts'
import { startReceiver } from '../harness/load/receiver.ts'
import { loading } from '../harness/say.ts'
import { endProcess, type Service, startService } from '../harness/service.ts'
import { decimals } from '../harness/table.ts'
import { cpuOfDescendants, cpuSeconds, memoryOf } from '../harness/usage.ts'
import { cpuMicros, type Findings } from '../report/findings.ts'

const VALUES = 100_000
const EMPLOYEES = 30_000
const REQUESTS = 30_000
const CONNECTIONS = 8
const FILE_BYTES = 100_000
const EVENTS = 10_000
const IDLE_SECONDS = 10
/** What is written between two checkpoints is written to the tables then. */
const SETTLE_MS = 1000

type Deps = { bench: Bench; database: Database; service: Service; postmaster: number; shape: Shape }
type Job = Pick<LoadJob, 'paths' | 'headers' | 'newValues' | 'forms'>

/** What each kind of work costs in CPU time, log and pages, to reckon with how large a machine has to be. */
export async function measureSizing(bench: Bench): Promise<Findings> {
  const deps = await startAll(bench)
  const idling = await idle(deps)
  const costs: Cost[] = []
  for (const [what, job] of Object.entries(await jobsOf(deps))) costs.push(await measure(deps, what, job))
  costs.push(await callbacks(deps))
  const memory = decimals(await memoryOf(deps.service.pid), 0)
  await endProcess(deps.service)
  const head = [
    'work',
    'CPU ms, service',
    'CPU ms, PostgreSQL',
    'log, kB',
    'log syncs',
    'pages of 8 kB',
    'growth, bytes',
  ]
  return {
    title: `Costs of one of each, with ${CONNECTIONS} callers; the service had ${memory} MB at the end:`,
    tables: [{ head, rows: [idling, ...costs].map(cellsOf) }],
    // A second without calls takes a few ticks of the clock by which CPU time is counted, too few to compare.
    figures: costs.map((one) => cpuMicros(one.what, (one.service + one.database) * 1e6)),
  }
}

async function startAll(bench: Bench): Promise<Deps> {
  const database = await startDatabase()
  const service = await startService(database, { env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
  const shape = shapeOf(VALUES)
  await loading(`${VALUES} values, ${EMPLOYEES} employees, ${REQUESTS} requests`, async () => {
    await loadTree(database.client, DATASETS.large, shape)
    await loadPeople(database.client, COMPANIES.large, companyOf(EMPLOYEES))
    await loadRequests(database.client, REQUEST_CLIENTS.large, REQUESTS)
    await database.client.query('VACUUM ANALYZE')
  })
  await prepareFiling(service)
  const [postmaster] = (await readFile(join(database.folder, 'database/postgres/postmaster.pid'), 'utf8')).split('\n')
  return { bench, database, service, postmaster: Number(postmaster), shape }
}

async function jobsOf({ service, shape }: Deps): Promise<Record<string, Job>> {
  const { headers, pathOf } = service
  const people = await service.as(COMPANIES.large)
  const requests = service.withKey(REQUEST_CLIENTS.large)
  const values = pathOf(`/datasets/${DATASETS.large}/values`)
  const upload = uploadForm(DOCUMENT, FILE_BYTES)
  return {
    'look a value up': { headers, paths: Array.from({ length: 5000 }, () => `${values}/${randomPath(shape, 3)}`) },
    'list 50 values': { headers, paths: [`${values}?per_page=50`] },
    'search values': { headers, paths: [`${values}?q=harbour&per_page=50`] },
    'list 50 employees': { headers: people.headers, paths: [people.pathOf('/employees?per_page=50')] },
    'find an employee by name': { headers: people.headers, paths: [people.pathOf('/employees?q=ada%20lindqvist')] },
    'list 50 requests': { headers: requests.headers, paths: [requests.pathOf('/requests/?per_page=50')] },
    'read 50 events': { headers, paths: [pathOf('/events?per_page=50')] },
    'put a value, with its event': { headers, paths: [`${values}/c0001`], newValues: '' },
    'make a request from a form': {
      headers: requests.headers,
      paths: [requests.pathOf('/requests/')],
      forms: newRequest(),
    },
    'file a document of 100 kB': {
      headers: UPLOAD_HEADERS,
      paths: [UPLOAD_PATH],
      forms: { ...upload, body: upload.body.toString('base64'), serials: '' },
    },
    'list 50 documents': { headers, paths: [pathOf('/employee_documents?per_page=50')] },
  }
}

function newRequest(): NonNullable<Job['forms']> {
  const serial = 'S'.repeat(SERIAL_BYTES)
  const body = formOf({
    form_code: 'mobility',
    creator_technical_id: managerOf(1),
    employee_technical_id: employeeOf(1),
    subject: `Subject ${serial}`,
    body: `<p>${'A request of some length. '.repeat(8)}</p>`,
    reason: 'family',
  })
  return {
    contentType: contentType(),
    body: body.toString('base64'),
    serialAt: body.indexOf(serial),
    serials: '',
    answer: 200,
  }
}

type Spent = { service: number; database: number; logBytes: number; logSyncs: number; pages: number; bytes: number }
/** What one of a kind of work takes. */
type Cost = Spent & { what: string }

async function measure(deps: Deps, what: string, job: Job): Promise<Cost> {
  const { bench, service } = deps
  const run = (seconds: number) =>
    bench.load.ask({ url: service.url, connections: CONNECTIONS, until: { seconds }, ...renewed(job) })
  await run(2)
  const before = await spent(deps)
  const { answers } = await run(bench.options.seconds)
  await delay(SETTLE_MS)
  return costOf(what, before, await spent(deps), answers)
}

/** Serials that were sent are not sent again. */
function renewed({ newValues, forms, ...job }: Job): Job {
  const serials = nextSerials()
  return {
    ...job,
    ...(newValues === undefined ? {} : { newValues: serials }),
    ...(forms && { forms: { ...forms, serials } }),
  }
}

/** What a second costs in which no call is made. */
async function idle(deps: Deps): Promise<Cost> {
  const before = await spent(deps)
  await delay(IDLE_SECONDS * 1000)
  return costOf('a second without calls', before, await spent(deps), IDLE_SECONDS)
}

async function callbacks(deps: Deps): Promise<Cost> {
  const { service, database } = deps
  const receiver = startReceiver()
  const { port } = await receiver.ask({ start: true, until: 0, withinSeconds: 1 })
  const callback_url = `http://127.0.0.1:${port}/ok/0`
  await service.call('POST', '/webhooks', { name: 'sizing', callback_url, events: ['dataset.updated'] })
  await delay(SETTLE_MS)
  const before = await spent(deps)
  const arriving = receiver.ask({ start: true, until: EVENTS, withinSeconds: 120 })
  await emitEvents(database.client, EVENTS)
  const { distinct } = await arriving
  if (distinct < EVENTS) throw new Error(`Only ${distinct} of ${EVENTS} callbacks came.`)
  await delay(SETTLE_MS)
  return costOf('a callback, with its event', before, await spent(deps), EVENTS)
}

/** All that was spent since the start, by the process of the service, and by the server with its connections. */
async function spent({ database, service, postmaster }: Deps): Promise<Spent> {
  await database.client.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await database.client.query<Record<'log_bytes' | 'log_syncs' | 'pages' | 'bytes', string>>(`
    SELECT (SELECT wal_bytes FROM pg_stat_wal) AS log_bytes,
      (SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal') AS log_syncs,
      (SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()) AS pages,
      pg_database_size(current_database()) AS bytes`)
  const [found] = rows
  return {
    service: await cpuSeconds(service.pid),
    database: await cpuOfDescendants(postmaster),
    logBytes: Number(found?.log_bytes),
    logSyncs: Number(found?.log_syncs),
    pages: Number(found?.pages),
    bytes: Number(found?.bytes),
  }
}

function costOf(what: string, before: Spent, after: Spent, count: number): Cost {
  const each = (part: keyof Spent) => (after[part] - before[part]) / count
  return {
    what,
    service: each('service'),
    database: each('database'),
    logBytes: each('logBytes'),
    logSyncs: each('logSyncs'),
    pages: each('pages'),
    bytes: each('bytes'),
  }
}

function cellsOf({ what, service, database, logBytes, logSyncs, pages, bytes }: Cost): string[] {
  return [
    what,
    decimals(service * 1000, 2),
    decimals(database * 1000, 2),
    decimals(logBytes / 1000, 1),
    decimals(logSyncs, 2),
    decimals(pages, 0),
    decimals(bytes, 0),
  ]
}
