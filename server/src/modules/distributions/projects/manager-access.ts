import { covers } from '#kernel/access/permission.ts'
import type { SessionPerson } from '#kernel/access/session-person.ts'
import { listGroups } from '#modules/distributions/settings/queries.ts'
import type { Db } from '#platform/db/db.ts'
import type { Client } from '#platform/db/work.ts'
import { notFound } from '#platform/problem.ts'
import { findProject, type ProjectRow } from './queries.ts'

/**
 * Which projects a manager has to do with: all of the client, or those of the groups that name them, those that these groups
 * validate, and those that the manager sends.
 */
export type ProjectScope = { isWhole: boolean; manager: string; action: 'read' | 'write' }

export function scopeOf(person: SessionPerson, action: 'read' | 'write'): ProjectScope {
  return { isWhole: covers(person.admin_permissions, `distributions:${action}`), manager: person.technical_id, action }
}

/** The groups of a client within a scope, by their code. */
export async function groupsWithin(db: Db, client: Client, { isWhole, manager }: ProjectScope) {
  const groups = await listGroups(db, client)
  return new Map(groups.filter((one) => isWhole || one.managers.includes(manager)).map((one) => [one.code, one]))
}

/** A project that does not concern the manager is for them as if there were none. */
export async function getProjectWithin(
  db: Db,
  client: Client,
  scope: ProjectScope,
  id: string | number,
): Promise<ProjectRow> {
  const row = await findProject(db, client, id)
  if (!row || !concerns(row, scope, scope.isWhole ? new Map() : await groupsWithin(db, client, scope)))
    throw notFound('distribution project', String(id))
  return row
}

/** Whether a manager, whose groups these are, has to do with a project. */
export function concerns(row: ProjectRow, { isWhole, manager }: ProjectScope, groups: { has(code: string): boolean }) {
  if (isWhole || row.sender_id === manager) return true
  return groups.has(row.group_code ?? '') || groups.has(row.validation?.group ?? '')
}
