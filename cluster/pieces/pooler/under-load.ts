import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { checkImported } from '../../../bench/harness/content/check-imported.ts'
import { csvShapeOf, writeCsvTree } from '../../../bench/harness/content/csv-tree.ts'
import { CLIENT, DATASETS } from '../../../bench/harness/content/tree.ts'
import { startReceiver } from '../../../bench/harness/load/receiver.ts'
import { type Service, startService, startWorker } from '../../../bench/harness/service.ts'
import { type Call, type CallsResult, describe, failuresIn, startCaller } from '../../harness/calls.ts'
import type { Report } from '../../harness/report.ts'
import { type Place, SERVER_CONNECTIONS } from './place.ts'

const SECONDS = 20
/** Of each of two generators. */
const CALLERS = 60
/** Of each process: more than PostgreSQL has for all. */
const POOL = 40
/** From the tenth wrong password on, an address has to wait. */
const WRONG_PASSWORDS = 9

export type Running = { apis: [Service, Service]; worker: { pid: number } }

/** The processes start together, and then everything at once: calls, callbacks, an import, wrong passwords. */
export async function runUnderLoad(place: Place, report: Report): Promise<Running> {
  const { apis, worker } = await startAll(place, report)
  const receiver = startReceiver()
  const { port } = await receiver.ask({ start: true, until: 0, withinSeconds: 1 })
  await apis[0].call('POST', '/webhooks', {
    name: 'values',
    callback_url: `http://127.0.0.1:${port}/ok`,
    events: ['dataset_value.created', 'dataset_value.updated'],
  })
  const counting = countConnections(place)
  const [results, imported] = await Promise.all([callAll(apis), importFile(place, apis[0])])
  const connections = await counting.stop()
  for (const [index, result] of results.entries()) {
    report.check(`calls of generator ${index + 1}: no server error`, failuresIn(result) === 0, describe(result))
  }
  report.check(
    'many connections of the service share few of PostgreSQL',
    connections.servers <= SERVER_CONNECTIONS && connections.clients > 4 * connections.servers,
    `at most ${connections.clients} on ${connections.servers}, of which the slowest waited ${connections.waitMs} ms`,
  )
  report.check('an import ran beside the calls', imported.isWhole, imported.found)
  const stored = results.reduce((sum, { statuses }) => sum + (statuses['201'] ?? 0) + (statuses['200'] ?? 0), 0)
  const { distinct, calls } = await receiver.ask({ start: false, until: await eventsOf(place), withinSeconds: 120 })
  const events = await eventsOf(place)
  report.check(
    'every event of a value became a callback',
    distinct === events && events > 0,
    `${distinct} of ${events}, ${calls - distinct} twice`,
  )
  report.fact('calls that succeeded', stored)
  await checkThrottling(apis, report)
  return { apis, worker }
}

async function startAll({ folder, env }: Place, report: Report): Promise<Running> {
  const startedAt = performance.now()
  const place = { folder, url: env.DATABASE_URL }
  const settings = { ...env, DATABASE_POOL: `${POOL}`, WEBHOOK_ALLOW_PRIVATE: 'true' }
  const api = () => startService(place, { env: { ...settings, ROLE: 'api' } })
  const [first, second, worker] = await Promise.all([api(), api(), startWorker(place, settings)])
  report.fact('three processes started together, with a set-up file', `${seconds(startedAt)} s`)
  return { apis: [first, second], worker }
}

/** Reads, lists and writes, by many callers of both processes. */
function callAll(apis: [Service, Service]): Promise<CallsResult[]> {
  return Promise.all(apis.map((api) => startCaller().ask({ calls: callsOf(api), seconds: SECONDS, callers: CALLERS })))
}

export function callsOf({ url, headers, pathOf }: Service): Call[] {
  const values = `${url}${pathOf(`/datasets/${DATASETS.subject}/values`)}`
  const body = JSON.stringify({ localized_names: [{ language_code: 'en-us', value: 'Place {serial}' }] })
  return [
    { method: 'PUT', url: `${values}/p{serial}`, headers, body },
    { method: 'GET', url: `${values}?per_page=20`, headers },
    { method: 'GET', url: `${url}${pathOf('/datasets')}`, headers },
    { method: 'GET', url: `${url}${pathOf('/events?per_page=20&sort=created_at')}`, headers },
  ]
}

async function eventsOf({ admin }: Place): Promise<number> {
  const { rows } = await admin.query<{ count: string }>(
    `SELECT count(*) FROM events WHERE client_id = $1 AND type IN ('dataset_value.created', 'dataset_value.updated')`,
    [CLIENT.id],
  )
  return Number(rows[0]?.count)
}

type Connections = { clients: number; servers: number; waitMs: number }

