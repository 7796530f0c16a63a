import type { Caller, DoWork } from '#kernel/work.ts'
import * as platform from '#platform/db/unit-of-work.ts'
import { recordTrace } from '#platform/events/event-traces.ts'
import { flushEvents } from '#platform/events/outbox.ts'
import { flushAudit } from './audit/store-pending.ts'
import { heldByDatabase } from './legal-hold.ts'

/** Opens works for the product's callers; their events are written to the outbox, their audit entries to what waits for the trail. */
export function unitOfWork(deps: Omit<platform.UnitOfWorkDeps, 'flushEvents'>): DoWork {
  const doWork = platform.unitOfWork<Caller>({
    ...deps,
    async flushEvents(work) {
      await Promise.all([flushEvents(work), flushAudit(work), recordTrace(work)])
    },
  })
  return async (...work) => {
    try {
      return await doWork(...work)
    } catch (error) {
      throw heldByDatabase(error) ?? error
    }
  }
}
