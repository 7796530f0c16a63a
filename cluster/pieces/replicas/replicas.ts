import { setTimeout as delay } from 'node:timers/promises'
import { loadTree } from '../../../bench/harness/content/load-tree.ts'
import { DATASETS, shapeOf } from '../../../bench/harness/content/tree.ts'
import { type Service, startService, startWorker } from '../../../bench/harness/service.ts'
import { startCaller } from '../../harness/calls.ts'
import { lacksPrograms } from '../../harness/debian.ts'
import { serviceFolder } from '../../harness/dossier.ts'
import type { Piece } from '../../harness/piece.ts'
import type { Report } from '../../harness/report.ts'
import { createServiceDatabase, DATABASE, ROLE } from '../../harness/service-database.ts'
import { POSTGRES_PROGRAMS, startPostgres } from '../../servers/postgres.ts'
import { type ReplicaServer, startReplica } from '../../servers/replica.ts'
import { compareCosts } from './cost.ts'
import { difference, lagOf, outcomesOf, shareOf } from './metrics.ts'
import { readOwnWrites, type Seen, startTold } from './witnesses.ts'

const LAG_MS = 5000
const CALLERS = 6
const SECONDS = 10
const VALUES = 20_000
/** A call does not wait longer for a replica that froze while it was asked. */
const FROZEN_WITHIN_MS = 5000

export const replicas: Piece = {
  name: 'replicas',
  what: 'a primary and a replica, two API processes and a worker: no read is older than what was written or told of',
  lacks: () => lacksPrograms(`${POSTGRES_PROGRAMS.slice(1)}/pg_basebackup`),
  async run(report) {
    const primary = await startPostgres({ settings: { max_connections: 200 } })
    const admin = await createServiceDatabase(primary)
    const place = { folder: await serviceFolder(), url: primary.urlOf(DATABASE, ROLE) }
    const without = [await startService(place, { env: { ROLE: 'api' } })]
    without.push(await startService(place, { env: { ROLE: 'api' } }))
    const shape = shapeOf(VALUES)
    await loadTree(admin, DATASETS.large, shape)
    await admin.query('VACUUM ANALYZE')
    const replica = await startReplica(primary)
    const env = { ROLE: 'api', WEBHOOK_ALLOW_PRIVATE: 'true', DATABASE_READ_URL: replica.urlOf(DATABASE, ROLE) }
    const apis = [await startService(place, { env }), await startService(place, { env })] as [Service, Service]
    await startWorker(place)
    const told = await startTold(apis[1])
    await compareCosts({ primary, replica, apis: { with: apis, without }, caller: startCaller(), shape }, report)
    const webhook = { name: 'values', callback_url: told.url, events: ['dataset_value.created'] }
    await apis[0].call('POST', '/webhooks', webhook)
    await breakReplica(apis, replica, report)
    await delay(2000)
    report.check('callbacks: their receiver finds what they tell of', isWhole(told.seen), inWords(told.seen))
  },
}

/** The same callers while the replica is near, lags, is dead, frozen and back. */
async function breakReplica(apis: Service[], replica: ReplicaServer, report: Report): Promise<void> {
  await phase('no lag', apis, report, async () => {})
  await replica.delayBy(LAG_MS)
  await phase('five seconds of lag', apis, report, async () => {
    await delay((SECONDS * 1000) / 2)
    report.fact('lag that a process tells of', `${(await lagOf(apis[0] as Service))?.toFixed(1)} s`)
  })
  await replica.delayBy(0)
  await delay(2000)
  await phase('the replica killed in the middle', apis, report, async () => {
    await delay(2000)
    await replica.kill()
  })
  await replica.start()
  await delay(3000)
  const frozen = await phase('the replica frozen in the middle, for five seconds', apis, report, async () => {
    await delay(2000)
    replica.freeze()
    await delay(5000)
    replica.thaw()
  })
  report.check(
    'no call hangs on a frozen replica',
    frozen.longestMs < FROZEN_WITHIN_MS,
    `${Math.round(frozen.longestMs)} ms`,
  )
  await delay(3000)
  await phase('the replica back', apis, report, async () => {})
}

async function phase(name: string, apis: Service[], report: Report, meanwhile: () => Promise<void>): Promise<Seen> {
  const before = await outcomesOf(apis)
  const [seen] = await Promise.all([readOwnWrites(apis, CALLERS, SECONDS), meanwhile()])
  const outcomes = difference(before, await outcomesOf(apis))
  const share = `the replica answered ${(shareOf(outcomes) * 100).toFixed(1)} % (${JSON.stringify(outcomes)})`
  report.check(`${name}: no read is older than the write before it`, isWhole(seen), `${inWords(seen)}; ${share}`)
  return seen
}

function isWhole({ reads, stale, failures }: Seen): boolean {
  return reads > 0 && stale === 0 && failures === 0
}

function inWords({ reads, stale, failures, longestMs }: Seen): string {
  return `${stale} of ${reads} stale, ${failures} failed, the longest ${Math.round(longestMs)} ms`
}
