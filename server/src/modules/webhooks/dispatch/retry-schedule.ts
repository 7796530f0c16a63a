const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Decisions 5.6: how long to wait after each failed try; after the last of them no other exists. */
export const RETRY_DELAYS_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
] as const

/** Each wait is up to so much shorter or longer, so that what failed together does not come back together. */
const SPREAD = 0.2
const LONGEST_RETRY_AFTER_MS = 24 * HOUR

type Failed = {
  /** How many tries there were, this one included. */
  tries: number
  status: number | undefined
  retryAfter: string | undefined
}

/** When to try again; undefined when that was the last try. */
export function nextTryAt(
  { tries, status, retryAfter }: Failed,
  now: Date,
  random: () => number = Math.random,
): Date | undefined {
  const delay = RETRY_DELAYS_MS[tries - 1]
  if (delay === undefined) return undefined
  const spread = delay * (1 + SPREAD * (2 * random() - 1))
  const asked = status === 429 || status === 503 ? parseRetryAfter(retryAfter, now) : 0
  return new Date(now.getTime() + Math.max(spread, asked))
}

/** RFC 9110, 10.2.3: seconds, or a date. What makes no sense asks for nothing. */
function parseRetryAfter(text: string | undefined, now: Date): number {
  if (text === undefined) return 0
  const milliseconds = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime()
  return Number.isNaN(milliseconds) ? 0 : Math.min(Math.max(milliseconds, 0), LONGEST_RETRY_AFTER_MS)
}
