import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { JobContext } from '#kernel/jobs.ts'
import type { Client, Work } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import type { BulkActionInput, BulkPreview } from './schemas.ts'

/** What of the input says how each item is changed. */
export type BulkOptions = Pick<BulkActionInput, 'invite_again' | 'managers_assigned'>

/** In whose name something is looked up, and when. */
export type Asking = { client: Client; person: SessionPerson; now: Date }

export type Forecast = Pick<BulkPreview, 'changed' | 'mails' | 'skipped'>

/** One thing that can be done to many. `Filter` is what the list of the portal is narrowed by. */
export type BulkKind<Filter> = {
  /** Refuses a manager without the permission, as the call for a single item does. */
  refuseUnlessMay(person: SessionPerson): void
  isId(id: string): boolean
  /** At most so many ids of what matches. */
  find(db: Db, asking: Asking, filter: Filter, most: number): Promise<string[]>
  forecast(db: Db, asking: Asking, ids: readonly string[], options: BulkOptions): Promise<Forecast>
  /** Does it to one; answers the code of why it needs no change, if it needs none. */
  apply(
    work: Work,
    context: Pick<JobContext, 'blobs' | 'keyring' | 'publicUrl'>,
    one: { person: SessionPerson; id: string; options: BulkOptions },
  ): Promise<string | undefined>
}
