import { AsyncLocalStorage } from 'node:async_hooks'

/** What goes on by itself, such as the sending of callbacks: no statement of it takes nearly as long. */
const BY_DEFAULT_MS = 60_000

/** For what ends by itself, however much there is to do: an operator waits for it. */
export const A_DAY_MS = 86_400_000

const limits = new AsyncLocalStorage<number>()

/**
 * How long statements of this step wait for their answers. A server that is cut off sends nothing, not even an end of the
 * connection, and TCP would wait for a quarter of an hour.
 */
export function answeredWithin<T>(milliseconds: number, step: () => T): T {
  return limits.run(milliseconds, step)
}

/** In milliseconds. */
export function answerLimit(): number {
  return limits.getStore() ?? BY_DEFAULT_MS
}
