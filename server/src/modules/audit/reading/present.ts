import { inMilliseconds } from '#platform/time/dates.ts'
import type { EntryRow } from './queries.ts'
import type { AuditEntry } from './schemas.ts'

export function presentEntry(row: EntryRow): AuditEntry {
  const { resource_type, resource_id } = row
  return {
    sequence: Number(row.sequence),
    at: inMilliseconds(row.at),
    action: row.action,
    outcome: row.outcome,
    actor_type: row.actor_type as AuditEntry['actor_type'],
    actor: presentActor(row),
    actor_hash: row.actor_hash.toString('hex'),
    subject: presentSubject(row),
    subject_hash: row.subject_hash?.toString('hex') ?? null,
    resource: resource_type === null ? null : { type: resource_type, id: resource_id },
    details: row.details,
    previous_hash: row.previous_hash.toString('hex'),
    hash: row.hash.toString('hex'),
  }
}

/** Without its salt, the readable part was erased. */
function presentActor(row: EntryRow): AuditEntry['actor'] {
  const { actor_salt, actor_id, actor_name, actor_address } = row
  if (!actor_salt) return null
  const type = row.actor_type as AuditEntry['actor_type']
  return { type, id: actor_id, name: actor_name, address: actor_address, salt: actor_salt.toString('hex') }
}

function presentSubject({ subject_salt, subject_type, subject_technical_id }: EntryRow): AuditEntry['subject'] {
  if (!subject_salt || subject_type === null || subject_technical_id === null) return null
  return { type: subject_type, technical_id: subject_technical_id, salt: subject_salt.toString('hex') }
}
