import type { Tx } from './db.ts'

/** A tenant. Every row that belongs to one has its id in the column `client_id`. */
export type Tenant = { id: string }

/** Who acts, as events record it. */
export type RecordedActor = { type: string; id: string | null; name: string | null }

/** The tenant and the actor of a work. The product's callers have these fields and more. */
export type WorkCaller = { client: Tenant; actor: RecordedActor }

/** An event on its way into the outbox. */
export type PendingEvent = {
  id: string
  type: string
  resourceId: string
  data: string
  createdAt: Date
  /** The actor of the event when it is not the caller: a person who logs in is known only afterwards. */
  actor?: RecordedActor
}

export type WorkTrace = { traceparent: string; eventIds: string[] }

/** The callbacks of an import, which emits a million events, are not all parts of one trace. */
const MAX_TRACED_EVENTS = 100

/** The callbacks of this event continue the trace of the work, if it has one. */
export function traceEvent({ trace }: Work, eventId: string): void {
  if (trace && trace.eventIds.length < MAX_TRACED_EVENTS) trace.eventIds.push(eventId)
}

/** An entry on its way into the audit trail. */
export type PendingAuditEntry = {
  at: Date
  action: string
  outcome?: 'done' | 'refused'
  actor: { type: string; id: string | null; name: string | null; address: string | null }
  subject?: { type: string; technical_id: string } | undefined
  resource?: { type: string; id: string | null } | undefined
  details?: Readonly<Record<string, unknown>>
}

/** A job on its way to the queue. */
export type PendingJob = { name: string; data: object; startAt: Date | null }

/** One transaction, one tenant, one actor, one moment: everything an operation may change is in it. */
export type Work<Caller extends WorkCaller = WorkCaller> = Caller & {
  tx: Tx
  /** Whether the operation sends one statement at most. */
  isOneStatement: boolean
  now: Date
  /** Resets the moment to now, for an operation that has waited for a lock since. */
  renewNow(): void
  /** Events, audit entries and jobs of this work, written together just before the commit. */
  pendingEvents: PendingEvent[]
  pendingAudit: PendingAuditEntry[]
  /** Orders the next event among those of the same moment. */
  nextPosition: number
  /** Whether the work leaves events in the outbox, which are to be handed out as soon as it is committed. */
  hasOutboxEvents: boolean
  pendingJobs: PendingJob[]
  /** The step of a trace that the work is part of, with the events that it emits; undefined where nothing is recorded. */
  trace: WorkTrace | undefined
  /** Statements whose answers the operation does not need: they are sent together with the commit, in this order. */
  lastStatements: (() => Promise<unknown>)[]
}

export type WorkOptions<Caller extends WorkCaller = WorkCaller> = {
  /** The edge knows that the operation is one statement, which then needs no transaction around it. */
  isOneStatement?: boolean
  /** The work only looks something up for the one that makes the change, and need not be part of its transaction. */
  isPreparation?: boolean
  /** Called when the operation is done; the commit waits for it. From then on, the work is not tried again. */
  beforeCommit?: (work: Work<Caller>, result: unknown) => Promise<void>
}

export type DoWork<Caller extends WorkCaller = WorkCaller> = <T>(
  caller: Caller,
  operation: (work: Work<Caller>) => Promise<T>,
  options?: WorkOptions<Caller>,
) => Promise<T>
