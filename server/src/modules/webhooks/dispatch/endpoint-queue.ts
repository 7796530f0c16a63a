import { type Claimed, FAILURES_UNTIL_PAUSE, MAX_IN_FLIGHT } from './claim.ts'

/** A claimed delivery, with the time of the claim by a monotonic clock. */
export type LeasedDelivery = Claimed & { takenAt: number }

/** What a worker holds of one endpoint, and what it knows of it. */
export type EndpointQueue = {
  clientId: string
  endpointId: string
  /** Taken, and not sent yet. */
  waiting: LeasedDelivery[]
  inFlight: number
  /** Results that the database does not know yet. */
  unwritten: number
  /** How long callbacks took of late; undefined before the first one. */
  averageMs: number | undefined
  failuresInRow: number
  /** Whether it failed the last time that anyone tried, as far as is known here. */
  isFailing: boolean
  /** Whether there was no room for all that is due. */
  hasMore: boolean
  usedAt: number
}

/** So much work of a quick endpoint is taken at once, at most. */
const AHEAD_MS = 500
const MAX_AHEAD = 1000

export function newEndpointQueue({ client_id, endpoint_id }: Claimed): EndpointQueue {
  return {
    clientId: client_id,
    endpointId: endpoint_id,
    waiting: [],
    inFlight: 0,
    unwritten: 0,
    averageMs: undefined,
    failuresInRow: 0,
    isFailing: false,
    hasMore: false,
    usedAt: 0,
  }
}

/**
 * How many to hold: as many as can be sent soon. An endpoint that is slow, failing or unknown gets what it can be sent at
 * once.
 */
export function capacityOf({ averageMs, isFailing }: EndpointQueue): number {
  if (averageMs === undefined || isFailing) return MAX_IN_FLIGHT
  const soon = Math.floor((MAX_IN_FLIGHT * AHEAD_MS) / Math.max(averageMs, 1))
  return Math.min(Math.max(soon, MAX_IN_FLIGHT), MAX_AHEAD)
}

/** How many are held, as the database sees it. */
export function leasedCountOf({ waiting, inFlight, unwritten }: EndpointQueue): number {
  return waiting.length + inFlight + unwritten
}

/** Whether it is time to take more. */
export function wantsMore(queue: EndpointQueue): boolean {
  return queue.hasMore && leasedCountOf(queue) <= capacityOf(queue) / 2
}

export function mayStart({ inFlight }: EndpointQueue): boolean {
  return inFlight < MAX_IN_FLIGHT
}

export function noteOutcome(queue: EndpointQueue, durationMs: number, isSuccess: boolean): void {
  const { averageMs } = queue
  queue.averageMs = averageMs === undefined ? durationMs : averageMs * 0.8 + durationMs * 0.2
  queue.failuresInRow = isSuccess ? 0 : queue.failuresInRow + 1
}

/** Whether the rest is better given back: the endpoint is not worth more tries just now. */
export function isGivenUp({ failuresInRow }: EndpointQueue): boolean {
  return failuresInRow >= FAILURES_UNTIL_PAUSE
}
