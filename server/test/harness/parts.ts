import { Registry } from 'prom-client'
import type { Clock } from '#platform/clock.ts'
import { type Connection, openDb } from '#platform/db/db.ts'
import { unitOfWork } from '#platform/db/unit-of-work.ts'
import { openNews } from '#platform/events/news.ts'
import { openJobQueue } from '#platform/jobs/job-queue.ts'
import type { Log } from '#platform/log.ts'
import type { GuardOptions } from '#platform/outbound/guard.ts'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { openPdfTool } from '#platform/pdf/pdf-thread.ts'
import { buildApp } from '#src/app.ts'
import { ALL_JOBS } from '#src/worker.ts'
import { testBlobs } from './blobs.ts'
import { testKeyring as keyring } from './keyring.ts'
import { testMail } from './mail.ts'

type Options = { clock: Clock; log: Log; guard?: Partial<GuardOptions> }

/** The parts of the service on a database, and the service itself without a port. */
export async function openTestParts(connection: Connection, { clock, log, guard = {} }: Options) {
  const { db, pool, close } = openDb(connection, { poolSize: 10 })
  const jobs = await openJobQueue(pool, ALL_JOBS, { isWorker: false, log })
  const news = openNews(connection, pool)
  const doWork = unitOfWork({ db, clock, insertJobs: jobs.insert, onNews: news.tell })
  const metrics = new Registry()
  const outbound = openOutbound({ allowPrivate: true, ...guard })
  const pdf = openPdfTool()
  const parts = {
    db,
    pdf,
    pool,
    doWork,
    jobs,
    clock,
    keyring,
    log,
    news,
    metrics,
    outbound,
    ...testMail(),
    ...testBlobs(),
  }
  const http = {
    trustProxy: false,
    metricsToken: undefined,
    maxFileBytes: 4 * 1024 * 1024,
  }
  const app = await buildApp({ ...parts, ...http })
  return {
    ...{ ...parts, ...http },
    app,
    async close() {
      await app.close()
      await outbound.close()
      await pdf.close()
      await jobs.stop(1)
      parts.removeMails()
      parts.removeBlobs()
      await close()
    },
  }
}
