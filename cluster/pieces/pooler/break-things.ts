import { setTimeout as delay } from 'node:timers/promises'
import { describe, startCaller } from '../../harness/calls.ts'
import type { Report } from '../../harness/report.ts'
import type { Place } from './place.ts'
import { callsOf, type Running } from './under-load.ts'

const WITHIN_SECONDS = 15

/** The pooler dies and is started anew, and a process dies in the middle of a statement. */
export async function breakThings(place: Place, running: Running, report: Report): Promise<void> {
  await killPooler(place, running, report)
  await killInStatement(place, running, report)
}

async function killPooler({ pgbouncer }: Place, { apis: [api] }: Running, report: Report): Promise<void> {
  const calling = startCaller().ask({ calls: callsOf(api), seconds: 8, perSecond: 50 })
  await delay(2000)
  await pgbouncer.kill()
  await delay(1000)
  await pgbouncer.start()
  const during = await calling
  const after = await startCaller().ask({ calls: callsOf(api), seconds: 3, perSecond: 50 })
  const isBack = Object.keys(after.statuses).every((status) => status.startsWith('2'))
  report.fact(
    'calls while PgBouncer was gone for a second',
    `${describe(during)}; the longest ${Math.round(during.longestMs)} ms`,
  )
  report.check('afterwards every call succeeds, and no process had to be started anew', isBack, describe(after))
}

/** PgBouncer ends its connection to PostgreSQL, which notices by the settings of the role. */
async function killInStatement({ admin }: Place, { apis: [, api] }: Running, report: Report): Promise<void> {
  await admin.query('BEGIN')
  await admin.query('LOCK TABLE dataset_values')
  const call = api.call('PUT', '/datasets/put-subject/values/waiting', { localized_names: [] }).catch(() => {})
  const waiting = async () => {
    const { rows } = await admin.query<{ count: string }>(
      `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND usename = 'dossier'`,
    )
    return Number(rows[0]?.count)
  }
  while ((await waiting()) === 0) await delay(50)
  process.kill(api.pid, 'SIGKILL')
  const killedAt = performance.now()
  const seconds = () => (performance.now() - killedAt) / 1000
  while ((await waiting()) > 0 && seconds() < WITHIN_SECONDS) await delay(50)
  const gone = seconds()
  await admin.query('ROLLBACK')
  await call
  report.check('what a killed process waits for is given up', gone < WITHIN_SECONDS, `after ${gone.toFixed(1)} s`)
}
