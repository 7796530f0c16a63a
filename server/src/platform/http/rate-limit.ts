import type { WorkCaller } from '#platform/db/work.ts'
import { Problem } from '#platform/problem.ts'
import type { Callers } from './callers.ts'
import type { Http } from './routes.ts'

const WINDOW_SECONDS = 60
const WINDOW_MS = WINDOW_SECONDS * 1000
/** When so many callers are counted, those are forgotten whose window is over. */
const MAX_COUNTED = 10_000
/** How the limit is called in the headers. */
const POLICY = '"credentials"'

type Window = { left: number; endsAt: number }

/**
 * Counts the calls of each program by its credentials, in windows of a minute that begin with its first call. Each
 * process counts for itself, in memory: a limit that several processes shared would cost each call a query.
 */
export function limitRates(app: Http, callers: Callers, { callsPerMinute }: { callsPerMinute: number }): void {
  const policy = `${POLICY};q=${callsPerMinute};w=${WINDOW_SECONDS}`
  const windows = new Map<string, Window>()

  function windowOf(key: string, now: number): Window {
    const known = windows.get(key)
    if (known && known.endsAt > now) return known
    if (windows.size >= MAX_COUNTED) {
      for (const [other, { endsAt }] of windows) if (endsAt <= now) windows.delete(other)
    }
    const opened = { left: callsPerMinute, endsAt: now + WINDOW_MS }
    windows.set(key, opened)
    return opened
  }

  app.addHook('preParsing', (request, reply, _payload, done) => {
    const caller = callers.callerOf(request)
    if (!caller || !callers.isProgram(request)) return done()
    // Whole milliseconds: the sum and difference of fractions may come to a second more.
    const now = Math.floor(performance.now())
    const window = windowOf(keyOf(caller, callers.credentialsOf(request)[0]), now)
    const seconds = Math.ceil((window.endsAt - now) / 1000)
    const isOver = window.left <= 0
    if (!isOver) window.left -= 1
    reply.header('ratelimit-policy', policy)
    reply.header('ratelimit', `${POLICY};r=${window.left};t=${seconds}`)
    return done(isOver ? tooManyCalls(callsPerMinute, seconds) : null)
  })
}

/** Credentials of two kinds may have the same id. */
function keyOf({ client, actor }: WorkCaller, kind: string | undefined): string {
  return `${kind} ${actor.id} ${client.id}`
}

function tooManyCalls(callsPerMinute: number, seconds: number): Problem {
  const message = `Rate limit exceeded: more than ${callsPerMinute} calls within a minute.`
  return new Problem('too_many', 'too_many_calls', message, { headers: { 'retry-after': String(seconds) } })
}
