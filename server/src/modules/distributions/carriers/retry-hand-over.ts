import type { Work } from '#kernel/work.ts'
import type { HandOverInput } from '#modules/distributions/packages/schemas.ts'
import type { NotifyDeps } from '#modules/distributions/projects/notify.ts'
import { lockProject, type ProjectRow } from '#modules/distributions/projects/queries.ts'
import { invalidState } from '#modules/distributions/validation/validate-project.ts'
import { notFound } from '#platform/problem.ts'
import { endByHand, scheduleRetry } from './hand-over.ts'
import { findHandOver, updatePackageStatus } from './hand-over-queries.ts'

/** Has a hand-over that failed or waits tried again at once, or says that a person took care of the packages. */
export async function retryHandOver(
  work: Work,
  deps: NotifyDeps,
  id: string,
  { by_hand = false }: HandOverInput,
): Promise<ProjectRow> {
  const { tx, client, now } = work
  const project = await lockProject(tx, client, id)
  if (!project) throw notFound('distribution project', id)
  const handOver = await findHandOver(tx, client, project.id)
  if (!handOver) throw invalidState('No packages of this project are waiting for a carrier.')
  if (handOver.status === 'handed_over') throw invalidState('The carrier already has the packages.')
  if (handOver.status === 'by_hand') throw invalidState('The packages have already been handled manually.')
  if (handOver.sending_since) throw invalidState('The packages are currently being handed over.')
  if (by_hand) return endByHand(work, project, deps)
  await updatePackageStatus(tx, { client_id: client.id, project_id: project.id, status: 'prepared' })
  await scheduleRetry(work, project.id, handOver, { attempts: 0, at: now })
  return project
}
