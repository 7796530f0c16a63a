import type { Clock } from '#platform/clock.ts'
import type { Outbound, OutboundRequest } from '#platform/outbound/outbound.ts'
import { RevocationUnknown } from './revocation-failure.ts'

export type RevocationDeps = { outbound: Outbound; clock: Clock; timeoutMs?: number }

const TIMEOUT_MS = 10_000
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60 * 1000
/** A response that names no end says how things were: it is believed for a day. */
const UNLIMITED_MS = 24 * 60 * 60 * 1000

/** The whole answer to a call through the guard. A redirect is no answer: it might lead to an address of the operator's network. */
export async function fetchBytes({ outbound, timeoutMs = TIMEOUT_MS }: RevocationDeps, request: OutboundRequest) {
  const answer = await outbound.call({ ...request, timeoutMs })
  if (answer.outcome !== 'answered') throw new RevocationUnknown(`There was no answer: ${answer.message}`)
  if (answer.status !== 200) throw new RevocationUnknown(`The answer had the status ${answer.status} instead of 200.`)
  if (answer.truncated) throw new RevocationUnknown(`The answer had more than ${request.maxResponseBytes} bytes.`)
  return answer.body
}

export function expectCurrent({ from, until }: { from: Date; until?: Date | undefined }, now: Date): void {
  const end = until?.getTime() ?? from.getTime() + UNLIMITED_MS
  const isCurrent = from.getTime() <= now.getTime() + MAX_CLOCK_DIFFERENCE_MS && end >= now.getTime()
  if (!isCurrent) throw new RevocationUnknown('The answer about revocation is not current.')
}
