import { setTimeout as delay } from 'node:timers/promises'
import { type Bench, NAMES } from '../harness/bench.ts'
import { type Child, startChild } from '../harness/child.ts'
import { emitEvents, SAMPLE } from '../harness/content/emit-events.ts'
import { DATASETS } from '../harness/content/tree.ts'
import { type Database, startDatabase } from '../harness/database.ts'
import { type Receiver, startReceiver } from '../harness/load/receiver.ts'
import type { Options } from '../harness/options.ts'
import { profile } from '../harness/profile.ts'
import { endProcess, type Service, startService } from '../harness/service.ts'
import { decimals, type TargetRow, table, targetRow, targetTable } from '../harness/table.ts'
import { cpuMeter } from '../harness/usage.ts'
import type { PostJob } from '../references/post-loop.ts'
import { cpuMicros, type Figure, type Findings, ratio } from '../report/findings.ts'

const ROUNDS = 3
const PER_SECOND = 200
const HANGING = 10_000
const IN_FLIGHT = 10
/** Until what was sent is written down. */
const SETTLE_MS = 200

type Deps = {
  database: Database
  service: Service
  receiver: Receiver
  bare: Child<PostJob, number>
  url: string
  options: Options
}
/** Lines of the table, what another run is compared by, and profiles. */
type Found = { rows: TargetRow[]; figures: Figure[]; profiles: string[] }
type SentRound = { reference: number; subject: number; statements: number; process: number; database: number }

/**
 * Callbacks, against a bare loop of undici that posts to the same receiver. It has a database and a service of its own:
 * the one counts statements, and the other is killed.
 */
