import type { Clock } from '#platform/clock.ts'
import { flushEvents } from '#platform/events/outbox.ts'
import { takeTurns } from '#platform/uuid.ts'
import type { OpenedDb, Tx } from './db.ts'
import { transact } from './transact.ts'
import type { Caller, DoWork, PendingJob, Work, WorkOptions } from './work.ts'

export type InsertJobs = (tx: Tx, jobs: PendingJob[]) => Promise<void>

/** PostgreSQL ends one of two transactions that wait for each other; run again, it gets through. */
const DEADLOCK = '40P01'
const MOST_TRIES = 4

const firstPosition = takeTurns()

type Parts = {
  db: OpenedDb
  clock: Clock
  insertJobs: InsertJobs
  /** Called after the commit of a work that leaves something to be handed out. */
  onNews?: () => void
}

export function unitOfWork(parts: Parts): DoWork {
  return async (caller, operation, options) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await workOnce(parts, caller, operation, options)
      } catch (error) {
        if ((error as { code?: string }).code !== DEADLOCK || tries === MOST_TRIES) throw error
      }
    }
  }
}

/** The change, then its jobs, then its events together with the commit. */
async function workOnce<T>(
  { db, clock, insertJobs, onNews = () => {} }: Parts,
  { client, actor }: Caller,
  operation: (work: Work) => Promise<T>,
  options: WorkOptions = {},
): Promise<T> {
  let finish = async () => {}
  let hasNews = false
  const answer = await transact(
    db,
    async (tx) => {
      let now: Date | undefined
      const work: Work = {
        ...{ tx, client, actor, pendingEvents: [], nextPosition: 0, hasNews: false, pendingJobs: [] },
        // When it is first asked for, which is after what had to be waited for: of two changes of one thing, the one that
        // is made later is later.
        get now() {
          if (now === undefined) {
            now = clock.now()
            work.nextPosition = firstPosition(now)
          }
          return now
        },
        renewMoment() {
          now = undefined
        },
      }
      const answer = await operation(work)
      if (work.pendingJobs.length > 0) await insertJobs(tx, work.pendingJobs)
      finish = () => flushEvents(work)
      hasNews = work.hasNews
      return answer
    },
    { ...options, finish: () => finish() },
  )
  if (hasNews) onNews()
  return answer
}
