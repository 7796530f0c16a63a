import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { changeIf } from '#kernel/resources/change-if.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import type { NotifyDeps } from '#modules/distributions/projects/notify.ts'
import { presentDistribution } from '#modules/distributions/projects/present.ts'
import { projectNumber } from '#modules/distributions/projects/queries.ts'
import { ProjectParams } from '#modules/distributions/projects/schemas.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Db } from '#platform/db/db.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { addUploadedDistribution } from './add-distribution.ts'
import { findDistribution, listDistributions } from './queries.ts'
import { removeDistribution } from './remove-distribution.ts'
import { Distribution, ListDistributionsQuery, UploadedDistribution } from './schemas.ts'
import { spoolAt } from './spool-target.ts'

const { read, write } = accessTo('distributions')
/** Newest first. */
const ORDER: ListOrder = { column: 'id', tie: 'id', descending: true }

export type SpoolResourceDeps = NotifyDeps & { db: Db; cursors: Cursors; blobs: Blobs; audit: AuditTrail }

export function spoolResourceRoutes(v2: Http, deps: SpoolResourceDeps): void {
  mountCreation(v2, deps)
  mountReading(v2, deps)
  mountDeletion(v2, deps)
}

function mountCreation(v2: Http, deps: SpoolResourceDeps): void {
  v2.post(
    '/distributions',
    {
      config: write,
      schema: {
        operationId: 'createDistribution',
        summary: 'Add a spool of documents, from an upload, to a project; it is processed automatically',
        body: UploadedDistribution,
        response: { 201: Distribution },
      },
    },
    async (request, reply) => {
      const row = await request.work((work) => addUploadedDistribution(work, request.body, deps))
      return reply.code(201).send(presentDistribution(row))
    },
  )
}

function mountReading(v2: Http, { db, cursors }: SpoolResourceDeps): void {
  v2.get(
    '/distributions',
    {
      config: read,
      schema: {
        operationId: 'listDistributions',
        summary: 'List spools, newest first',
        querystring: ListDistributionsQuery,
        response: { 200: Type.Array(Distribution) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { query } = request
      const scope = listScope(client, 'distributions', shapeOf(ListDistributionsQuery, query))
      return answerPage({ cursors, reply, query, scope }, (page) =>
        orderedPage(ORDER, page, (wanted) => listDistributions(db, client, query, wanted), presentDistribution),
      )
    },
  )

  v2.get(
    '/distributions/:id',
    {
      config: read,
      schema: {
        operationId: 'getDistribution',
        summary: 'Read a spool, with how far it has been processed',
        params: ProjectParams,
        response: { 200: Distribution },
      },
    },
    async (request) => {
      const { id } = request.params
      const number = projectNumber(id)
      const row = number === undefined ? undefined : await findDistribution(db, callerOf(request).client, number)
      if (!row) throw notFound('distribution', id)
      return presentDistribution(row)
    },
  )
}

function mountDeletion(v2: Http, deps: SpoolResourceDeps): void {
  v2.delete(
    '/distributions/:id',
    {
      config: { ...write, isConditional: true },
      schema: {
        operationId: 'deleteDistribution',
        summary: 'Remove a spool from a project that was not validated',
        params: ProjectParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await changeIf(request, spoolAt(id), (work) => removeDistribution(work, deps, id))
      return reply.code(204).send(null)
    },
  )
}
