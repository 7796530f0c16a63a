import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { retryHandOver } from '#modules/distributions/carriers/retry-hand-over.ts'
import { refuseUnlessAllAllowed } from '#modules/distributions/documents/allowed-documents.ts'
import type { ManagerDistributionDeps } from '#modules/distributions/manager-deps.ts'
import { describeProject } from '#modules/distributions/projects/describe-project.ts'
import { getManagerProject, managerAccess } from '#modules/distributions/projects/manager-access.ts'
import { ManagerProjectDetail } from '#modules/distributions/projects/manager-schemas.ts'
import type { ProjectRow } from '#modules/distributions/projects/queries.ts'
import { ProjectParams } from '#modules/distributions/projects/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { FileContent } from '#platform/http/responses/send-file.ts'
import type { Http } from '#platform/http/routes.ts'
import { packagePage, sendManifest, sendPackagesFile } from './responses.ts'
import { HandOverInput, ListPackagesQuery, Package } from './schemas.ts'

const read = forManagers('distributions:read')

/** The paper of projects, for the managers who have to do with them. */
export function packageRoutes(portal: Http, deps: ManagerDistributionDeps): void {
  mountPackages(portal, deps)
  mountManifest(portal, deps)
  mountHandOver(portal, deps)
}

function mountPackages(portal: Http, deps: ManagerDistributionDeps): void {
  const { db } = deps
  portal.get(
    '/manager/distributions/:id/packages',
    {
      config: read,
      schema: {
        operationId: 'listManagerPackages',
        summary: 'The packages of a project, each with what became of it',
        params: ProjectParams,
        querystring: ListPackagesQuery,
        response: { 200: Type.Array(Package) },
      },
    },
    async (request, reply) => {
      const project = await projectOf(db, request, request.params.id)
      return packagePage(deps, reply, { client: callerOf(request).client, project, query: request.query })
    },
  )

  portal.get(
    '/manager/distributions/:id/packages/file',
    {
      config: read,
      schema: {
        operationId: 'downloadManagerPackages',
        summary: 'What goes to the printer: a PDF for each envelope, and the manifest, in one ZIP',
        params: ProjectParams,
        response: { 200: FileContent('application/zip', 'The ZIP.') },
      },
    },
    async (request, reply) => sendPackagesFile(deps, request, reply, await projectOf(db, request, request.params.id)),
  )
}

function mountManifest(portal: Http, deps: ManagerDistributionDeps): void {
  const { db } = deps
  portal.get(
    '/manager/distributions/:id/manifest',
    {
      config: read,
      schema: {
        operationId: 'downloadManagerManifest',
        summary: 'The list of envelopes',
        params: ProjectParams,
        response: { 200: FileContent('text/csv', 'One line per package.') },
      },
    },
    async (request, reply) => sendManifest(deps, request, reply, await projectOf(db, request, request.params.id)),
  )
}

function mountHandOver(portal: Http, deps: ManagerDistributionDeps): void {
  portal.post(
    '/manager/distributions/:id/hand_over',
    {
      config: forManagers('distributions:write'),
      schema: {
        operationId: 'handOverManagerPackages',
        summary: 'Hand the packages over to the carrier again, or mark them as handled manually',
        params: ProjectParams,
        body: HandOverInput,
        response: { 200: ManagerProjectDetail },
      },
    },
    async (request) => {
      const scope = managerAccess(personOf(request), 'write')
      const { id } = request.params
      return request.work(async (work) => {
        const project = await getManagerProject(work.tx, work.client, scope, id)
        await refuseUnlessAllAllowed(work.tx, work.client, { scope, project })
        const handedOver = await retryHandOver(work, deps, id, request.body)
        return describeProject(work.tx, work.client, personOf(request), handedOver)
      })
    },
  )
}

/** A package may hold any document of the project. */
async function projectOf(db: Db, request: FastifyRequest, id: string): Promise<ProjectRow> {
  const { client } = callerOf(request)
  const scope = managerAccess(personOf(request), 'read')
  const project = await getManagerProject(db, client, scope, id)
  await refuseUnlessAllAllowed(db, client, { scope, project })
  return project
}
