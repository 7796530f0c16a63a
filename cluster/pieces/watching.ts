import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { atEnd } from '../../bench/harness/ending.ts'
import { endProcess, type Service, startService, startWorker } from '../../bench/harness/service.ts'
import { lacksPrograms } from '../harness/debian.ts'
import type { Piece } from '../harness/piece.ts'
import type { Report } from '../harness/report.ts'
import { startHttp } from '../harness/start-http.ts'
import { connectTo, type Postgres, startPostgres } from '../servers/postgres.ts'
import { type Prometheus, startPrometheus } from '../servers/prometheus.ts'
import { reportTracingCost } from './watching/tracing-cost.ts'

const DATASET = 'offices'

/** A process and a database are stopped; Prometheus and /health/ready are to say so. Then, what traces cost. */
export const watching: Piece = {
  name: 'watching',
  what: 'Prometheus with our alert rules sees what is stopped, /health/ready says why, and what traces cost',
  lacks: () => lacksPrograms('usr/bin/prometheus', 'usr/lib/postgresql/17/bin/postgres'),
  async run(report) {
    const postgres = await startPostgres()
    const place = await aPlace(postgres)
    const service = await startService(place, { env: { ROLE: 'api', WEBHOOK_ALLOW_PRIVATE: 'true' } })
    const worker = await startWorker(place)
    await aWebhook(service)
    const prometheus = await startPrometheus([portOf(service.url), portOf(worker.url)])
    await whileAllIsWell(report, prometheus)
    await whileTheWorkerIsGone(report, { service, worker, prometheus })
    await whileTheDatabaseIsGone(report, { service, postgres, prometheus })
    await endProcess(service)
    await reportTracingCost(report, place, await connectTo(place.url))
  },
}

async function aPlace(postgres: Postgres) {
  const admin = await connectTo(postgres.urlOf())
  await admin.query('CREATE DATABASE dossier')
  await admin.end()
  const folder = await mkdtemp(join(tmpdir(), 'dossier-watching-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return { folder, url: postgres.urlOf('dossier') }
}

async function aWebhook(service: Service): Promise<void> {
  const url = await startHttp((request, response) => {
    request.resume()
    response.end()
  })
  const body = { name: 'watching', callback_url: url, events: ['*'] }
  await service.call('POST', '/webhooks', body)
  await service.call('PUT', `/datasets/${DATASET}`, {
    localized_names: [],
    dimensions: [{ id: 'country', localized_names: [{ language_code: 'en-us', value: 'Country' }] }],
  })
}

async function whileAllIsWell(report: Report, prometheus: Prometheus): Promise<void> {
  const areUp = await inTime(30, async () => (await prometheus.value('sum(up{job="dossier"})')) === 2)
  report.check('Prometheus reads both processes', areUp.holds, areUp.found)
  await delay(5000)
  const alerts = await prometheus.alerts()
  report.check('no alert is pending', alerts.length === 0, alerts.map(nameOf).join(' '))
  const took = await prometheus.value('max(scrape_duration_seconds)')
  const lines = await prometheus.value('max(scrape_samples_scraped)')
  report.fact('a scrape', `${Math.round((took ?? 0) * 1000)} ms, ${lines} samples`)
}

type Broken = { service: Service; prometheus: Prometheus }

async function whileTheWorkerIsGone(report: Report, { service, worker, prometheus }: Broken & { worker: Process }) {
  await endProcess(worker)
  const localized_names = [{ language_code: 'en-us', value: 'France' }]
  await service.call('PUT', `/datasets/${DATASET}/values/fr`, { localized_names })
  const port = portOf(worker.url)
  const isDown = (state: string) => (one: Alert) =>
    nameOf(one) === 'DossierDown' && one.state === state && one.labels.instance === `127.0.0.1:${port}`
  await reportAlert(report, prometheus, {
    what: 'worker stopped: DossierDown is pending',
    within: 15,
    is: isDown('pending'),
  })
  await reportAlert(report, prometheus, { what: 'and fires', within: 90, is: isDown('firing') })
  await reportAlert(report, prometheus, {
    what: 'an event waits: DossierOutboxLate is pending',
    within: 90,
    is: (one) => nameOf(one) === 'DossierOutboxLate',
  })
  const { status } = await readiness(service)
  report.check('the other process stays ready', status === 200, status)
}

async function whileTheDatabaseIsGone(
  report: Report,
  { service, postgres, prometheus }: Broken & { postgres: Postgres },
) {
  await postgres.stop()
  const said = await inTime(15, async () => {
    const { status, body } = await readiness(service)
    return status === 503 && body.checks.database?.status === 'failing' && (body.checks.database.reason ?? '')
  })
  report.check('database stopped: /health/ready says why', said.holds, `${said.found}: ${said.answer}`)
  const isUnready = (state: string) => (one: Alert) =>
    nameOf(one) === 'DossierNotReady' && one.state === state && one.labels.check === 'database'
  await reportAlert(report, prometheus, { what: 'DossierNotReady is pending', within: 15, is: isUnready('pending') })
  await reportAlert(report, prometheus, { what: 'and fires', within: 90, is: isUnready('firing') })
  const live = await fetch(`${service.url}/health/live`)
  report.check('/health/live stays 200', live.status === 200, live.status)
  await postgres.start()
  const again = await inTime(30, async () => (await readiness(service)).status === 200)
  report.check('database started: ready again without a restart', again.holds, again.found)
  const gone = await inTime(30, async () => !(await prometheus.alerts()).some(isUnready('firing')))
  report.check('the alert ends', gone.holds, gone.found)
}

type Process = Awaited<ReturnType<typeof startWorker>>
type Alert = Awaited<ReturnType<Prometheus['alerts']>>[number]
type Expected = { what: string; within: number; is: (alert: Alert) => boolean }

async function reportAlert(report: Report, prometheus: Prometheus, { what, within, is }: Expected): Promise<void> {
  const seen = await inTime(within, async () => (await prometheus.alerts()).find(is)?.annotations.summary)
  report.check(what, seen.holds, `${seen.found}: ${seen.answer}`)
}

function nameOf({ labels }: Alert): string {
  return labels.alertname ?? ''
}

type Readiness = { checks: Record<string, { status: string; reason?: string }> }

async function readiness({ url }: Service): Promise<{ status: number; body: Readiness }> {
  const answer = await fetch(`${url}/health/ready`)
  return { status: answer.status, body: (await answer.json()) as Readiness }
}

/** Whether a look answers anything but undefined or false within so many seconds, and after how many. */
async function inTime<T>(seconds: number, look: () => Promise<T | undefined | false>) {
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  for (;;) {
    const answer = await look()
    const holds = answer !== undefined && answer !== false
    if (holds || elapsed() > seconds) return { holds, answer, found: `after ${elapsed().toFixed(1)} s` }
    await delay(250)
  }
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}
