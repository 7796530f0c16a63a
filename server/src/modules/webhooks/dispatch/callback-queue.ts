import type { Database } from '#platform/db/db.ts'
import { type Claimed, type ClaimRequest, claim, releaseLeases } from './claim.ts'
import { fanOut } from './fan-out.ts'
import { type EndpointResult, type EndpointState, type Result, recordResults } from './record-results.ts'

/** What a dispatcher asks of the database. */
export type CallbackQueue = {
  fanOut(now: Date): Promise<{ events: number; deliveries: number }>
  claim(request: ClaimRequest): Promise<Claimed[]>
  /** Gives back what was taken by a claim whose answer was lost. */
  release(leases: string[], now: Date): Promise<void>
  record(results: Result[], endpoints: EndpointResult[], now: Date): Promise<EndpointState[]>
}

export function callbackQueue(db: Database): CallbackQueue {
  return {
    fanOut: (now) => fanOut(db, now),
    claim: (request) => claim(db, request),
    release: (leases, now) => releaseLeases(db, leases, now),
    record: (results, endpoints, now) => recordResults(db, results, endpoints, now),
  }
}
