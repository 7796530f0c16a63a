import type { Tx } from './db.ts'

/** Who is calling. */
export type Actor = {
  type: 'application' | 'user' | 'employee' | 'system'
  id: string | null
  name: string | null
}

/** Whose data it is: the tenant, as far as operations need to know it. */
export type Client = { id: string; languages: readonly string[] }

/** An event on its way into the outbox. */
export type PendingEvent = {
  id: string
  type: string
  resourceId: string
  data: string
  createdAt: Date
  /** Who did it, when that is not the caller: somebody who logs in is known only afterwards. */
  actor?: Actor
}

/** A job on its way to the queue. */
export type PendingJob = { name: string; data: object; startAt: Date | null }

/** One transaction, one client, one caller, one moment: everything an operation may change is in it. */
export type Work = {
  tx: Tx
  client: Client
  actor: Actor
  issued: Caller['issued']
  /** Whether the operation sends one statement at most. */
  isOneStatement: boolean
  now: Date
  /** Takes the moment anew, when something had to be waited for after it was taken. */
  renewNow(): void
  /** Events and jobs of this work, written together just before the commit. */
  pendingEvents: PendingEvent[]
  /** Orders the next event among those of the same moment. */
  nextPosition: number
  /** Whether the work leaves something that is to be handed out as soon as it is committed. */
  hasOutboxEvents: boolean
  pendingJobs: PendingJob[]
  /** Statements whose answers nobody needs: they go out together with the commit, in this order. */
  lastStatements: (() => Promise<unknown>)[]
}

export type Caller = {
  client: Client
  actor: Actor
  /** What an application or an API key was issued for. Without it, an application holds no permission. */
  issued?: readonly string[] | undefined
}

export type WorkOptions = {
  /** The edge knows that the operation is one statement, which then needs no transaction around it. */
  isOneStatement?: boolean
  /** The work only looks something up for the one that makes the change, and need not be part of its transaction. */
  isPreparation?: boolean
  /** Called when the operation is done; the commit waits for it. From then on, the work is not tried again. */
  beforeCommit?: (work: Work, result: unknown) => Promise<void>
}

export type DoWork = <T>(caller: Caller, operation: (work: Work) => Promise<T>, options?: WorkOptions) => Promise<T>

export const systemActor: Actor = { type: 'system', id: null, name: null }
