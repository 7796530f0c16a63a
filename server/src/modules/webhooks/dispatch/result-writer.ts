import { setTimeout as delay } from 'node:timers/promises'
import type { EndpointResult, Result } from './record-results.ts'
import { NOT_PERMITTED } from './send-callback.ts'

const WRITE_AFTER_MS = 20
const WRITE_AT = 200
const MAX_AT_ONCE = 1000
const TRY_AGAIN_MS = 250

export type ResultWriter = {
  add(result: Result): void
  /** Writes all that was added, as far as that works in time; drops the rest. */
  close(graceMs: number): Promise<void>
}

/** Gathers results and writes them together: soon, and one batch after the other. None is dropped when writing fails. */
export function openResultWriter(
  write: (results: Result[]) => Promise<void>,
  onFailure: (error: unknown) => void,
): ResultWriter {
  const results: Result[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let isClosed = false

  async function writeAll(): Promise<void> {
    while (results.length > 0 && !isClosed) {
      const some = results.slice(0, MAX_AT_ONCE)
      try {
        await write(some)
        results.splice(0, some.length)
      } catch (error) {
        onFailure(error)
        await delay(TRY_AGAIN_MS)
      }
      if (results.length < WRITE_AT) break
    }
  }

  function start(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeAll().finally(() => {
      writing = undefined
      schedule()
    })
    return writing
  }

  function schedule(): void {
    if (writing || results.length === 0 || isClosed) return
    if (results.length >= WRITE_AT) void start()
    else timer ??= setTimeout(start, WRITE_AFTER_MS)
  }

  return {
    add(result) {
      results.push(result)
      schedule()
    },
    async close(graceMs) {
      const end = performance.now() + graceMs
      while (results.length > 0 && performance.now() < end) {
        await Promise.race([start(), delay(end - performance.now(), undefined, { ref: false })])
      }
      isClosed = true
    },
  }
}

/** What results say of the endpoints that were called, each in the order in which they came. */
export function endpointResults(results: Result[]): EndpointResult[] {
  const byEndpoint = new Map<string, EndpointResult>()
  for (const { clientId, endpointId, attempt, outcome, at } of results) {
    if (!attempt || attempt.outcome === NOT_PERMITTED) continue
    const known = byEndpoint.get(endpointId)
    const one = known ?? { clientId, endpointId, hasSucceeded: false, failures: 0, firstFailureAt: undefined }
    if (!known) byEndpoint.set(endpointId, one)
    const isSuccess = outcome === 'succeeded'
    one.hasSucceeded ||= isSuccess
    one.failures = isSuccess ? 0 : one.failures + 1
    one.firstFailureAt = isSuccess ? undefined : (one.firstFailureAt ?? at)
  }
  return [...byEndpoint.values()]
}
