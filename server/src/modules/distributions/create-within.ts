import type { Work } from '#platform/db/work.ts'
import { invalid, notFound } from '#platform/problem.ts'
import { createProject } from './create-project.ts'
import { refuseBlindFiling } from './part-scope.ts'
import type { NewProject } from './portal-schemas.ts'
import type { ProjectRow } from './project-queries.ts'
import type { ProjectForm } from './project-schemas.ts'
import { groupsWithin, type ProjectScope } from './project-scope.ts'

/** Creates a project in the name of a manager: with one of their groups, unless they may do it for the whole client. */
export async function createProjectWithin(
  work: Work,
  scope: ProjectScope,
  input: NewProject,
  publicUrl: string,
): Promise<ProjectRow> {
  const { group } = input
  if (!scope.isWhole && group === undefined) throw invalid('group', 'required', 'Choose one of your groups.')
  if (group !== undefined && !(await groupsWithin(work.tx, work.client, scope)).has(group)) {
    throw notFound('distribution group', group)
  }
  const texts = Object.entries(input).map(([name, value]) => [name, String(value)])
  const form = { ...(Object.fromEntries(texts) as ProjectForm), tech_id: scope.manager }
  const project = await createProject(work, form, publicUrl)
  await refuseBlindFiling(work.tx, work.client, scope, project)
  return project
}
