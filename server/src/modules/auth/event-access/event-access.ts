import type { FastifyRequest } from 'fastify'
import { callerOf } from '#kernel/access/caller.ts'
import { covers } from '#kernel/access/permission.ts'
import {
  EVENT_RESOURCES,
  type EventName,
  type EventResource,
  eventNames,
  resourceOf,
} from '#kernel/events/catalogue.ts'
import type { Actor } from '#kernel/work.ts'
import { permissionsToReadAll, rolePermission } from '#modules/directory/index.ts'
import { Problem } from '#platform/problem.ts'

/** A reader of events: an application, or a manager with the permissions held for the whole client. */
export type EventReader = { actor: Actor; permissions: readonly string[] }

export function eventReaderOf(request: FastifyRequest): EventReader {
  return { actor: callerOf(request).actor, permissions: request.permissions ?? [] }
}

/** The permission to read events of a type; `*` for those that no permission covers. */
export function readPermissionOf(type: string, owner: Actor['type']): string {
  const permission: string | undefined = EVENT_RESOURCES[resourceOf(type) as EventResource]?.read
  if (permission === undefined) return '*'
  return owner === 'user' ? rolePermission(permission) : permission
}

/** Whether a reader may read events of a type: reading events takes the permission to read their resource. */
export function mayReadEvents({ actor, permissions }: EventReader, type: string): boolean {
  return covers(permissions, readPermissionOf(type, actor.type))
}

/** The types of events that a reader may read; undefined if there is no limit. */
export function readableTypes(reader: EventReader): EventName[] | undefined {
  const types = eventNames.filter((type) => mayReadEvents(reader, type))
  return types.length === eventNames.length ? undefined : types
}

/**
 * The permissions to read all events of a type, and not only those of a manager's own requests and notes. Changing another
 * owner's webhook takes them.
 */
function wholePermissionsOf(type: string, owner: Actor['type']): string[] {
  const permission = readPermissionOf(type, owner)
  return owner === 'user' ? permissionsToReadAll(permission) : [permission]
}

/** Whether a reader may read every event of a type. */
export function mayReadAllEvents({ actor, permissions }: EventReader, type: string): boolean {
  return wholePermissionsOf(type, actor.type).every((one) => covers(permissions, one))
}

/** Refuses a reader who may not read every event of these types. */
export function refuseUnlessReadsAll(reader: EventReader, named: readonly string[]): void {
  refuseUnreadable(reader, named)
  const first = named.find((type) => !mayReadAllEvents(reader, type))
  if (first === undefined) return
  const missing = wholePermissionsOf(first, reader.actor.type).find((one) => !covers(reader.permissions, one))
  const message = `Your roles do not grant ${missing}, which ${first} of another owner’s webhook requires.`
  throw new Problem('forbidden', 'not_permitted', message)
}

/** Refuses a reader who names events that they may not read. */
export function refuseUnreadable(reader: EventReader, named: readonly string[]): void {
  const [first] = named.filter((type) => !mayReadEvents(reader, type))
  if (first === undefined) return
  const needed = readPermissionOf(first, reader.actor.type)
  if (reader.actor.type === 'user') {
    throw new Problem('forbidden', 'not_permitted', `Your roles do not grant ${needed}, which ${first} requires.`)
  }
  throw new Problem(
    'forbidden',
    'insufficient_scope',
    `This application lacks the permission ${needed}, which ${first} requires.`,
    { headers: { 'www-authenticate': 'Bearer realm="dossier", error="insufficient_scope"' } },
  )
}
