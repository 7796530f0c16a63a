import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#platform/clock.ts'
import { LOCK_NOT_AVAILABLE } from '#platform/db/locks/lock-not-available.ts'
import { Problem } from '#platform/problem.ts'
import { openPositions } from '#platform/uuid.ts'
import type { Database, Tx } from './db.ts'
import { transact } from './transact.ts'
import type { DoWork, PendingJob, Work, WorkCaller, WorkOptions } from './work.ts'

export type InsertJobs = (tx: Tx, jobs: PendingJob[]) => Promise<void>
export type FlushEvents = (work: Work) => Promise<void>

/** PostgreSQL ends one of two transactions that wait for each other; run again, it gets through. */
const DEADLOCK = '40P01'
const MAX_TRIES = 4

/** Something is locked that the operation does not wait for any longer. It is run again, without a connection in the meantime. */
const MAX_WAIT_MS = 5000
const MAX_PAUSE_MS = 200

const firstPosition = openPositions()

export type UnitOfWorkDeps = {
  db: Database
  clock: Clock
  insertJobs: InsertJobs
  /** Writes the pending events of a work in its transaction. */
  flushEvents: FlushEvents
  /** Called after the commit of a work that leaves events in the outbox. */
  notifyOutbox?: () => void
}

export function unitOfWork<Caller extends WorkCaller>(deps: UnitOfWorkDeps): DoWork<Caller> {
  return async (caller, operation, givenOptions = {}) => {
    let options = givenOptions
    const startedAt = performance.now()
    let isHeld = false
    const hold: WorkOptions<Caller>['beforeCommit'] =
      options.beforeCommit &&
      ((work, result) => {
        isHeld = true
        return options.beforeCommit?.(work, result) ?? Promise.resolve()
      })
    let tries = 1
    let pauses = 0
    for (;;) {
      try {
        return await workOnce(deps, caller, operation, hold ? { ...options, beforeCommit: hold } : options)
      } catch (error) {
        const { code } = error as { code?: string }
        // What the operation answered is used already.
        if (isHeld) throw code === LOCK_NOT_AVAILABLE || code === DEADLOCK ? busy() : error
        if (code === LOCK_NOT_AVAILABLE && options.isOneStatement) {
          // A single statement does not wait for a lock: the next try runs in a transaction, which does.
          options = { ...options, isOneStatement: false }
        } else if (code === LOCK_NOT_AVAILABLE) {
          if (performance.now() - startedAt > MAX_WAIT_MS) throw busy()
          pauses += 1
          await pause(pauses)
        } else if (code === DEADLOCK && tries < MAX_TRIES) tries += 1
        else throw error
      }
    }
  }
}

/** Longer each time, and never the same for two that wait for the same thing. */
function pause(pauses: number): Promise<void> {
  return sleep(Math.random() * Math.min(5 * 2 ** pauses, MAX_PAUSE_MS))
}

function busy(): Problem {
  return new Problem('unavailable', 'busy', 'Another call is changing the same data. Try again.', {
    headers: { 'retry-after': '5' },
  })
}

/** Waits for statements that were sent together. When one fails, so do those behind it; what counts is why the first did. */
async function settle(sent: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(sent)).find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/** The change, then its jobs, then the last statements and the events together with the commit. */
async function workOnce<T, Caller extends WorkCaller>(
  { db, clock, insertJobs, flushEvents, notifyOutbox = () => {} }: UnitOfWorkDeps,
  caller: Caller,
  operation: (work: Work<Caller>) => Promise<T>,
  options: WorkOptions<Caller>,
): Promise<T> {
  let finish = async () => {}
  let hasOutboxEvents = false
  const answer = await transact(
    db,
    async (tx) => {
      let now: Date | undefined
      const work: Work<Caller> = {
        ...caller,
        tx,
        isOneStatement: options.isOneStatement ?? false,
        pendingEvents: [],
        nextPosition: 0,
        hasOutboxEvents: false,
        pendingJobs: [],
        lastStatements: [],
        // When it is first asked for, which is after what had to be waited for: of two changes of one thing, the one that
        // is made later is later.
        get now() {
          if (now === undefined) {
            now = clock.now()
            work.nextPosition = firstPosition(now)
          }
          return now
        },
        renewNow() {
          now = undefined
        },
      }
      const answer = await operation(work)
      await options.beforeCommit?.(work, answer)
      if (work.pendingJobs.length > 0) await insertJobs(tx, work.pendingJobs)
      finish = () => settle([...work.lastStatements.map((send) => send()), flushEvents(work)])
      hasOutboxEvents = work.hasOutboxEvents
      return answer
    },
    { ...options, finish: () => finish() },
  )
  if (hasOutboxEvents) notifyOutbox()
  return answer
}