export async function measureWebhooks({ options }: Bench): Promise<Findings> {
  const database = await startDatabase({ countsStatements: true })
  const service = await startService(database, { ...options, env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
  const receiver = startReceiver()
  const url = `http://127.0.0.1:${(await receiver.ask({ start: true, until: 0, withinSeconds: 1 })).port}`
  const bare = startChild<PostJob, number>('references/post-loop.ts', { url, data: SAMPLE })
  const deps = { database, service, receiver, bare, url, options }
  const sent = [await sustained(deps, 1), await sustained(deps, 10)]
  const rows = [
    ...sent.flatMap((one) => one.rows),
    ...(await latencies(deps, options.seconds)),
    ...(options.isQuick ? [] : await killed(deps)),
  ]
  if (options.isQuick) await endProcess(service)
  return {
    title: 'Webhooks:',
    tables: [targetTable(rows)],
    details: sent.flatMap(({ profiles }) => profiles).join('\n\n'),
    figures: sent.flatMap(({ figures }) => figures),
  }
}

/** A backlog that was committed at once, to one endpoint or to ten, and what that takes. */
async function sustained(deps: Deps, endpoints: number): Promise<Found> {
  const paths = Array.from({ length: endpoints }, (_, index) => `/ok/${index}`)
  const webhooks = await subscribe(deps, paths)
  const rounds: SentRound[] = []
  // The first one is to warm up.
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push(await sendBacklog(deps, endpoints))
  const profiles = await profiled(deps, endpoints)
  await unsubscribe(deps, webhooks)
  return { ...reportRounds(rounds.slice(1), `${endpoints} endpoint${endpoints === 1 ? '' : 's'}`), profiles }
}

async function sendBacklog(
  { database, service, receiver, bare, options }: Deps,
  endpoints: number,
): Promise<SentRound> {
  const { callbacks } = options
  const reference = await bare.ask({ count: callbacks, callers: IN_FLIGHT * endpoints, paths: endpoints })
  await database.client.query('SELECT pg_stat_statements_reset()')
  const cpu = cpuMeter(database.client, service.pid, NAMES.subject)
  const before = await cpu()
  const arriving = receiver.ask({ start: true, until: callbacks, withinSeconds: 120 })
  const startedAt = await emitEvents(database.client, callbacks / endpoints)
  const { distinct, lastAt } = await arriving
  if (distinct < callbacks) throw new Error(`Only ${distinct} of ${callbacks} callbacks came.`)
  await delay(SETTLE_MS)
  const after = await cpu()
  const micros = (side: 'process' | 'database') => ((after[side] - before[side]) * 1e6) / callbacks
  return {
    reference,
    subject: (callbacks * 1000) / (lastAt - startedAt),
    statements: (await countStatements(database)) / callbacks,
    process: micros('process'),
    database: micros('database'),
  }
}

function reportRounds(rounds: SentRound[], name: string): Pick<Found, 'rows' | 'figures'> {
  const median = (of: (round: SentRound) => number) => medianOf(rounds.map(of))
  const [before, after, each] = [
    median((one) => one.reference),
    median((one) => one.subject),
    median((one) => one.statements),
  ]
  const [inProcess, inDatabase] = [median((one) => one.process), median((one) => one.database)]
  const share = median((one) => one.subject / one.reference)
  return {
    rows: [
      targetRow(`sustained, ${name}, /s`, {
        sides: [decimals(before, 0), decimals(after, 0)],
        ratio: share,
        target: 0.55,
        direction: 'at least',
      }),
      [
        `CPU µs a delivery, ${name}`,
        '–',
        `${decimals(inProcess, 0)} + ${decimals(inDatabase, 0)} in PostgreSQL`,
        '–',
        '–',
        '–',
      ],
      [`statements a delivery, ${name}`, '–', decimals(each, 3), '–', '≤ 0.1', each <= 0.1 ? 'met' : 'above'],
    ],
    figures: [ratio(`sustained, ${name}`, share), cpuMicros(`a delivery, ${name}`, inProcess + inDatabase)],
  }
}

/** What the service and the database spend their time on, in a profiled run. */
async function profiled(deps: Deps, endpoints: number): Promise<string[]> {
  const { service, database } = deps
  if (service.inspectorPort === undefined) return []
  const taken = await profile(service.inspectorPort, () => sendBacklog(deps, endpoints))
  const { rows } = await database.client.query<{ ms: number; calls: string; rows: string; query: string }>(
    `SELECT total_exec_time AS ms, calls, rows, left(regexp_replace(query, '\\s+', ' ', 'g'), 100) AS query
     FROM pg_stat_statements ORDER BY 1 DESC LIMIT 12`,
  )
  const lines = rows.map((one) => [decimals(one.ms, 0), one.calls, one.rows, one.query])
  const statements = table(['ms', 'calls', 'rows', 'statement'], lines)
  return [`Profile of ${endpoints} endpoints: ${taken}\n\n${statements}`]
}

/** From the change to its arrival, at a steady pace: alone, and while another endpoint hangs with thousands waiting. */
async function latencies(deps: Deps, seconds: number): Promise<TargetRow[]> {
  const count = PER_SECOND * seconds
  const webhooks = await subscribe(deps, ['/ok/0'], ['dataset_value.created'])
  const bare = await medianP95(() =>
    paced(deps, count, () => deps.bare.ask({ count, callers: 1, perSecond: PER_SECOND, paths: 1 }).then(() => {})),
  )
  const changes = () => paced(deps, count, () => putValues(deps, count))
  await paced(deps, PER_SECOND, () => putValues(deps, PER_SECOND)) // to warm up
  const alone = await medianP95(changes)
  const hanging = await subscribe(deps, ['/hang'], ['role.created'])
  await emitEvents(deps.database.client, HANGING, 'role.created')
  await untilHandedOut(deps)
  const beside = await medianP95(changes)
  await unsubscribe(deps, [...webhooks, ...hanging])
  const met = alone <= 40 ? 'met' : 'above'
  return [
    [
      `change to arrival, p95 at ${PER_SECOND}/s`,
      `${bare} ms`,
      `${alone} ms`,
      decimals(alone / bare, 1),
      '≤ 40 ms',
      met,
    ],
    targetRow(`p95 while another endpoint hangs with ${HANGING} waiting`, {
      sides: [`${alone} ms`, `${beside} ms`],
      ratio: beside / alone,
      target: 1.2,
      direction: 'at most',
    }),
  ]
}

/** One round that something else on the machine disturbed says nothing. */
async function medianP95(round: () => Promise<{ p95: number }>): Promise<number> {
  const all: number[] = []
  for (let count = 0; count < ROUNDS; count += 1) all.push((await round()).p95)
  return medianOf(all)
}

/** A service that is killed in the middle of a backlog and started again. */
async function killed(deps: Deps): Promise<TargetRow[]> {
  const { receiver, service, database } = deps
  await subscribe(deps, ['/ok/0'])
  const count = 10_000
  const some = receiver.ask({ start: true, until: count / 5, withinSeconds: 60 })
  await emitEvents(database.client, count)
  await some
  process.kill(service.pid, 'SIGKILL')
  const killedAt = Date.now()
  await startService(database, { isProfiled: false, env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
  const { distinct, calls, lastAt } = await receiver.ask({ start: false, until: count, withinSeconds: 120 })
  const seconds = (lastAt - killedAt) / 1000
  const verdict = distinct === count && seconds <= 65 ? 'met' : 'missed'
  const outcome = `${count - distinct} lost, ${calls - distinct} sent twice, ${decimals(seconds, 0)} s`
  return [['kill -9 in the middle of 10,000', '–', outcome, '–', '0 lost, ≤ 65 s', verdict]]
}

async function paced({ receiver }: Deps, count: number, send: () => Promise<void>) {
  const arriving = receiver.ask({ start: true, until: count, withinSeconds: 120 })
  await send()
  return arriving
}

let serial = 0

/** New values by calls, at the pace; each call is one event. */
async function putValues({ service }: Deps, count: number): Promise<void> {
  const startedAt = performance.now()
  const calls: Promise<unknown>[] = []
  for (let sent = 0; sent < count; sent += 1) {
    const dueAt = startedAt + (sent * 1000) / PER_SECOND
    if (dueAt > performance.now()) await delay(dueAt - performance.now())
    serial += 1
    const names = { localized_names: [{ language_code: 'en-us', value: `Place ${serial}` }] }
    calls.push(service.call('PUT', `/datasets/${DATASETS.subject}/values/w${serial}`, names))
  }
  await Promise.all(calls)
}

async function untilHandedOut({ database: { client } }: Deps): Promise<void> {
  for (;;) {
    const { rows } = await client.query('SELECT FROM event_outbox LIMIT 1')
    if (rows.length === 0) return
    await delay(50)
  }
}

async function subscribe({ service, url }: Deps, paths: string[], events = ['dataset.updated']): Promise<string[]> {
  const ids: string[] = []
  for (const path of paths) {
    const body = { name: path, callback_url: `${url}${path}`, events }
    ids.push((await service.call<{ id: string }>('POST', '/webhooks', body)).body.id)
  }
  return ids
}

async function unsubscribe({ service }: Deps, ids: string[]): Promise<void> {
  for (const id of ids) await service.call('PATCH', `/webhooks/${id}`, { is_active: false })
}

async function countStatements({ client }: Database): Promise<number> {
  const { rows } = await client.query<{ calls: string }>('SELECT sum(calls) AS calls FROM pg_stat_statements')
  return Number(rows[0]?.calls)
}

function medianOf(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
