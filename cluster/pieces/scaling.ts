import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { loadTree } from '../../bench/harness/content/load-tree.ts'
import { DATASETS, randomPath, type Shape, shapeOf } from '../../bench/harness/content/tree.ts'
import { type Service, startService } from '../../bench/harness/service.ts'
import { cpuOfDescendants, cpuSeconds } from '../../bench/harness/usage.ts'
import { type Call, type Caller, failuresIn, startCaller } from '../harness/calls.ts'
import { lacksPrograms } from '../harness/debian.ts'
import { serviceFolder } from '../harness/dossier.ts'
import type { Piece } from '../harness/piece.ts'
import type { Report } from '../harness/report.ts'
import { createServiceDatabase, DATABASE, ROLE } from '../harness/service-database.ts'
import { POSTGRES_PROGRAMS, type Postgres, startPostgres } from '../servers/postgres.ts'

const COUNTS = [1, 2, 4]
const ROUNDS = 5
const SECONDS = 8
/** For each process, since more of them are started for more calls; for four together, what two cores can do. */
const PER_SECOND = 150
/** A multiple of the kinds of calls. */
const AT_ONCE = 20
const WARM_UP_SECONDS = 12
const IDLE_SECONDS = 10
/** How much more a call may cost with several processes. */
const TOLERANCE = 1.1
const SAMPLE_EVERY_MS = 10
const VALUES = 20_000

type Deps = { postgres: Postgres; admin: pg.Client; apis: Service[]; caller: Caller; shape: Shape }

/**
 * For each call, in milliseconds of CPU time, what the processes take without calls left out; and how many connections
 * waited for a lock in a sample, on average.
 */
type Round = { service: number; database: number; locks: number; lightweightLocks: number }

/** CPU time of a call, and waits for locks, with one, two and four API processes, each with the same number of calls. */
export const scaling: Piece = {
  name: 'scaling',
  what: 'CPU time for each call and waits for locks with one, two and four API processes, each with as many calls',
  lacks: () => lacksPrograms(`${POSTGRES_PROGRAMS.slice(1)}/postgres`),
  async run(report) {
    const deps = await startAll()
    const idle = await idleCost(deps)
    report.fact('an idle API process', `${idle.toFixed(1)} ms of CPU time a second`)
    const rounds = new Map(COUNTS.map((count) => [count, [] as Round[]]))
    const deadlocksBefore = await deadlocks(deps)
    // In turn: what else the machine does meanwhile meets all of them.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const count of round % 2 === 0 ? COUNTS : COUNTS.toReversed()) {
        rounds.get(count)?.push(await measure(deps, { round, count, idle, report }))
      }
    }
    for (const [count, found] of rounds) report.fact(`${count} API process${count === 1 ? '' : 'es'}`, inWords(found))
    checkFlat(rounds, report)
    report.check('no deadlock', (await deadlocks(deps)) === deadlocksBefore)
  },
}

async function startAll(): Promise<Deps> {
  const postgres = await startPostgres({ settings: { max_connections: 200 } })
  const admin = await createServiceDatabase(postgres)
  const folder = await serviceFolder()
  const place = { folder, url: postgres.urlOf(DATABASE, ROLE) }
  const apis: Service[] = []
  while (apis.length < Math.max(...COUNTS)) apis.push(await startService(place, { env: { ROLE: 'api' } }))
  const shape = shapeOf(VALUES)
  await loadTree(admin, DATASETS.large, shape)
  await admin.query('VACUUM ANALYZE')
  const caller = startCaller()
  // Each process for itself, so that all have compiled the same code.
  for (const api of apis) await caller.ask({ calls: callsOf(api, shape), seconds: WARM_UP_SECONDS, callers: AT_ONCE })
  return { postgres, admin, apis, caller, shape }
}

/** Of ten calls seven look one value up, one lists, one writes and one reads events. */
function callsOf({ url, headers, pathOf }: Service, shape: Shape): Call[] {
  const get = (rest: string): Call => ({ method: 'GET', url: `${url}${pathOf(rest)}`, headers })
  const lookUps = Array.from({ length: 7 }, () => get(`/datasets/${DATASETS.large}/values/${randomPath(shape, 3)}`))
  const put = {
    method: 'PUT',
    url: `${url}${pathOf(`/datasets/${DATASETS.subject}/values/s{serial}`)}`,
    headers,
    body: JSON.stringify({ localized_names: [{ language_code: 'en-us', value: 'Place {serial}' }] }),
  }
  return [...lookUps, get('/datasets'), put, get('/events?per_page=10')]
}

/** CPU time of a process that nobody calls, in milliseconds a second: timers, and the watch on its event loop. */
async function idleCost({ apis }: Deps): Promise<number> {
  const before = await cpuOfAll(apis)
  await delay(IDLE_SECONDS * 1000)
  return (((await cpuOfAll(apis)) - before) * 1000) / IDLE_SECONDS / apis.length
}

type Asked = { round: number; count: number; idle: number; report: Report }

