import type { Clock } from '#platform/clock.ts'
import { flushEvents } from '#platform/events/outbox.ts'
import type { Db } from './db.ts'
import type { DoWork, PendingJob, Work } from './work.ts'

export type InsertJobs = (db: Db, jobs: PendingJob[]) => Promise<void>

/** PostgreSQL ends one of two transactions that wait for each other; run again, it gets through. */
const DEADLOCK = '40P01'
const MOST_TRIES = 4

export function unitOfWork(db: Db, clock: Clock, insertJobs: InsertJobs): DoWork {
  const tryOnce = attempt(db, clock, insertJobs)
  return async (caller, operation) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await tryOnce(caller, operation)
      } catch (error) {
        if ((error as { code?: string }).code !== DEADLOCK || tries === MOST_TRIES) throw error
      }
    }
  }
}

function attempt(db: Db, clock: Clock, insertJobs: InsertJobs): DoWork {
  return async ({ client, actor }, operation) => {
    let eventsWritten: Promise<void> | undefined
    try {
      const result = await db.transaction().execute(async (tx) => {
        const work: Work = { tx, client, actor, now: clock.now(), pendingEvents: [], emitted: 0, pendingJobs: [] }
        const answer = await operation(work)
        if (work.pendingJobs.length > 0) await insertJobs(tx, work.pendingJobs)
        // Not awaited here: the commit goes out right behind it. Should the insert fail, PostgreSQL turns that commit
        // into a rollback, and the failure is thrown below.
        eventsWritten = flushEvents(work)
        eventsWritten.catch(() => {})
        return answer
      })
      await eventsWritten
      return result
    } catch (error) {
      // Why the events could not be written says more than that the commit was refused for it.
      await eventsWritten
      throw error
    }
  }
}
