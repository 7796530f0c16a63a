import { Problem } from '#platform/problem.ts'

/** What bodies may take of the memory together, and those of one client at once. What was read of a body can take ten times as much. */
export const BODY_BUDGET = { totalBytes: 16 * 1024 * 1024, clientBytes: 8 * 1024 * 1024 }

export type BodyBudget = {
  /** Begins an account for one call; what it took is given back when it is released. */
  open(client: string): BodyReservation
}
export type BodyReservation = { take(bytes: number): void; release(): void }

/** Counts the bytes of bodies as they come, and refuses those for which there is no room. */
export function openBodyBudget({ totalBytes, clientBytes } = BODY_BUDGET): BodyBudget {
  let total = 0
  const byClient = new Map<string, number>()
  const add = (client: string, bytes: number) => {
    const held = (byClient.get(client) ?? 0) + bytes
    total += bytes
    if (held > 0) byClient.set(client, held)
    else byClient.delete(client)
  }
  return {
    open(client) {
      let held = 0
      return {
        take(bytes) {
          const isTooMuch = total + bytes > totalBytes || (byClient.get(client) ?? 0) + bytes > clientBytes
          if (isTooMuch) throw tooMuchAtOnce()
          held += bytes
          add(client, bytes)
        },
        release() {
          add(client, -held)
          held = 0
        },
      }
    },
  }
}

function tooMuchAtOnce(): Problem {
  return new Problem('unavailable', 'busy', 'Too many large bodies are being sent at once. Send this one again.', {
    headers: { 'retry-after': '1' },
  })
}