async function measure(deps: Deps, { round, count, idle, report }: Asked): Promise<Round> {
  // One is called alone as often as any other: the more it was called, the better it is compiled.
  const apis = [...deps.apis.slice(round % deps.apis.length), ...deps.apis].slice(0, count)
  const calls = inTurn(apis.map((api) => callsOf(api, deps.shape)))
  const sampling = sampleWaits(deps.admin)
  const before = await cpuOf(deps, apis)
  const result = await deps.caller.ask({ calls, seconds: SECONDS, perSecond: PER_SECOND * count, atOnce: AT_ONCE })
  const after = await cpuOf(deps, apis)
  const waits = await sampling.stop()
  if (failuresIn(result) > 0) report.check(`calls with ${count} processes`, false, JSON.stringify(result.statuses))
  const perCall = (from: number, to: number) => ((to - from) * 1000) / result.answers
  return {
    service: perCall(before.service, after.service) - idle / PER_SECOND,
    database: perCall(before.database, after.database),
    ...waits,
  }
}

/**
 * So many calls to one process at once, then to the next: what comes together shares reads and writes, and has to be as
 * much for four processes as for one.
 */
function inTurn(lists: Call[][]): Call[] {
  return lists.flatMap((list) => Array.from({ length: AT_ONCE }, (_, index) => list[index % list.length] as Call))
}

async function cpuOf({ postgres }: Deps, apis: Service[]): Promise<{ service: number; database: number }> {
  return { service: await cpuOfAll(apis), database: await cpuOfDescendants(postgres.pid()) }
}

async function cpuOfAll(apis: Service[]): Promise<number> {
  const each = await Promise.all(apis.map(({ pid }) => cpuSeconds(pid)))
  return each.reduce((sum, one) => sum + one, 0)
}

/** Without `WALWrite`: a commit that waits while another is written waits for the disk, and saves it a write. */
function sampleWaits(admin: pg.Client) {
  let samples = 0
  const sums = { locks: 0, lightweightLocks: 0 }
  let isOver = false
  const sampling = (async () => {
    while (!isOver) {
      const { rows } = await admin.query<{ locks: number; lightweight: number }>(`
        SELECT count(*) FILTER (WHERE wait_event_type = 'Lock')::integer AS locks,
          count(*) FILTER (WHERE wait_event_type = 'LWLock' AND wait_event <> 'WALWrite')::integer AS lightweight
        FROM pg_stat_activity WHERE usename = '${ROLE}'`)
      samples += 1
      sums.locks += rows[0]?.locks ?? 0
      sums.lightweightLocks += rows[0]?.lightweight ?? 0
      await delay(SAMPLE_EVERY_MS)
    }
  })()
  return {
    async stop() {
      isOver = true
      await sampling
      return { locks: sums.locks / samples, lightweightLocks: sums.lightweightLocks / samples }
    },
  }
}

async function deadlocks({ admin }: Deps): Promise<string> {
  const { rows } = await admin.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  )
  return rows[0]?.deadlocks ?? ''
}

/** In one of fifty samples a connection waits. */
const RARE_WAITS = 0.02

/** Compares what was measured one after the other: what else the machine does changes from minute to minute. */
function checkFlat(rounds: Map<number, Round[]>, report: Report): void {
  const [ones = [], ...more] = COUNTS.map((count) => rounds.get(count) ?? [])
  for (const [index, others] of more.entries()) {
    const name = `with ${COUNTS[index + 1]} processes instead of one`
    const ratio = (part: 'service' | 'database') =>
      middleOf(others.map((round, number) => round[part] / (ones[number]?.[part] ?? Number.NaN)))
    const [service, database] = [ratio('service'), ratio('database')]
    report.check(`CPU of the service, ${name}`, service <= TOLERANCE, service.toFixed(2))
    report.check(`CPU of PostgreSQL, ${name}`, database <= TOLERANCE, database.toFixed(2))
    const [one, other] = [medianOf(ones), medianOf(others)]
    const hasGrown = (part: 'locks' | 'lightweightLocks') => other[part] > Math.max(one[part] * TOLERANCE, RARE_WAITS)
    const found = `${other.locks.toFixed(4)} and ${other.lightweightLocks.toFixed(4)} lightweight`
    report.check(`waits for locks, ${name}`, !hasGrown('locks') && !hasGrown('lightweightLocks'), found)
  }
}

function inWords(rounds: Round[]): string {
  const { service, database, locks, lightweightLocks } = medianOf(rounds)
  const cpu = `${service.toFixed(2)} ms of the service and ${database.toFixed(2)} ms of PostgreSQL for each call`
  return `${cpu}; ${locks.toFixed(4)} wait for locks, ${lightweightLocks.toFixed(4)} for lightweight ones`
}

function medianOf(rounds: Round[]): Round {
  const of = (part: keyof Round) => middleOf(rounds.map((round) => round[part]))
  return {
    service: of('service'),
    database: of('database'),
    locks: of('locks'),
    lightweightLocks: of('lightweightLocks'),
  }
}

function middleOf(values: number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN
}
