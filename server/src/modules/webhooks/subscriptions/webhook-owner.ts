import { EVENT_RESOURCES } from '#kernel/events/catalogue.ts'
import type { Actor, Work } from '#kernel/work.ts'
import {
  type EventReader,
  mayReadAllEvents,
  mayReadEvents,
  refuseUnlessReadsAll,
  refuseUnreadable,
} from '#modules/auth/index.ts'
import { patternsOf } from './event-patterns.ts'
import type { WebhookRow } from './queries.ts'

/** The event of a test. It contains only the webhook, so everyone who may read its deliveries sees it. */
export const TEST_EVENT = 'webhook.test'

export function mayReadDelivery(reader: EventReader, eventType: string): boolean {
  return eventType === TEST_EVENT || mayReadEvents(reader, eventType)
}

export type Owner = Pick<WebhookRow, 'owner_type' | 'owner_id' | 'owner_permissions'>

/** The caller who creates a webhook, or takes it over, owns it; webhooks owned by the service receive everything. */
export function ownerOf({ actor, permissions }: EventReader): Owner {
  if (actor.type !== 'application' && actor.type !== 'user') {
    return { owner_type: 'system', owner_id: null, owner_permissions: ['*'] }
  }
  return { owner_type: actor.type, owner_id: actor.id, owner_permissions: [...permissions] }
}

export function readerIn({ actor }: Pick<Work, 'actor'>, permissions: readonly string[]): EventReader {
  return { actor, permissions }
}

/** Names and patterns with `*` as one for each resource. */
function resourcesIn(events: readonly string[]): string[] {
  return patternsOf(events).flatMap((one) =>
    one === '*' ? Object.keys(EVENT_RESOURCES).map((name) => `${name}.*`) : [one],
  )
}

/** Refuses a subscription to what the caller may not read. `*` is whatever the owner may read, so anyone may ask for it. */
export function refuseSubscription(reader: EventReader, events: readonly string[]): void {
  refuseUnreadable(
    reader,
    patternsOf(events).filter((one) => one !== '*'),
  )
}

function isOwn({ owner_type, owner_id }: WebhookRow, { type, id }: Actor): boolean {
  return owner_type === type && owner_id === id
}

/** Whether the caller owns a webhook, or may read everything that it receives. */
export function mayControl(webhook: WebhookRow, reader: EventReader): boolean {
  return isOwn(webhook, reader.actor) || resourcesIn(webhook.events).every((one) => mayReadAllEvents(reader, one))
}

/**
 * Refuses those who could lead to themselves, forge or stop what they may not read: anyone who decides where callbacks go
 * reads them.
 */
export function refuseForeign(webhook: WebhookRow, reader: EventReader): void {
  if (!isOwn(webhook, reader.actor)) refuseUnlessReadsAll(reader, resourcesIn(webhook.events))
}

/** The subscribed events that a webhook does not receive, because its owner currently may not read them. */
export function withheldEvents({ events, ...owner }: WebhookRow): string[] {
  const { owner_type: type, owner_id: id, owner_permissions: permissions } = owner
  const reader: EventReader = { actor: { type, id, name: null }, permissions }
  const mayReadAny = resourcesIn(['*']).some((one) => mayReadEvents(reader, one))
  return events.filter((one) =>
    one === '*' ? !mayReadAny : !resourcesIn([one]).every((it) => mayReadEvents(reader, it)),
  )
}
