import type { Caller } from '#kernel/work.ts'

/** What the audit trail writes down. */
export const AUDIT_ACTIONS = [
  'session.opened',
  'session.refused',
  'session.closed',
  'password.changed',
  'document.viewed',
  'document.downloaded',
  'document.trashed',
  'document.deleted',
  'file.downloaded',
  'vault.downloaded',
  'export.made',
  'role.created',
  'role.updated',
  'role.deleted',
  'user.profiles_changed',
  'application.issued',
  'application.changed',
  'application.revoked',
  'api_key.issued',
  'api_key.revoked',
  'legal_hold.placed',
  'legal_hold.released',
  'retention_policy.created',
  'retention_policy.updated',
  'retention_policy.deleted',
  'disposal.created',
  'disposal.approved',
  'disposal.rejected',
  'disposal.canceled',
  'disposal.completed',
  'disposal.failed',
  'request.deleted',
  'note.deleted',
  'employee.deleted',
  'employee.restored',
  'employee.erased',
  'deletion_request.created',
  'deletion_request.confirmed',
  'deletion_request.canceled',
  'deletion_request.prepared',
  'deletion_request.completed',
  'deletion_request.failed',
  'access_package.created',
  'access_package.downloaded',
  'access_package.deleted',
  'audit.exported',
  'audit.checkpoint',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AUDIT_ACTOR_TYPES = [
  'application',
  'api_key',
  'shared_token',
  'user',
  'employee',
  'external',
  'system',
] as const
export type AuditActorType = (typeof AUDIT_ACTOR_TYPES)[number]

/** Who did it. Personal: it can be erased from the trail. */
export type AuditActor = { type: AuditActorType; id: string | null; name: string | null; address: string | null }

/** Whom it concerns. Personal: it can be erased from the trail. */
export type AuditSubject = { type: 'employee' | 'user'; technical_id: string }

/** Stays for ever: it must say nothing about a person. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | readonly string[]>>

export type AuditEntry = {
  action: AuditAction
  /** `done` unless said otherwise. */
  outcome?: 'done' | 'refused'
  /** The caller unless another is named, such as a person who logs in. */
  actor?: AuditActor
  subject?: AuditSubject | undefined
  /** By its id, or by its `core_uuid` if it is an employee; a user has none. */
  resource?: { type: string; id: string | null } | undefined
  details?: AuditDetails
}

/** The caller, as the trail names them. */
export function auditActorOf(caller: Pick<Caller, 'actor' | 'credential' | 'address' | 'auditedAs'>): AuditActor {
  const { actor, credential, address = null, auditedAs } = caller
  if (auditedAs) return { ...auditedAs, address }
  return { type: credential ?? actor.type, id: actor.id, name: actor.name, address }
}

/** The employee whom an entry concerns, if it does. */
export function employeeSubject(technicalId: string | null | undefined): AuditSubject | undefined {
  return technicalId == null ? undefined : { type: 'employee', technical_id: technicalId }
}
