import type { FastifyRequest } from 'fastify'
import { callerOf } from '#kernel/access/caller.ts'
import type { BeforeBytes } from '#platform/http/responses/before-bytes.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { AuditCaller, AuditTrail } from './audit-trail.ts'

/** A call that hands something out, as the audit trail sees it. */
export type Reading = {
  audit: AuditTrail
  caller: AuditCaller
  /** Tells one reader from another: what one of them reads again within ten minutes is one entry. */
  holder: string
}

/** What the caller of a route reads. */
export function readingOf(request: FastifyRequest, audit: AuditTrail): Reading {
  const caller = callerOf(request)
  return { audit, caller, holder: request.person ? request.sessionHash.toString('hex') : holderOf(caller) }
}

/** Programs have no session: they are told apart by their credentials and where they call from. */
export function holderOf({ actor, credential, address }: AuditCaller, more = ''): string {
  return JSON.stringify([credential ?? actor.type, actor.id, address ?? null, more])
}

/** A file that goes out: each time that it is sent whole, and once for the ranges of one download. */
export function asDownload({ audit, caller, holder }: Reading, entry: AuditEntry): BeforeBytes {
  return (extent) => (extent === 'whole' ? audit.record(caller, entry) : audit.recordOnce(caller, entry, holder))
}

/** Pages of a document, each of which is asked for by itself: once in ten minutes. */
export function asView({ audit, caller, holder }: Reading, entry: AuditEntry): BeforeBytes {
  return () => audit.recordOnce(caller, entry, holder)
}

/** A file that is made of what the service keeps and is no original, such as a report. */
export function exportOf(request: FastifyRequest, audit: AuditTrail, resource: AuditEntry['resource']): BeforeBytes {
  return () => audit.record(callerOf(request), { action: 'export.made', resource })
}

/** A picture in a list, which is no entry, as the list is none. */
export const asListed: BeforeBytes = async () => {}

/** What was written down with a change that the same call has made. */
export const recordedBefore: BeforeBytes = async () => {}
