import { emit } from '#kernel/events/define-event.ts'
import type { Actor, Work } from '#kernel/work.ts'
import { projectCompleted, projectValidated } from '#modules/distributions/events.ts'
import { DELIVER } from '#modules/distributions/job-names.ts'
import { type DistributionRow, listProjectDistributions } from '#modules/distributions/spools/queries.ts'
import { isReceiving } from '#modules/distributions/spools/reception-queries.ts'
import { listWarnings } from '#modules/distributions/validation/warnings.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { type NotifyDeps, notifyReady } from './notify.ts'
import { presentProject } from './present.ts'
import { getProjectRow, markValidated, type ProjectRow, updateProjectStatus } from './queries.ts'
import type { ProjectStatus } from './schemas.ts'

const OPEN: readonly ProjectStatus[] = ['new', 'preparing', 'waiting_for_validation', 'error']

/** Whether a project can still be changed. */
export function isOpen({ status }: Pick<ProjectRow, 'status'>): boolean {
  return OPEN.includes(status)
}

/** Brings an open project, which is locked, to the status that its spools, and those on their way, call for. */
export async function settleProject(work: Work, deps: NotifyDeps, project: ProjectRow): Promise<void> {
  const { tx, client } = work
  const spools = await listProjectDistributions(tx, client, project.id)
  const status = statusOf(spools, project, await isReceiving(tx, client, project.id))
  const settled =
    status === project.status ? project : await updateProjectStatus(tx, client, project, { status, now: work.now })
  if (status !== 'waiting_for_validation') return
  if (status !== project.status) await notifyReady(work, deps, settled)
  if (project.auto_validate && spools.every(isWhole) && !(await isHeldBack(work, settled))) {
    await validate(work, deps, settled)
  }
}

function statusOf(
  spools: readonly DistributionRow[],
  { expected_distributions: expected }: ProjectRow,
  isReceived: boolean,
): ProjectStatus {
  if (spools.length === 0) return 'new'
  if (isReceived || spools.some((one) => one.status === 'new' || one.status === 'processing')) return 'preparing'
  if (spools.some((one) => one.status === 'error')) return 'error'
  return spools.length < (expected ?? 0) ? 'preparing' : 'waiting_for_validation'
}

/** Whether every document has its employee, or was excluded by a manager. */
function isWhole({ unmatched, ambiguous, rejected }: DistributionRow): boolean {
  return unmatched + ambiguous + rejected === 0
}

/** Whether warnings have to be acknowledged first. */
async function isHeldBack({ tx, client }: Work, project: ProjectRow): Promise<boolean> {
  if (!project.validation?.acknowledge_warnings) return false
  return (await listWarnings(tx, client, await getProjectRow(tx, client, project.id))).length > 0
}

/** Validates a project, which is locked and waits for it. */
export async function validate(work: Work, { publicUrl }: NotifyDeps, project: ProjectRow): Promise<ProjectRow> {
  const { tx, client, now } = work
  const validator: Actor = work.actor
  await markValidated(tx, { client_id: client.id, id: project.id, validator: JSON.stringify(validator), now })
  const validated = await getProjectRow(tx, client, project.id)
  emit(work, projectValidated, presentProject(validated, publicUrl))
  enqueue(work, DELIVER, { client_id: client.id, project_id: project.id })
  return validated
}

/** Ends a project, which is locked: everything is handed out, and its paper has left. */
export async function completeProject(
  work: Work,
  project: ProjectRow,
  { publicUrl }: Pick<NotifyDeps, 'publicUrl'>,
): Promise<ProjectRow> {
  const completed = await updateProjectStatus(work.tx, work.client, project, { status: 'completed', now: work.now })
  emit(work, projectCompleted, presentProject(completed, publicUrl))
  return completed
}
