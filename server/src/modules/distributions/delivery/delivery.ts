import type { JobContext } from '#kernel/jobs.ts'
import type { Caller, Work } from '#kernel/work.ts'
import { lockProject, type ProjectRow } from '#modules/distributions/projects/queries.ts'

/** A delivery that is going on, in the name of the person who validated the project. */
export type Delivery = { projectId: number; caller: Caller; context: JobContext }

/**
 * One transaction of a delivery that is still running. Returns the result of the step, or false if the delivery has
 * ended.
 */
export async function deliverStep(
  { projectId, caller, context }: Delivery,
  take: (work: Work, project: ProjectRow) => Promise<boolean>,
): Promise<boolean> {
  return context.doWork(caller, async (work) => {
    const project = await lockProject(work.tx, work.client, projectId)
    return project?.status === 'delivering' && take(work, project)
  })
}
