import { setTimeout as delay } from 'node:timers/promises'
import type { Bench } from '../harness/bench.ts'
import { type Child, startChild } from '../harness/child.ts'
import { emitEvents, SAMPLE } from '../harness/content/emit-events.ts'
import { DATASETS } from '../harness/content/tree.ts'
import { type Database, startDatabase } from '../harness/database.ts'
import { type Receiver, startReceiver } from '../harness/load/receiver.ts'
import { type Service, startService } from '../harness/service.ts'
import { decimals, type TargetRow, table, targetRow } from '../harness/table.ts'
import type { PostJob } from '../references/post-loop.ts'

const BACKLOG = 30_000
const ROUNDS = 3
const PER_SECOND = 200
const IN_FLIGHT = 10

type Deps = { database: Database; service: Service; receiver: Receiver; bare: Child<PostJob, number>; url: string }

/**
 * Callbacks, against a bare loop of undici that posts to the same receiver. It has a database and a service of its own:
 * the one counts statements, and the other is killed.
 */
export async function measureWebhooks({ options }: Bench): Promise<string> {
  const database = await startDatabase({ countsStatements: true })
  const service = await startService(database, { ...options, env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
  const receiver = startReceiver()
  const url = `http://127.0.0.1:${(await receiver.ask({ start: true, until: 0, withinSeconds: 1 })).port}`
  const bare = startChild<PostJob, number>('references/post-loop.ts', { url, data: SAMPLE })
  const deps = { database, service, receiver, bare, url }
  const rows = [
    ...(await sustained(deps, 1)),
    ...(await sustained(deps, 10)),
    ...(await latencies(deps, options.seconds)),
    ...(await killed(deps)),
  ]
  return `Webhooks:\n${table(['measurement', 'reference', 'subject', 'ratio', 'target', 'verdict'], rows)}`
}

/** A backlog that was committed at once, to one endpoint or to ten, and how many statements it takes. */
async function sustained(deps: Deps, endpoints: number): Promise<TargetRow[]> {
  const { database, receiver, bare } = deps
  const webhooks = await subscribe(
    deps,
    Array.from({ length: endpoints }, (_, index) => `/ok/${index}`),
  )
  const reference: number[] = []
  const subject: number[] = []
  const statements: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const rate = await bare.ask({ count: BACKLOG, callers: IN_FLIGHT * endpoints, paths: endpoints })
    await database.client.query('SELECT pg_stat_statements_reset()')
    const arriving = receiver.ask({ start: true, until: BACKLOG, withinSeconds: 120 })
    const startedAt = await emitEvents(database.client, BACKLOG / endpoints)
    const { distinct, lastAt } = await arriving
    if (distinct < BACKLOG) throw new Error(`Only ${distinct} of ${BACKLOG} callbacks came.`)
    if (round === 0) continue // to warm up
    reference?.push(rate)
    subject?.push((BACKLOG * 1000) / (lastAt - startedAt))
    await delay(200)
    statements?.push((await countStatements(database)) / BACKLOG)
  }
  await unsubscribe(deps, webhooks)
  const name = `${endpoints} endpoint${endpoints === 1 ? '' : 's'}`
  const before = medianOf(reference)
  const after = medianOf(subject)
  const each = medianOf(statements)
  return [
    targetRow(`sustained, ${name}, /s`, {
      sides: [decimals(before, 0), decimals(after, 0)],
      ratio: after / before,
      target: 0.5,
      direction: 'at least',
    }),
    [`statements a delivery, ${name}`, '–', decimals(each, 3), '–', '≤ 0.1', each <= 0.1 ? 'met' : 'above'],
  ]
}

/** From the change to its arrival, at a steady pace: alone, and while another endpoint hangs with thousands waiting. */
async function latencies(deps: Deps, seconds: number): Promise<TargetRow[]> {
  const count = PER_SECOND * seconds
  const webhooks = await subscribe(deps, ['/ok/0'], ['dataset_value.created'])
  const bare = await paced(deps, count, () =>
    deps.bare.ask({ count, callers: 1, perSecond: PER_SECOND, paths: 1 }).then(() => {}),
  )
  await paced(deps, PER_SECOND, () => putValues(deps, PER_SECOND)) // to warm up
  const alone = await paced(deps, count, () => putValues(deps, count))
  const hanging = await subscribe(deps, ['/hang'], ['role.created'])
  await emitEvents(deps.database.client, 10_000, 'role.created')
  await untilHandedOut(deps)
  const beside = await paced(deps, count, () => putValues(deps, count))
  await unsubscribe(deps, [...webhooks, ...hanging])
  const met = alone.p95 <= 60 ? 'met' : 'above'
  const cells = [`${bare.p95} ms`, `${alone.p95} ms`, decimals(alone.p95 / bare.p95, 1)] as const
  const one: TargetRow = [`change to arrival, p95 at ${PER_SECOND}/s`, ...cells, '≤ 60 ms', met]
  const name = 'p95 while another endpoint hangs with 10,000 waiting'
  return [
    one,
    targetRow(name, {
      sides: [`${alone.p95} ms`, `${beside.p95} ms`],
      ratio: beside.p95 / alone.p95,
      target: 1.2,
      direction: 'at most',
    }),
  ]
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

function medianOf(values: number[] | undefined): number {
  const sorted = (values ?? []).toSorted((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
