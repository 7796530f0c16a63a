import { DossierError } from './dossier-error.ts'
import { retryAfterSeconds } from './retry-after.ts'
import { sleep } from './sleep.ts'

export type RetryOptions = {
  /** How many times a call is sent again, 3 unless given; 0 turns retries off. */
  maxRetries?: number
  /** The longest `Retry-After` that is waited for, 60 unless given; a longer one ends the attempts. */
  maxWaitSeconds?: number
}

export type Attempts = {
  send: () => Promise<Response>
  /** Whether doing it twice does no harm. A call that was refused with 429 was not done, and is always repeated. */
  isIdempotent: boolean
  /** With an idempotency key, 409 and `Retry-After` mean that the attempt before is still in progress. */
  hasIdempotencyKey: boolean
  signal?: AbortSignal
}

const MAX_RETRIES = 3
const MAX_WAIT_SECONDS = 60
const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 8000

/** Answered by proxies in front of a service that is restarting, or by a service that is busy. */
const UNAVAILABLE = new Set([502, 503, 504])

/** Sends a call, and again while that can help: the last answer is returned, the last network error is thrown. */
export async function sendWithRetries(attempts: Attempts, options: RetryOptions = {}): Promise<Response> {
  const { maxRetries = MAX_RETRIES, maxWaitSeconds = MAX_WAIT_SECONDS } = options
  for (let retry = 0; ; retry += 1) {
    const { answer, error } = await outcomeOf(attempts.send)
    const isOver = retry >= maxRetries || !(answer ? mayRepeat(attempts, answer) : isNetworkFailure(attempts, error))
    const waitMs = waitBefore(retry, answer)
    if (isOver || waitMs > maxWaitSeconds * 1000) {
      if (answer) return answer
      throw error
    }
    await answer?.body?.cancel()
    await sleep(waitMs, attempts.signal)
  }
}

async function outcomeOf(send: () => Promise<Response>): Promise<{ answer?: Response; error?: unknown }> {
  try {
    return { answer: await send() }
  } catch (error) {
    return { error }
  }
}

function mayRepeat({ isIdempotent, hasIdempotencyKey }: Attempts, { status, headers }: Response): boolean {
  if (status === 429) return true
  if (status === 409) return hasIdempotencyKey && headers.has('retry-after')
  return isIdempotent && UNAVAILABLE.has(status)
}

function isNetworkFailure({ isIdempotent, signal }: Attempts, error: unknown): boolean {
  return isIdempotent && signal?.aborted !== true && !(error instanceof DossierError)
}

/** Exponential backoff with jitter, so that callers who failed together do not return together. */
function waitBefore(retry: number, answer: Response | undefined): number {
  const backoffMs = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** retry)
  const asked = answer && retryAfterSeconds(answer.headers)
  if (asked === undefined) return backoffMs * (0.5 + Math.random() / 2)
  return asked * 1000 + (Math.random() * backoffMs) / 4
}
