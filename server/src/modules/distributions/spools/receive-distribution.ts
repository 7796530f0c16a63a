import type { FastifyRequest } from 'fastify'
import { callerOf } from '#kernel/access/caller.ts'
import type { NotifyDeps } from '#modules/distributions/projects/notify.ts'
import { lockProject } from '#modules/distributions/projects/queries.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Db } from '#platform/db/db.ts'
import { addDistribution } from './add-distribution.ts'
import type { DistributionRow } from './queries.ts'
import { receiveSpool } from './receive-spool.ts'
import { beginReception, endReception, keepLease } from './reception.ts'
import { deleteReception } from './reception-queries.ts'

type ReceptionDeps = NotifyDeps & { db: Db; blobs: Blobs }

/** Reads a spool from a form and adds it to a project, which waits as long as its bytes arrive. */
export async function receiveDistribution(
  request: FastifyRequest,
  deps: ReceptionDeps,
  projectId: string,
): Promise<DistributionRow> {
  const reception = await request.work((work) => beginReception(work, deps, projectId))
  const lease = keepLease(deps.db, callerOf(request).client, reception)
  try {
    const { form, file } = await receiveSpool(request, deps, lease)
    return await request.work(async (work) => {
      // The project first, as everything else that ends a reception: else two of them could wait for each other.
      await lockProject(work.tx, work.client, projectId)
      await deleteReception(work.tx, { client_id: work.client.id, project_id: reception.projectId, id: reception.id })
      return addDistribution(work, { projectId, form, file }, deps)
    })
  } catch (error) {
    // If even this fails, the lease expires.
    await request.work((work) => endReception(work, deps, reception)).catch(() => {})
    throw error
  } finally {
    lease.stop()
  }
}
