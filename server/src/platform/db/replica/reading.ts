import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** A place in the history of the primary, by the bytes of its log, and in which of its histories. */
export type Position = { timeline: string; bytes: number }

/** A call that only reads: a replica may answer it that has everything that was committed when the call asked first. */
export type Reading = {
  /** The call has begun to write, or the replica has failed it: from here on, the primary answers. */
  isOnPrimary: boolean
  /** What the replica must have; found out with the first statement of the call. */
  position: Promise<Position> | undefined
}

/** What answers statements of a call that only reads; undefined where the primary has to. */
export type ReadSource = { read(config: pg.QueryConfig): Promise<pg.QueryResult | undefined> }

const readings = new AsyncLocalStorage<Reading | undefined>()

/** All statements of this step outside of transactions may be answered by a replica. */
export function reading<T>(step: () => T): T {
  return readings.run({ isOnPrimary: false, position: undefined }, step)
}

/** Undefined where a replica must not answer. */
export function currentReading(): Reading | undefined {
  const current = readings.getStore()
  return current?.isOnPrimary ? undefined : current
}

/** What the call reads from here on shows what it writes. */
export function stayOnPrimary(): void {
  const current = readings.getStore()
  if (current) current.isOnPrimary = true
}

/** Asks the primary, whoever asks. */
export function onPrimary<T>(step: () => T): T {
  return readings.run(undefined, step)
}
