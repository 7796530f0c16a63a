import { DATASETS, randomPath, type Shape } from '../../../bench/harness/content/tree.ts'
import type { Service } from '../../../bench/harness/service.ts'
import { cpuOfDescendants, cpuSeconds } from '../../../bench/harness/usage.ts'
import { type Call, type Caller, failuresIn } from '../../harness/calls.ts'
import type { Report } from '../../harness/report.ts'
import type { Postgres } from '../../servers/postgres.ts'
import { difference, outcomesOf, shareOf } from './metrics.ts'

const ROUNDS = 3
const SECONDS = 8
const PER_SECOND = 200
const AT_ONCE = 4

export type Measured = {
  primary: Postgres
  replica: Postgres
  /** Two processes that read from the replica, and two that do not. */
  apis: { with: Service[]; without: Service[] }
  caller: Caller
  shape: Shape
}

type Round = { primary: number; replica: number; service: number; p50: number; p99: number; share: number }

/** CPU time and latency of the same calls with and without a replica, in turn. One call in ten writes. */
export async function compareCosts(measured: Measured, report: Report): Promise<void> {
  for (const kind of ['lists', 'look-ups'] as const) {
    const rounds = { with: [] as Round[], without: [] as Round[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const which of ['without', 'with'] as const) rounds[which].push(await measure(measured, kind, which, report))
    }
    const [without, others] = [middleOf(rounds.without), middleOf(rounds.with)]
    report.fact(`${kind} without a replica`, inWords(without))
    report.fact(`${kind} with a replica`, inWords(others))
    report.fact(
      `${kind}: CPU of the primary with a replica, of that without`,
      (others.primary / without.primary).toFixed(2),
    )
  }
}

function callsOf({ url, headers, pathOf }: Service, kind: 'lists' | 'look-ups', shape: Shape): Call[] {
  const get = (rest: string): Call => ({ method: 'GET', url: `${url}${pathOf(rest)}`, headers })
  const lookUp = () => get(`/datasets/${DATASETS.large}/values/${randomPath(shape, 3)}`)
  const list = (index: number) =>
    [get(`/datasets/${DATASETS.large}/values?per_page=50`), get('/events?per_page=50'), get('/datasets?per_page=50')][
      index % 3
    ] as Call
  const put: Call = {
    method: 'PUT',
    url: `${url}${pathOf(`/datasets/${DATASETS.subject}/values/s{serial}`)}`,
    headers,
    body: JSON.stringify({ localized_names: [{ language_code: 'en-us', value: 'Place {serial}' }] }),
  }
  return [...Array.from({ length: 9 }, (_, index) => (kind === 'lists' ? list(index) : lookUp())), put]
}

async function measure(
  { primary, replica, apis, caller, shape }: Measured,
  kind: 'lists' | 'look-ups',
  which: 'with' | 'without',
  report: Report,
): Promise<Round> {
  const called = apis[which]
  const calls = called.flatMap((api) => callsOf(api, kind, shape))
  const cpu = async () => ({
    primary: await cpuOfDescendants(primary.pid()),
    replica: await cpuOfDescendants(replica.pid()),
    service: (await Promise.all(called.map(({ pid }) => cpuSeconds(pid)))).reduce((sum, one) => sum + one, 0),
  })
  const [before, outcomes] = [await cpu(), await outcomesOf(called)]
  const result = await caller.ask({ calls, seconds: SECONDS, perSecond: PER_SECOND, atOnce: AT_ONCE })
  const [after, later] = [await cpu(), await outcomesOf(called)]
  if (failuresIn(result) > 0) report.check(`${kind} ${which} a replica`, false, JSON.stringify(result.statuses))
  const perCall = (part: keyof typeof after) => ((after[part] - before[part]) * 1000) / result.answers
  return {
    primary: perCall('primary'),
    replica: perCall('replica'),
    service: perCall('service'),
    p50: result.p50,
    p99: result.p99,
    share: shareOf(difference(outcomes, later)),
  }
}

function middleOf(rounds: Round[]): Round {
  const middle = (part: keyof Round) =>
    rounds.map((round) => round[part]).toSorted((one, other) => one - other)[Math.floor(rounds.length / 2)] ?? 0
  return {
    primary: middle('primary'),
    replica: middle('replica'),
    service: middle('service'),
    p50: middle('p50'),
    p99: middle('p99'),
    share: middle('share'),
  }
}

function inWords({ primary, replica, service, p50, p99, share }: Round): string {
  const cpu = `CPU for each call ${primary.toFixed(2)} ms of the primary, ${replica.toFixed(2)} of the replica, ${service.toFixed(2)} of the service`
  return `${cpu}; p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; the replica answered ${(share * 100).toFixed(1)} %`
}