/** The most that PgBouncer has had of both at once, by what it says itself. */
function countConnections({ pgbouncer }: Place): { stop(): Promise<Connections> } {
  const most: Connections = { clients: 0, servers: 0, waitMs: 0 }
  let isOver = false
  const counting = (async () => {
    while (!isOver) {
      const pool = (await pgbouncer.show('SHOW POOLS')).find(({ database }) => database === 'dossier') ?? {}
      const sum = (...names: string[]) => names.reduce((total, name) => total + Number(pool[name]), 0)
      most.clients = Math.max(most.clients, (await pgbouncer.show('SHOW CLIENTS')).length - 1)
      most.servers = Math.max(most.servers, sum('sv_active', 'sv_idle', 'sv_used', 'sv_login'))
      most.waitMs = Math.max(most.waitMs, Number(pool.maxwait) * 1000 + Math.round(Number(pool.maxwait_us) / 1000))
      await delay(200)
    }
  })()
  return {
    async stop() {
      isOver = true
      await counting
      return most
    },
  }
}

/** Through the worker, in one long transaction; what it brought is compared with the file. */
async function importFile({ folder, admin }: Place, api: Service): Promise<{ isWhole: boolean; found: string }> {
  const shape = csvShapeOf(50_000)
  const file = join(folder, 'values.csv')
  const rows = await writeCsvTree(file, shape)
  const startedAt = performance.now()
  const upload = await fetch(`${api.url}${api.pathOf('/uploads')}`, {
    method: 'POST',
    headers: { ...api.headers, 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="values.csv"' },
    body: await openAsBlob(file),
  })
  const { id: upload_id } = (await upload.json()) as { id: string }
  const input = { dataset_id: 'imported', upload_id, mode: 'replace' }
  const { body } = await api.call<{ id: string }>('POST', '/dataset_imports', input)
  let result: string | null = null
  while (result === null) {
    await delay(200)
    result = (await api.call<{ result: string | null }>('GET', `/dataset_imports/${body.id}`)).body.result
  }
  await checkImported(admin, api, 'imported', shape)
  return { isWhole: result === 'success', found: `${rows} rows, ${result}, in ${seconds(startedAt)} s` }
}

/** The count is a row that both processes lock: no try goes uncounted, though the connections are shared. */
async function checkThrottling(apis: [Service, Service], report: Report): Promise<void> {
  const tryOnce = async ({ url }: Service) => {
    const answer = await fetch(`${url}/portal/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'dossier' },
      body: JSON.stringify({ email: 'nobody@people.example', password: 'wrong password', client: CLIENT.id }),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const statuses = await Promise.all(Array.from({ length: 40 }, (_, index) => tryOnce(apis[index % 2] as Service)))
  const slowed = statuses.filter((status) => status === 429).length
  const isHeld = statuses.length - slowed <= WRONG_PASSWORDS + 1 && statuses.every((status) => status < 500)
  report.check(
    'of 40 wrong passwords at once, both processes look at ten at most',
    isHeld,
    `${statuses.length - slowed} looked at`,
  )
}

/** Nothing may stay on the shared connections: no lock, no temporary table, no setting. */
export async function checkLeftovers({ admin, env }: Place, report: Report): Promise<void> {
  await delay(2000)
  const { rows } = await admin.query<{ locks: string; tables: string; channels: string }>(`
    SELECT (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory') AS locks,
      (SELECT count(*) FROM pg_class WHERE relpersistence = 't') AS tables,
      (SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%') AS channels`)
  const found = rows[0]
  report.check('no lock of a session is left', found?.locks === '0', found?.locks ?? '')
  report.check('no temporary table is left', found?.tables === '0', found?.tables ?? '')
  report.check('one connection listens, past the pooler', found?.channels === '1', found?.channels ?? '')
  const changed = await settingsOfAll(env.DATABASE_URL)
  report.check('no setting is left on a shared connection', changed.length === 0, changed.join(', '))
}

/** PgBouncer itself sets these for each of its clients. */
const OF_THE_CLIENT = [
  'application_name',
  'client_encoding',
  'DateStyle',
  'TimeZone',
  'standard_conforming_strings',
  'IntervalStyle',
]

/** What has been changed on any of the shared connections: as many at once as there are. */
async function settingsOfAll(url: string): Promise<string[]> {
  const clients = Array.from({ length: SERVER_CONNECTIONS }, () => new pg.Client({ connectionString: url }))
  for (const client of clients) client.on('error', () => {})
  await Promise.all(clients.map((client) => client.connect()))
  const looks = clients.map(async (client) => {
    await client.query('BEGIN')
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM pg_settings WHERE source = 'session'`)
    await delay(500)
    await client.query('COMMIT')
    await client.end()
    return rows.map(({ name }) => name)
  })
  const names = (await Promise.all(looks)).flat()
  return [...new Set(names)].filter((name) => !OF_THE_CLIENT.includes(name))
}

function seconds(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1)
}
