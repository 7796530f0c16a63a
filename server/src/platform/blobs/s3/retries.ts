import { setTimeout as delay } from 'node:timers/promises'
import type { S3ClientConfig } from '@aws-sdk/client-s3'

const FIRST_MS = 100
const MAX_MS = 5000

/** Exponential, with full jitter: processes that failed together do not come back together. */
export function backoffMs(retries: number): number {
  return Math.random() * Math.min(MAX_MS, FIRST_MS * 2 ** retries)
}

type RetryStrategy = Exclude<NonNullable<S3ClientConfig['retryStrategy']>, { retry: unknown }>
type RetryToken = Awaited<ReturnType<RetryStrategy['acquireInitialRetryToken']>>
type DatedToken = RetryToken & { until: number }

/**
 * Calls that were throttled or met a passing fault are tried again until this time is over; the server may ask for a
 * longer pause. By time and not by count: quick refusals, as of a server that restarts, would use up a count at once.
 */
export function retryWithin(totalMs: number): RetryStrategy {
  return {
    acquireInitialRetryToken: async () => tokenOf(0, 0, performance.now() + totalMs),
    async refreshRetryTokenForRetry(last, { errorType, retryAfterHint }) {
      const { until } = last as DatedToken
      const isPassing = errorType === 'THROTTLING' || errorType === 'TRANSIENT'
      const askedMs = retryAfterHint ? retryAfterHint.getTime() - Date.now() : 0
      const pauseMs = Math.max(backoffMs(last.getRetryCount()), askedMs)
      if (!isPassing || performance.now() + pauseMs > until) throw new Error('There are no more retries.')
      return tokenOf(last.getRetryCount() + 1, pauseMs, until)
    },
    recordSuccess() {},
  }
}

function tokenOf(retries: number, pauseMs: number, until: number): DatedToken {
  return { getRetryCount: () => retries, getRetryDelay: () => pauseMs, until }
}

/** An answer may break off after its beginning, which the client of S3 does not try again. */
const MAX_BROKEN_ANSWERS = 5

/** How often answers broke off in a row: pauses before the next try, or throws what broke the last one. */
export function brokenAnswers() {
  let count = 0
  return {
    forget: () => {
      count = 0
    },
    async pauseAfter(error: unknown): Promise<void> {
      count += 1
      if (count === MAX_BROKEN_ANSWERS) throw error
      await delay(backoffMs(count))
    },
  }
}
