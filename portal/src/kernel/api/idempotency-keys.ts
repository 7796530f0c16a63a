import { DOUBLE_CLICK_MS } from './single-flight.ts'

/**
 * Keys of calls that were sent and not answered yet. The same call again has the same key, so that the server makes the
 * change once: after a lost connection nobody knows whether the first one arrived.
 */
const unanswered = new Map<string, string>()

export function keyOf(call: string): string {
  const key = unanswered.get(call) ?? crypto.randomUUID()
  unanswered.set(call, key)
  return key
}

/** The call was answered: the same one later is another one. The second half of a double click is not. */
export function forgetKey(key: string): void {
  setTimeout(() => {
    for (const [call, one] of unanswered) if (one === key) unanswered.delete(call)
  }, DOUBLE_CLICK_MS)
}
