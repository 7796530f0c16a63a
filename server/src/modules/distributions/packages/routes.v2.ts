import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import { retryHandOver } from '#modules/distributions/carriers/retry-hand-over.ts'
import { getProject } from '#modules/distributions/projects/get-project.ts'
import type { NotifyDeps } from '#modules/distributions/projects/notify.ts'
import { ProjectParams } from '#modules/distributions/projects/schemas.ts'
import { FileContent } from '#platform/http/responses/send-file.ts'
import type { Http } from '#platform/http/routes.ts'
import { describePaper } from './present.ts'
import { type PaperDeps, packagePage, sendManifest, sendPackagesFile } from './responses.ts'
import { HandOverInput, ListPackagesQuery, Package, ProjectPaper } from './schemas.ts'

const { read, write } = accessTo('distributions')

/** The paper of projects, for applications. */
export function packageRoutes(v2: Http, deps: PaperDeps & NotifyDeps): void {
  mountReading(v2, deps)
  mountFiles(v2, deps)
  mountHandOver(v2, deps)
}

function mountReading(v2: Http, deps: PaperDeps & NotifyDeps): void {
  const { db } = deps
  v2.get(
    '/distribution_projects/:id/paper',
    {
      config: read,
      schema: {
        operationId: 'getPaper',
        summary: 'Read the packages of a project by status, and their hand-over',
        params: ProjectParams,
        response: { 200: ProjectPaper },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const { id } = await getProject(db, client, request.params.id)
      return describePaper(db, client, id)
    },
  )

  v2.get(
    '/distribution_projects/:id/packages',
    {
      config: read,
      schema: {
        operationId: 'listPackages',
        summary: 'List the packages of a project with their status',
        params: ProjectParams,
        querystring: ListPackagesQuery,
        response: { 200: Type.Array(Package) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const project = await getProject(db, client, request.params.id)
      return packagePage(deps, reply, { client, project, query: request.query })
    },
  )
}

function mountFiles(v2: Http, deps: PaperDeps & NotifyDeps): void {
  const { db } = deps
  v2.get(
    '/distribution_projects/:id/packages/file',
    {
      config: read,
      schema: {
        operationId: 'downloadPackages',
        summary: 'Download the packages for printing: a PDF per package and the manifest, in one ZIP',
        params: ProjectParams,
        response: { 200: FileContent('application/zip', 'The ZIP.') },
      },
    },
    async (request, reply) =>
      sendPackagesFile(deps, request, reply, await getProject(db, callerOf(request).client, request.params.id)),
  )

  v2.get(
    '/distribution_projects/:id/manifest',
    {
      config: read,
      schema: {
        operationId: 'downloadManifest',
        summary: 'Download the manifest of packages',
        params: ProjectParams,
        response: { 200: FileContent('text/csv', 'One line per package.') },
      },
    },
    async (request, reply) =>
      sendManifest(deps, request, reply, await getProject(db, callerOf(request).client, request.params.id)),
  )
}

function mountHandOver(v2: Http, deps: PaperDeps & NotifyDeps): void {
  v2.post(
    '/distribution_projects/:id/hand_over',
    {
      config: write,
      schema: {
        operationId: 'handOverPackages',
        summary: 'Hand the packages over to the carrier again, or mark them as handled manually',
        params: ProjectParams,
        body: HandOverInput,
        response: { 200: ProjectPaper },
      },
    },
    (request) =>
      request.work(async (work) => {
        const project = await retryHandOver(work, deps, request.params.id, request.body)
        return describePaper(work.tx, work.client, project.id)
      }),
  )
}
