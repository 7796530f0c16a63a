import { setTimeout as delay } from 'node:timers/promises'
import { CLIENT, DATASETS } from '../../../bench/harness/content/tree.ts'
import { startReceiver } from '../../../bench/harness/load/receiver.ts'
import { startService, startWorker } from '../../../bench/harness/service.ts'
import { lacksPrograms } from '../../harness/debian.ts'
import { serviceFolder } from '../../harness/dossier.ts'
import type { Piece } from '../../harness/piece.ts'
import type { Report } from '../../harness/report.ts'
import { createServiceDatabase, DATABASE, ROLE } from '../../harness/service-database.ts'
import { type Member, PATRONI_PROGRAMS, type PatroniCluster, startPatroniCluster } from '../../servers/patroni.ts'
import { connectTo } from '../../servers/postgres.ts'
import { startWriters, type Written } from './writers.ts'

const KILLS = Number(process.env.FAILOVER_KILLS ?? 20)
const PARTITIONS = Number(process.env.FAILOVER_PARTITIONS ?? 5)
/** Longer than it takes to replace a primary that is gone. */
const FROZEN_MS = 30_000
const MAX_WITHOUT_WRITES_MS = 30_000

export const failover: Piece = {
  name: 'failover',
  what: 'two API and two worker processes on three PostgreSQL under Patroni, whose primary is killed and cut off',
  lacks: () => lacksPrograms(...PATRONI_PROGRAMS),
  async run(report) {
    const cluster = await startPatroniCluster()
    const admin = await createServiceDatabase({ urlOf: cluster.urlOf })
    await admin.end()
    const url = cluster.urlOf(DATABASE, ROLE)
    const place = { folder: await serviceFolder(), url }
    const env = { DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE: 'true' }
    const apis = [
      await startService(place, { env: { ...env, ROLE: 'api' } }),
      await startService(place, { env: { ...env, ROLE: 'api' } }),
    ]
    const workers = [await startWorker(place, env), await startWorker(place, env)]
    const receiver = startReceiver()
    const { port } = await receiver.ask({ start: true, until: 0, withinSeconds: 1 })
    await apis[0]?.call('POST', '/webhooks', {
      name: 'values',
      callback_url: `http://127.0.0.1:${port}/ok`,
      events: ['dataset_value.created'],
    })
    const writers = startWriters(apis, DATASETS.subject)
    await breakPrimaries(cluster, report)
    await delay(5000)
    const written = await writers.stop()
    checkWritten(written, await pathsOf(cluster), report)
    const events = await eventsOf(cluster)
    const { distinct, calls } = await receiver.ask({ start: false, until: events, withinSeconds: 120 })
    report.check('every event became a callback', distinct === events, `${distinct} of ${events}, ${calls} sent`)
    const alive = [...apis, ...workers].filter(({ pid }) => isAlive(pid)).length
    report.check('no process has ended', alive === 4, `${alive} of 4`)
  },
}

async function breakPrimaries(cluster: PatroniCluster, report: Report): Promise<void> {
  await delay(3000)
  for (let round = 0; round < KILLS; round += 1) {
    const primary = await cluster.untilWhole()
    primary.kill()
    await anotherLeads(cluster, primary)
    primary.start()
  }
  for (let round = 0; round < PARTITIONS; round += 1) {
    const primary = await cluster.untilWhole()
    primary.freeze()
    await delay(FROZEN_MS)
    primary.thaw()
  }
  await cluster.untilWhole()
  report.fact('primaries killed, and frozen for half a minute', `${KILLS} and ${PARTITIONS}`)
}

async function anotherLeads({ members }: PatroniCluster, former: Member): Promise<void> {
  const others = members.filter((one) => one !== former)
  while (!(await Promise.all(others.map((one) => one.isLeader()))).includes(true)) await delay(250)
}

function checkWritten(written: Written, stored: Set<string>, report: Report): void {
  const lost = written.acknowledged.filter((path) => !stored.has(path))
  report.check('no acknowledged write is lost', lost.length === 0, `${lost.length} of ${written.acknowledged.length}`)
  const others = Object.keys(written.codes).filter((code) => code !== '201' && code !== '503')
  const codes = Object.entries(written.codes).map(([code, count]) => `${count} × ${code}`)
  report.check('answers are 201, or 503 with Retry-After', others.length === 0, codes.join(', '))
  const gap = Math.round(written.longestGapMs / 100) / 10
  report.check('writes are back within 30 s', written.longestGapMs < MAX_WITHOUT_WRITES_MS, `${gap} s at most`)
  report.fact('the slowest answer', `${Math.round(written.slowestMs / 100) / 10} s`)
}

async function pathsOf(cluster: PatroniCluster): Promise<Set<string>> {
  const admin = await connectTo(cluster.urlOf(DATABASE))
  const { rows } = await admin.query<{ path: string }>(
    `SELECT data ->> 'path' AS path FROM events WHERE client_id = $1 AND type = 'dataset_value.created'`,
    [CLIENT.id],
  )
  const values = await admin.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM dataset_values WHERE client_id = $1',
    [CLIENT.id],
  )
  if (Number(values.rows[0]?.count) < rows.length) throw new Error('There are more events than values.')
  return new Set(rows.map(({ path }) => path))
}

async function eventsOf(cluster: PatroniCluster): Promise<number> {
  return (await pathsOf(cluster)).size
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
