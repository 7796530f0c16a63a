import type { Work } from '#kernel/work.ts'
import { isOpen, settleProject } from '#modules/distributions/projects/lifecycle.ts'
import type { NotifyDeps } from '#modules/distributions/projects/notify.ts'
import { lockProject, projectNumber } from '#modules/distributions/projects/queries.ts'
import { clearValidations } from '#modules/distributions/validation/queries.ts'
import { invalidState } from '#modules/distributions/validation/validate-project.ts'
import { notFound } from '#platform/problem.ts'
import { deleteDistributionRow, findDistribution } from './queries.ts'

/** Takes a spool out of a project that was not validated, with all of its parts. */
export async function removeDistribution(work: Work, deps: NotifyDeps, id: string): Promise<void> {
  const { tx, client } = work
  const number = projectNumber(id)
  const found = number === undefined ? undefined : await findDistribution(tx, client, number)
  const project = found && (await lockProject(tx, client, found.project_id))
  // Another caller may have removed it in the meantime.
  if (!found || !project || !(await findDistribution(tx, client, found.id))) throw notFound('distribution', id)
  if (!isOpen(project)) throw invalidState(`The project is ${project.status} and can no longer be changed.`)
  await deleteDistributionRow(tx, { client_id: client.id, id: found.id })
  await clearValidations(tx, { client_id: client.id, project_id: project.id })
  await settleProject(work, deps, project)
}
