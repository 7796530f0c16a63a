import type { Clock } from '#platform/clock.ts'
import { type Connection, openDb } from '#platform/db/db.ts'
import { unitOfWork } from '#platform/db/unit-of-work.ts'
import { openJobQueue } from '#platform/jobs/job-queue.ts'
import { openKeyring } from '#platform/keyring.ts'
import type { Log } from '#platform/log.ts'
import { buildApp } from '#src/app.ts'
import { ALL_JOBS } from '#src/worker.ts'

/** The parts of the service on a database, and the service itself without a port. */
export async function openTestParts(connection: Connection, { clock, log }: { clock: Clock; log: Log }) {
  const { db, pool, close } = openDb(connection, { poolSize: 10 })
  const keyring = openKeyring('a secret key of the test suite, long enough')
  const jobs = await openJobQueue(pool, ALL_JOBS, { isWorker: false, log })
  const doWork = unitOfWork(db, clock, jobs.insert)
  const parts = { db, pool, doWork, jobs, clock, keyring, log }
  const app = await buildApp({
    ...parts,
    publicUrl: 'http://localhost:8080',
    trustProxy: false,
    metricsToken: undefined,
  })
  return {
    ...parts,
    app,
    async close() {
      await app.close()
      await jobs.stop(1)
      await close()
    },
  }
}
