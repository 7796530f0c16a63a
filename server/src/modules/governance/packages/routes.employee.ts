import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forEmployees, forVaultOwners, personOf } from '#kernel/access/session-person.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import { BlobContent } from '#platform/http/responses/send-blob.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { Cursor, PerPage } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { askForOwnPackage } from './ask-for-package.ts'
import { sendPackage } from './download/send-package.ts'
import { presentPackage } from './present.ts'
import { findPackage, listPackages } from './queries.ts'
import { NEWEST_FIRST, type PackageDeps } from './routes.v2.ts'
import { AccessPackage, PackageParams } from './schemas.ts'

const PageQuery = Type.Object({ per_page: PerPage(100), cursor: Type.Optional(Cursor) })

/** The packages of the employee who is logged in, no matter who had them made. */
export function employeePackageRoutes(deps: PackageDeps): Routes {
  return (portal) => {
    mountOwn(portal, deps)
    mountOwnFile(portal, deps)
  }
}

function mountOwn(portal: Http, { db, cursors }: PackageDeps): void {
  portal.post(
    '/me/access_packages',
    {
      config: { ...forEmployees, refuses: ['conflict'] },
      schema: {
        operationId: 'makeMyAccessPackage',
        summary: 'Have a package made of everything that is kept about me, once a day',
        response: { 201: AccessPackage },
      },
    },
    async (request, reply) => {
      const { technical_id } = personOf(request)
      return reply.code(201).send(await request.work((work) => askForOwnPackage(work, technical_id)))
    },
  )

  portal.get(
    '/me/access_packages',
    {
      config: forVaultOwners,
      schema: {
        operationId: 'listMyAccessPackages',
        summary: 'Packages of what is kept about me, newest first',
        querystring: PageQuery,
        response: { 200: Type.Array(AccessPackage) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { technical_id } = personOf(request)
      const scope = listScope(client, '/me/access_packages', [technical_id])
      const own = { employee_technical_id: technical_id }
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        orderedPage(NEWEST_FIRST, page, (wanted) => listPackages(db, client, own, wanted), presentPackage),
      )
    },
  )
}

function mountOwnFile(portal: Http, deps: PackageDeps): void {
  portal.get(
    '/me/access_packages/:id/file',
    {
      config: { ...forVaultOwners, readsFromPrimary: true, refuses: ['malformed', 'unavailable'] },
      schema: {
        operationId: 'getMyAccessPackageFile',
        summary: 'Download a package of what is kept about me',
        description: 'Supports byte ranges.',
        params: PackageParams,
        response: BlobContent('application/zip', 'The package.'),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { id } = request.params
      const row = await findPackage(deps.db, caller.client, id)
      if (row?.employee_technical_id !== personOf(request).technical_id) throw notFound('access package', id)
      return sendPackage(request, reply, deps, { row, caller })
    },
  )
}
