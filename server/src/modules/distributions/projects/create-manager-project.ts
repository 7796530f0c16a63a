import type { Work } from '#kernel/work.ts'
import { refuseUnreviewedFiling } from '#modules/distributions/documents/allowed-documents.ts'
import { invalid, notFound } from '#platform/problem.ts'
import { createProject } from './create-project.ts'
import { findManagerGroups, type ManagerAccess } from './manager-access.ts'
import type { NewProject } from './manager-schemas.ts'
import type { ProjectRow } from './queries.ts'

/** Creates a project in the name of a manager: with one of their groups, unless they may do it for the whole client. */
export async function createManagerProject(
  work: Work,
  scope: ManagerAccess,
  input: NewProject,
  publicUrl: string,
): Promise<ProjectRow> {
  const group = input.group ?? null
  if (!scope.isClientWide && group === null) throw invalid('group', 'required', 'Choose one of your groups.')
  if (group !== null && !(await findManagerGroups(work.tx, work.client, scope)).has(group)) {
    throw notFound('distribution group', group)
  }
  const project = await createProject(work, { ...input, tech_id: scope.manager }, { publicUrl })
  await refuseUnreviewedFiling(work.tx, work.client, scope, project)
  return project
}
