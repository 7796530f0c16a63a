import { json } from 'node:stream/consumers'
import type pg from 'pg'
import { endProcess, type Service, startService } from '../../../bench/harness/service.ts'
import { cpuMeter } from '../../../bench/harness/usage.ts'
import type { Report } from '../../harness/report.ts'
import { startHttp } from '../../harness/start-http.ts'

const DATASET = 'offices'
const WARM_UP = 3000
const CALLS = 6000
const CONCURRENCY = 8
const ROUNDS = 3
/** Off, and shares of traces that are recorded. */
const RATIOS = [undefined, '0.1', '1'] as const

type Place = { folder: string; url: string }
type Kind = 'read' | 'write'

/** CPU time of the process for each call, without traces and with them; the settings take turns, and the least counts. */
export async function reportTracingCost(report: Report, place: Place, client: pg.Client): Promise<void> {
  let spans = 0
  const collector = await startHttp(async (request, response) => {
    spans += countSpans((await json(request)) as Export)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const least = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const ratio of RATIOS) {
      const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_TRACES_SAMPLER_ARG: ratio ?? '' }
      const service = await startService(place, { env: { ROLE: 'api', ...(ratio === undefined ? {} : traced) } })
      for (const kind of ['read', 'write'] as const) {
        const name = nameOf(kind, ratio)
        const microseconds = await cpuOfCall(client, service, kind)
        least.set(name, Math.min(microseconds, least.get(name) ?? Number.POSITIVE_INFINITY))
      }
      await endProcess(service)
    }
  }
  for (const [name, microseconds] of least)
    report.fact(`CPU of the process, ${name}`, `${Math.round(microseconds)} µs a call`)
  report.check('spans have arrived', spans > 0, spans)
}

type Export = { resourceSpans: { scopeSpans: { spans: unknown[] }[] }[] }

function countSpans({ resourceSpans }: Export): number {
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)).length
}

function nameOf(kind: Kind, ratio: string | undefined): string {
  return `${kind} of a value, ${ratio === undefined ? 'no traces' : `traces of ${Number(ratio) * 100} %`}`
}

async function cpuOfCall(client: pg.Client, service: Service, kind: Kind): Promise<number> {
  const meter = cpuMeter(client, service.pid, 'dossier')
  await load(service, kind, WARM_UP)
  const before = await meter()
  await load(service, kind, CALLS)
  const after = await meter()
  return ((after.process - before.process) / CALLS) * 1e6
}

async function load(service: Service, kind: Kind, calls: number): Promise<void> {
  let left = calls
  async function caller(): Promise<void> {
    while (left > 0) {
      left -= 1
      if (kind === 'read') await service.call('GET', `/datasets/${DATASET}/values/fr`)
      else await service.call('PUT', `/datasets/${DATASET}/values/v${left % 500}`, named(left))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, caller))
}

function named(n: number) {
  return { localized_names: [{ language_code: 'en-us', value: `Value ${n}` }] }
}
