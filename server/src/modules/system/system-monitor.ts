import type { JobQueue } from '#kernel/jobs.ts'
import type { Client } from '#kernel/work.ts'
import { queueDepth } from '#modules/webhooks/index.ts'
import { cacheFor } from '#platform/cache-for.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import type { MailTransport } from '#platform/mail/mail.ts'
import type { Scanner } from '#platform/scan/clamd.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { countFailedMails, describeDatabase, holdingsOf } from './queries.ts'
import type { SystemState } from './schemas.ts'

/** How the service was set up, as far as administrators want to know. */
export type Installation = {
  version: string
  startedAt: Date
  mail: MailTransport
  storage: 'disk' | 's3'
  scanner: Scanner | undefined
}

export type SystemDeps = { db: Db; jobs: JobQueue; clock: Clock; installation: Installation }

const DAY_MS = 24 * 60 * 60 * 1000
/** Counting everything that a large client has takes a while, and changes little. */
const HOLDINGS_CACHE_MS = 60_000
const QUEUES_CACHE_MS = 2000
const SCANNER_CACHE_MS = 10_000
const SCANNER_TIMEOUT_MS = 3000

/** Answers how the service does; however many watch, what is costly is asked once in a while. */
export function createSystemMonitor({ db, jobs, clock, installation }: SystemDeps) {
  const holdings = new Map<string, () => Promise<SystemState['holdings']>>()
  const queues = cacheFor(QUEUES_CACHE_MS, () =>
    Promise.all([jobs.health(), queueDepth(db, clock.now()), describeDatabase(db)]),
  )
  const scan = cacheFor(SCANNER_CACHE_MS, () => scannerState(installation.scanner))

  return async (client: Client): Promise<SystemState> => {
    const ask = holdings.get(client.id) ?? cacheFor(HOLDINGS_CACHE_MS, () => holdingsOf(db, client))
    holdings.set(client.id, ask)
    const now = clock.now()
    const [[health, depth, database], held, virus_scan, failed] = await Promise.all([
      queues(),
      ask(),
      scan(),
      countFailedMails(db, client, new Date(now.getTime() - DAY_MS)),
    ])
    const { oldestSeconds, oldestEventSeconds: _, ...callbacks } = depth
    return {
      ...processFacts(installation, now),
      postgresql_version: database.version,
      database_size: database.sizeBytes,
      holdings: held,
      jobs: health.map(({ oldest_waiting_at, ...job }) => ({
        ...job,
        oldest_waiting_seconds: oldest_waiting_at && secondsBetween(oldest_waiting_at, now),
      })),
      callbacks: { ...callbacks, oldest_seconds: Math.round(oldestSeconds) },
      mail: { transport: installation.mail, failed },
      storage: { kind: installation.storage },
      virus_scan,
    }
  }
}

function processFacts({ version, startedAt }: Installation, now: Date) {
  return {
    version,
    node_version: process.versions.node,
    started_at: inSeconds(startedAt),
    uptime_seconds: secondsBetween(startedAt, now),
  }
}

function secondsBetween(since: Date, now: Date): number {
  return Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000))
}

async function scannerState(scanner: Scanner | undefined): Promise<SystemState['virus_scan']> {
  if (!scanner) return { state: 'off', detail: null }
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.reject(new Error('The check timed out.')), SCANNER_TIMEOUT_MS)
  try {
    return { state: 'working', detail: await Promise.race([scanner.check(), late.promise]) }
  } catch (error) {
    return { state: 'failing', detail: (error as Error).message }
  } finally {
    clearTimeout(timer)
  }
}
