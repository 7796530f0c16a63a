import type { Actor, Work } from '#kernel/work.ts'
import { type PendingEvent, traceEvent } from '#platform/db/work.ts'
import { uuidv7 } from '#platform/uuid.ts'
import type { EventName } from './catalogue.ts'

/** An event of the catalogue, with how to name its resource. */
export type EventDefinition<Data> = { name: EventName; resourceId: (data: Data) => string }

export function defineEvent<Data extends { id: string }>(name: EventName): EventDefinition<Data>
export function defineEvent<Data>(name: EventName, resourceId: (data: Data) => string): EventDefinition<Data>
export function defineEvent<Data>(
  name: EventName,
  resourceId = (data: Data) => (data as { id: string }).id,
): EventDefinition<Data> {
  return { name, resourceId }
}

/**
 * Emits the event of a change, which is stored with the change or not at all. The actor is the caller unless another is
 * named.
 */
export function emit<Data>(work: Work, event: EventDefinition<Data>, data: Data, actor?: Actor): PendingEvent {
  const pending = {
    id: uuidv7(work.now, work.nextPosition),
    type: event.name,
    resourceId: event.resourceId(data),
    data: JSON.stringify(data),
    createdAt: work.now,
    ...(actor && { actor }),
  }
  work.pendingEvents.push(pending)
  work.nextPosition += 1
  work.hasOutboxEvents = true
  traceEvent(work, pending.id)
  return pending
}
