import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import type { Db } from '#platform/db/db.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { BlobContent } from '#platform/http/responses/send-blob.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { askForPackage } from './ask-for-package.ts'
import { deletePackage } from './delete-package.ts'
import { type SendDeps, sendPackage } from './download/send-package.ts'
import { presentPackage } from './present.ts'
import { findPackage, listPackages, type PackageRow } from './queries.ts'
import { AccessPackage, AccessPackageInput, ListPackagesQuery, PackageParams } from './schemas.ts'

const { read, write } = accessTo('access_packages')

export const NEWEST_FIRST: ListOrder = { column: 'created_at', tie: 'id', descending: true }

export type PackageDeps = SendDeps & { db: Db; cursors: Cursors }

export function packageRoutes(deps: PackageDeps): Routes {
  return (v2) => {
    mountChanges(v2)
    mountReading(v2, deps)
    mountFile(v2, deps)
  }
}

function mountChanges(v2: Http): void {
  v2.post(
    '/access_packages',
    {
      config: { ...write, refuses: ['conflict'] },
      schema: {
        operationId: 'makeAccessPackage',
        summary: 'Have a package made of everything that is kept about an employee',
        body: AccessPackageInput,
        response: { 201: AccessPackage },
      },
    },
    async (request, reply) => reply.code(201).send(await request.work((work) => askForPackage(work, request.body))),
  )

  v2.delete(
    '/access_packages/:id',
    {
      config: write,
      schema: {
        operationId: 'deleteAccessPackage',
        summary: 'Remove the bytes of an access package before its time',
        params: PackageParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await request.work((work) => deletePackage(work, request.params.id))
      return reply.code(204).send(null)
    },
  )
}

function mountReading(v2: Http, { db, cursors }: PackageDeps): void {
  v2.get(
    '/access_packages',
    {
      config: read,
      schema: {
        operationId: 'listAccessPackages',
        summary: 'List access packages, newest first',
        querystring: ListPackagesQuery,
        response: { 200: Type.Array(AccessPackage) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { employee_technical_id, status } = request.query
      const scope = listScope(client, 'access_packages', [employee_technical_id, status])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        orderedPage(NEWEST_FIRST, page, (wanted) => listPackages(db, client, request.query, wanted), presentPackage),
      )
    },
  )

  v2.get(
    '/access_packages/:id',
    {
      config: read,
      schema: {
        operationId: 'getAccessPackage',
        summary: 'Read an access package',
        params: PackageParams,
        response: { 200: AccessPackage },
      },
    },
    async (request) => presentPackage(await getPackage(db, request, request.params.id)),
  )
}

function mountFile(v2: Http, deps: PackageDeps): void {
  v2.get(
    '/access_packages/:id/file',
    {
      config: { ...read, readsFromPrimary: true, refuses: ['malformed', 'unavailable'] },
      schema: {
        operationId: 'getAccessPackageFile',
        summary: 'Download an access package',
        description: 'Supports byte ranges. Each download is in `downloads` and in the audit trail.',
        params: PackageParams,
        response: BlobContent('application/zip', 'The package.'),
      },
    },
    async (request, reply) => {
      const row = await getPackage(deps.db, request, request.params.id)
      return sendPackage(request, reply, deps, { row, caller: callerOf(request) })
    },
  )
}

async function getPackage(db: Db, request: FastifyRequest, id: string): Promise<PackageRow> {
  const row = await findPackage(db, callerOf(request).client, id)
  if (!row) throw notFound('access package', id)
  return row
}
