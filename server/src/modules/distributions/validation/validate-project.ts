import type { Work } from '#kernel/work.ts'
import { isOpen, settleProject, validate } from '#modules/distributions/projects/lifecycle.ts'
import type { NotifyDeps } from '#modules/distributions/projects/notify.ts'
import {
  getProjectRow,
  lockProject,
  type ProjectRow,
  setExpected,
  updateProjectStatus,
} from '#modules/distributions/projects/queries.ts'
import { releaseProject } from '#modules/distributions/projects/release-project.ts'
import type { ProjectPatch, ValidationInput, Warning } from '#modules/distributions/projects/schemas.ts'
import { findGroup } from '#modules/distributions/settings/queries.ts'
import { invalid, invalidFields, notFound, Problem } from '#platform/problem.ts'
import { insertValidation } from './queries.ts'
import { listWarnings } from './warnings.ts'

type Answer = { project: ProjectRow; hasChanged: boolean }

/** Validates a project, as its validation option asks. Once is enough: after that, nothing happens. */
export async function validateProject(
  work: Work,
  deps: NotifyDeps,
  id: string,
  { acknowledged_warnings: acknowledged = [] }: ValidationInput = {},
): Promise<Answer> {
  const project = await lockProject(work.tx, work.client, id)
  if (!project) throw notFound('distribution project', id)
  if (['validated', 'delivering', 'completed'].includes(project.status)) return { project, hasChanged: false }
  if (project.status !== 'waiting_for_validation') throw invalidState(`The project ${whyNot(project)}.`)
  await refuseOutsider(work, project)
  await refuseUnseen(work, project, acknowledged)
  const hasChanged = await insertValidation(work.tx, work.client, {
    projectId: project.id,
    actor: work.actor,
    now: work.now,
  })
  const counted = await getProjectRow(work.tx, work.client, project.id)
  if (counted.validations.length < (project.validation?.validators ?? 1)) return { project: counted, hasChanged }
  return { project: await validate(work, deps, counted), hasChanged: true }
}

/** If a group validates, only its managers can: neither other managers nor applications. */
async function refuseOutsider({ tx, client, actor }: Work, { validation }: ProjectRow): Promise<void> {
  if (!validation?.group) return
  const group = await findGroup(tx, client, validation.group)
  if (actor.type === 'user' && group?.managers.includes(actor.id ?? '')) return
  const message = `Managers of distribution group ${validation.group} validate this project, in the portal.`
  throw new Problem('forbidden', 'not_a_validator', message)
}

async function refuseUnseen(
  { tx, client }: Work,
  project: ProjectRow,
  acknowledged: readonly Warning[],
): Promise<void> {
  if (!project.validation?.acknowledge_warnings) return
  const unseen = (await listWarnings(tx, client, project)).filter(({ code }) => !acknowledged.includes(code))
  if (unseen.length === 0) return
  throw invalidFields(
    unseen.map(({ code, count }) => ({
      field: 'acknowledged_warnings',
      code,
      message: `${WARNING_TEXTS[code]}: ${count}.`,
    })),
  )
}

const WARNING_TEXTS: Record<Warning, string> = {
  unmatched_documents: 'Documents that are not settled and would not be delivered (unmatched_documents)',
  duplicate_documents: 'Documents that look like another of the same employee (duplicate_documents)',
  missing_addresses: 'Employees whose packages have no complete address (missing_addresses)',
}

function whyNot({ status, expected_distributions: expected, distributions_count: count }: ProjectRow): string {
  if (status === 'preparing' && count < (expected ?? 0)) {
    return `is not ready yet: it expects ${expected} distributions and has ${count}`
  }
  return WHY_NOT[status] ?? ''
}

const WHY_NOT: Partial<Record<ProjectRow['status'], string>> = {
  new: 'has no spools yet',
  preparing: 'is not ready yet: its spools are still being read',
  error: 'has a spool that cannot be used; remove it first',
  canceled: 'was canceled',
}

/** Changes how many distributions a project that was not validated waits for. */
export async function updateProject(
  work: Work,
  deps: NotifyDeps,
  id: string,
  { expected_distributions: expected }: ProjectPatch,
): Promise<ProjectRow> {
  const { tx, client } = work
  const project = await lockProject(tx, client, id)
  if (!project) throw notFound('distribution project', id)
  if (expected === undefined) return project
  if (!isOpen(project)) throw invalidState(`The project is ${project.status} and can no longer be changed.`)
  if (expected !== null && expected < project.distributions_count) {
    const message = `The project already has ${project.distributions_count} distributions.`
    throw invalid('expected_distributions', 'too_few', message)
  }
  await setExpected(tx, { client_id: client.id, id: project.id, expected, now: work.now })
  await settleProject(work, deps, { ...project, expected_distributions: expected })
  return getProjectRow(tx, client, project.id)
}

/** Cancels a project that was not validated. What it was made from goes; its report stays. */
export async function cancelProject(work: Work, id: string): Promise<Answer> {
  const { tx, client } = work
  const project = await lockProject(tx, client, id)
  if (!project) throw notFound('distribution project', id)
  if (project.status === 'canceled') return { project, hasChanged: false }
  if (!isOpen(project)) throw invalidState(`The project is ${project.status} and can no longer be canceled.`)
  const canceled = await updateProjectStatus(tx, client, project, { status: 'canceled', now: work.now })
  await releaseProject(tx, { client_id: client.id, project_id: project.id, now: work.now })
  return { project: canceled, hasChanged: true }
}

/** Something that the status does not allow. */
export function invalidState(message: string): Problem {
  return new Problem('malformed', 'invalid_state', message)
}
