import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#platform/clock.ts'
import { LOCK_NOT_AVAILABLE } from '#platform/db/locks/lock-not-available.ts'
import { isDistributed } from '#platform/db/nodes/is-distributed.ts'
import { type Problem, unavailable } from '#platform/problem.ts'
import type { Tracing } from '#platform/tracing.ts'
import { openPositions } from '#platform/uuid.ts'
import type { Database, Tx } from './db.ts'
import { transact } from './transact.ts'
import type { DoWork, PendingJob, Work, WorkCaller, WorkOptions, WorkTrace } from './work.ts'

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
  tracing?: Tracing | undefined
}

export function unitOfWork<Caller extends WorkCaller>(deps: UnitOfWorkDeps): DoWork<Caller> {
  return async (caller, operation, options = {}) => {
    const tries = new Tries(options)
    for (;;) {
      try {
        return await workOnce(deps, caller, operation, tries.options)
      } catch (error) {
        await tries.prepareNext(error)
      }
    }
  }
}

/** Decides after a failed try whether and how the operation is run again. */
class Tries<Caller extends WorkCaller> {
  /** The options of the next try. */
  options: WorkOptions<Caller>
  readonly #startedAt = performance.now()
  #isAnswered = false
  #deadlocks = 0
  #pauses = 0

  constructor(options: WorkOptions<Caller>) {
    this.options = this.#noteAnswer(options)
  }

  /** Throws when no try is left. */
  async prepareNext(error: unknown): Promise<void> {
    const { code } = error as { code?: string }
    if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error
    // The caller has used the answer of the operation already.
    if (this.#isAnswered) throw busy()
    if (code === LOCK_NOT_AVAILABLE) return this.#waitForLock()
    this.#deadlocks += 1
    if (this.#deadlocks === MAX_TRIES) throw error
  }

  async #waitForLock(): Promise<void> {
    if (this.options.isOneStatement) {
      // A single statement does not wait for a lock: the next try runs in a transaction, which does.
      this.options = { ...this.options, isOneStatement: false }
      return
    }
    if (performance.now() - this.#startedAt > MAX_WAIT_MS) throw busy()
    this.#pauses += 1
    await pause(this.#pauses)
  }

  #noteAnswer(options: WorkOptions<Caller>): WorkOptions<Caller> {
    const { beforeCommit } = options
    if (!beforeCommit) return options
    return {
      ...options,
      beforeCommit: (work, result) => {
        this.#isAnswered = true
        return beforeCommit(work, result)
      },
    }
  }
}

/** Longer each time, and never the same for two that wait for the same thing. */
function pause(pauses: number): Promise<void> {
  return sleep(Math.random() * Math.min(5 * 2 ** pauses, MAX_PAUSE_MS))
}

function busy(): Problem {
  return unavailable('busy', 'Another call is changing the same data. Try again.', 5)
}

/** Waits for statements that were sent together. When one fails, so do those behind it; what counts is why the first did. */
async function settle(sent: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(sent)).find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/** The change, then its jobs, then the last statements and the events together with the commit. */
async function workOnce<T, Caller extends WorkCaller>(
  { db, clock, insertJobs, flushEvents, notifyOutbox = () => {}, tracing }: UnitOfWorkDeps,
  caller: Caller,
  operation: (work: Work<Caller>) => Promise<T>,
  options: WorkOptions<Caller>,
): Promise<T> {
  let finish = async () => {}
  let hasOutboxEvents = false
  const trace = traceOf(tracing)
  // What a trace remembers is a statement of its own. Where tables are distributed, so are locks.
  const isOneStatement = (options.isOneStatement ?? false) && !trace && !(await isDistributed(db))
  const answer = await transact(
    db,
    async (tx) => {
      let now: Date | undefined
      const work: Work<Caller> = {
        ...caller,
        tx,
        isOneStatement,
        trace,
        pendingEvents: [],
        pendingAudit: [],
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
    { ...options, isOneStatement, finish: () => finish() },
  )
  if (hasOutboxEvents) notifyOutbox()
  return answer
}

function traceOf(tracing: Tracing | undefined): WorkTrace | undefined {
  const traceparent = tracing?.traceparent()
  return traceparent === undefined ? undefined : { traceparent, eventIds: [] }
}
