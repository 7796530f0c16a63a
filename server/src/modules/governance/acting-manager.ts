import type { Permission } from '#kernel/access/permission.ts'
import { type AuditActor, type AuditSubject, auditActorOf } from '#kernel/audit/audit-entry.ts'
import type { Actor, Work } from '#kernel/work.ts'
import { findUser, holdsClientWide } from '#modules/directory/index.ts'
import { invalid, Problem } from '#platform/problem.ts'

const FIELD = 'actor_technical_id'

/** Who did something, as records show it: the caller, and the manager for whom an application acted. */
export type RecordedActor = Actor & { on_behalf_of: { technical_id: string; name: string } | null }

/**
 * The actor of a decision. An application may name the manager who made it, who needs the permission for the whole client; in
 * the portal it is the manager who is logged in.
 */
export async function actingManager(
  { tx, client, actor }: Work,
  technicalId: string | undefined,
  permission: Permission,
): Promise<RecordedActor> {
  if (technicalId === undefined) return { ...actor, on_behalf_of: null }
  const manager = await findUser(tx, client, technicalId)
  if (!manager) throw invalid(FIELD, 'unknown_manager', `Manager ${technicalId} not found.`)
  if (actor.type === 'user' && actor.id !== technicalId) {
    throw invalid(FIELD, 'unfit', 'In the portal the actor is the manager who is logged in.')
  }
  if (!(await holdsClientWide(tx, client, technicalId, permission))) {
    throw new Problem(
      'forbidden',
      'not_permitted',
      `Manager ${technicalId} does not hold ${permission} for the whole client.`,
    )
  }
  return { ...actor, on_behalf_of: { technical_id: technicalId, name: `${manager.first_name} ${manager.last_name}` } }
}

/** The same where the entry is about an employee: the application stays the actor, and its name says for whom it acts. */
export function auditedActor(work: Work, { on_behalf_of: manager }: Pick<RecordedActor, 'on_behalf_of'>): AuditActor {
  const actor = auditActorOf(work)
  if (!manager || work.actor.type === 'user') return actor
  return { ...actor, name: `${actor.name ?? actor.id}, for ${manager.technical_id}` }
}

/** The manager for whom an application acts, as the audit trail names them: the application stays the actor. */
export function actingSubject({ actor }: Work, technicalId: string | null | undefined): AuditSubject | undefined {
  if (technicalId == null || actor.type === 'user') return undefined
  return { type: 'user', technical_id: technicalId }
}
