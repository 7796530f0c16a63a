import { covers } from '#kernel/access/permission.ts'
import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { Client } from '#kernel/work.ts'
import { listGroups } from '#modules/distributions/settings/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { notFound } from '#platform/problem.ts'
import { findProject, type ProjectRow } from './queries.ts'

/**
 * Which projects a manager has to do with: all of the client, or those of the groups that name them, those that these groups
 * validate, and those that the manager sends.
 */
export type ManagerAccess = { isClientWide: boolean; manager: string; action: 'read' | 'write' }

export function managerAccess(person: SessionPerson, action: 'read' | 'write'): ManagerAccess {
  return {
    isClientWide: covers(person.admin_permissions, `distributions:${action}`),
    manager: person.technical_id,
    action,
  }
}

/** The groups of a client within a scope, by their code. */
export async function findManagerGroups(db: Db, client: Client, { isClientWide: isWhole, manager }: ManagerAccess) {
  const groups = await listGroups(db, client)
  return new Map(groups.filter((one) => isWhole || one.managers.includes(manager)).map((one) => [one.code, one]))
}

/** A project that does not concern the manager is for them as if there were none. */
export async function getManagerProject(
  db: Db,
  client: Client,
  scope: ManagerAccess,
  id: string | number,
): Promise<ProjectRow> {
  const row = await findProject(db, client, id)
  if (!row || !mayAccess(row, scope, scope.isClientWide ? new Map() : await findManagerGroups(db, client, scope)))
    throw notFound('distribution project', String(id))
  return row
}

/** Whether a manager, whose groups these are, has to do with a project. */
export function mayAccess(
  row: ProjectRow,
  { isClientWide: isWhole, manager }: ManagerAccess,
  groups: { has(code: string): boolean },
) {
  if (isWhole || row.sender_id === manager) return true
  return groups.has(row.group_code ?? '') || groups.has(row.validation?.group ?? '')
}
