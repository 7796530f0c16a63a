import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { refuseUnlessAllAllowed, refuseUnreviewedFiling } from '#modules/distributions/documents/allowed-documents.ts'
import type { ManagerDistributionDeps } from '#modules/distributions/manager-deps.ts'
import { getManagerProject, managerAccess } from '#modules/distributions/projects/manager-access.ts'
import { SpoolParams } from '#modules/distributions/projects/manager-schemas.ts'
import { presentDistribution } from '#modules/distributions/projects/present.ts'
import { projectNumber } from '#modules/distributions/projects/queries.ts'
import { ProjectParams } from '#modules/distributions/projects/schemas.ts'
import { takeFiles, unchecked } from '#platform/http/bodies/file-body.ts'
import type { Http } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { findDistribution } from './queries.ts'
import { receiveDistribution } from './receive-distribution.ts'
import { SpoolForm } from './receive-spool.ts'
import { removeDistribution } from './remove-distribution.ts'
import { Distribution } from './schemas.ts'

const write = forManagers('distributions:write')

export function spoolRoutes(portal: Http, deps: ManagerDistributionDeps): void {
  takeFiles(portal, deps, (scope) => mountAdding(scope, deps))

  portal.delete(
    '/manager/distributions/:id/spools/:spool',
    {
      config: write,
      schema: {
        operationId: 'deleteManagerSpool',
        summary: 'Remove a spool from a project that was not validated',
        params: SpoolParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id, spool } = request.params
      await request.work(async (work) => {
        const within = managerAccess(personOf(request), 'write')
        const project = await getManagerProject(work.tx, work.client, within, id)
        const found = await findDistribution(work.tx, work.client, projectNumber(spool) ?? 0)
        if (found?.project_id !== project.id) throw notFound('distribution', spool)
        await refuseUnlessAllAllowed(work.tx, work.client, { scope: within, project, distributionId: found.id })
        await removeDistribution(work, deps, spool)
      })
      return reply.code(204).send(null)
    },
  )
}

function mountAdding(scope: Http, deps: ManagerDistributionDeps): void {
  scope.post(
    '/manager/distributions/:id/spools',
    {
      ...unchecked,
      config: write,
      schema: {
        operationId: 'addManagerSpool',
        summary: 'Add a spool of documents to a project; it is processed automatically',
        consumes: ['multipart/form-data'],
        params: ProjectParams,
        body: SpoolForm,
        response: { 201: Distribution },
      },
    },
    async (request, reply) => {
      const { id } = request.params as { id: string }
      // Before a byte of the file is taken.
      const { client } = callerOf(request)
      const within = managerAccess(personOf(request), 'write')
      await refuseUnreviewedFiling(deps.db, client, within, await getManagerProject(deps.db, client, within, id))
      return reply.code(201).send(presentDistribution(await receiveDistribution(request, deps, id)))
    },
  )
}
