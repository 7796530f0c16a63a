import type { Work } from '#platform/db/work.ts'
import { notFound, Problem } from '#platform/problem.ts'
import { isOpen, validate } from './project-life.ts'
import { lockProject, moveProject, type ProjectRow } from './project-queries.ts'
import { releaseProject } from './release-queries.ts'
import type { TellParts } from './tell.ts'

type Answer = { project: ProjectRow; hasChanged: boolean }

/** Validates a project. Once is enough: after that, nothing happens. */
export async function validateProject(work: Work, parts: TellParts, id: string): Promise<Answer> {
  const project = await lockProject(work.tx, work.client, id)
  if (!project) throw notFound('distribution project', id)
  if (['validated', 'delivering', 'completed'].includes(project.status)) return { project, hasChanged: false }
  if (project.status !== 'waiting_for_validation') throw invalidState(`The project ${WHY_NOT[project.status] ?? ''}.`)
  return { project: await validate(work, parts, project), hasChanged: true }
}

const WHY_NOT: Partial<Record<ProjectRow['status'], string>> = {
  new: 'has no spools yet',
  preparing: 'is not ready yet: its spools are still being read',
  error: 'has a spool that cannot be used; remove it first',
  canceled: 'was canceled',
}

/** Cancels a project that was not validated. What it was made from goes; its report stays. */
export async function cancelProject(work: Work, id: string): Promise<Answer> {
  const { tx, client } = work
  const project = await lockProject(tx, client, id)
  if (!project) throw notFound('distribution project', id)
  if (project.status === 'canceled') return { project, hasChanged: false }
  if (!isOpen(project)) throw invalidState(`The project is ${project.status} and cannot be canceled any more.`)
  const canceled = await moveProject(tx, client, project, 'canceled', work.now)
  await releaseProject(tx, client.id, project.id, work.now)
  return { project: canceled, hasChanged: true }
}

/** Something that the status does not allow. */
export function invalidState(message: string): Problem {
  return new Problem('malformed', 'invalid_state', message)
}
