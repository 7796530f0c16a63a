import { Type } from 'typebox'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Db } from '#platform/db/db.ts'
import type { ListOrder } from '#platform/db/keyset-sql.ts'
import { callerOf } from '#platform/http/caller.ts'
import { changeIf } from '#platform/http/change-if.ts'
import { type Cursors, listScope } from '#platform/http/cursor.ts'
import { writeCursors } from '#platform/http/keyset-page.ts'
import { orderedPage } from '#platform/http/ordered-page.ts'
import { accessTo, shapeOf } from '#platform/http/resource-routes.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/schemas.ts'
import { sendFile } from '#platform/http/send-file.ts'
import { notFound } from '#platform/problem.ts'
import { assignDocument } from './assign-document.ts'
import { DistributionProjectDetail } from './carrier/package-schemas.ts'
import { mountPaper } from './carrier/paper-routes.v2.ts'
import { describePaper } from './carrier/present-paper.ts'
import { findDistribution, listDistributions } from './distribution-queries.ts'
import {
  AssignmentInput,
  Distribution,
  DistributionDocument,
  ListDistributionsQuery,
  ReportQuery,
} from './distribution-schemas.ts'
import { getProject } from './get-project.ts'
import { presentDistribution, presentDocument, presentProject } from './present.ts'
import { listProjects, projectNumber } from './project-queries.ts'
import { DistributionProject, ListProjectsQuery, ProjectParams } from './project-schemas.ts'
import { removeDistribution } from './remove-distribution.ts'
import { reportOf } from './report.ts'
import { spoolAt } from './spool-target.ts'
import type { TellParts } from './tell.ts'
import { cancelProject, validateProject } from './validate-project.ts'

export type DistributionResourceParts = TellParts & { db: Db; cursors: Cursors; blobs: Blobs }

const { read, write } = accessTo('distributions')
/** Newest first. */
const ORDER: ListOrder = { column: 'id', tie: 'id', descending: true }
const CSV = 'text/csv; charset=utf-8'
const binary = Type.String({ format: 'binary' })

export function distributionResourceRoutes(parts: DistributionResourceParts): Routes {
  return (v2) => {
    mountProjects(v2, parts)
    mountDecisions(v2, parts)
    mountReport(v2, parts)
    mountPaper(v2, parts)
    mountDistributions(v2, parts)
  }
}

function mountProjects(v2: Http, parts: DistributionResourceParts): void {
  const { db, cursors, publicUrl } = parts
  v2.get(
    '/distribution_projects',
    {
      config: read,
      schema: {
        operationId: 'listDistributionProjects',
        summary: 'List distribution projects, newest first',
        querystring: ListProjectsQuery,
        response: { 200: Type.Array(DistributionProject) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { query } = request
      const scope = listScope(client, 'distribution_projects', shapeOf(ListProjectsQuery, query))
      const asked = { at: cursors.read(scope, query.cursor), perPage: query.per_page }
      const page = await orderedPage(
        ORDER,
        asked,
        (wanted) => listProjects(db, client, query, ORDER, wanted),
        (row) => presentProject(row, publicUrl),
      )
      writeCursors(reply, cursors, scope, page)
      return page.rows
    },
  )

  v2.get(
    '/distribution_projects/:id',
    {
      config: read,
      schema: {
        operationId: 'getDistributionProject',
        summary: 'Read a distribution project, with what became of its parts and packages',
        params: ProjectParams,
        response: { 200: DistributionProjectDetail },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const project = await getProject(db, client, request.params.id)
      return { ...presentProject(project, publicUrl), ...(await describePaper(db, client, project.id)) }
    },
  )
}

function mountDecisions(v2: Http, parts: DistributionResourceParts): void {
  const { publicUrl } = parts
  v2.post(
    '/distribution_projects/:id/validate',
    {
      config: write,
      schema: {
        operationId: 'validateProject',
        summary: 'Validate a project: its documents are handed out, and its paper goes out; once is enough',
        params: ProjectParams,
        response: { 200: DistributionProject },
      },
    },
    async (request) => {
      const { project } = await request.work((work) => validateProject(work, parts, request.params.id))
      return presentProject(project, publicUrl)
    },
  )

  v2.post(
    '/distribution_projects/:id/cancel',
    {
      config: write,
      schema: {
        operationId: 'cancelProject',
        summary: 'Cancel a project that was not validated; nothing of it is handed out',
        params: ProjectParams,
        response: { 200: DistributionProject },
      },
    },
    async (request) => {
      const { project } = await request.work((work) => cancelProject(work, request.params.id))
      return presentProject(project, publicUrl)
    },
  )

  v2.patch(
    '/distribution_projects/:id/documents/:document_id',
    {
      config: write,
      schema: {
        operationId: 'assignDistributionDocument',
        summary: 'Say whose a part of a spool is, or that it is left out',
        params: Type.Object({ ...ProjectParams.properties, document_id: Type.String() }),
        body: AssignmentInput,
        response: { 200: DistributionDocument },
      },
    },
    async (request) => {
      const { id, document_id } = request.params
      return presentDocument(await request.work((work) => assignDocument(work, parts, id, document_id, request.body)))
    },
  )
}

function mountReport(v2: Http, parts: DistributionResourceParts): void {
  v2.get(
    '/distribution_projects/:id/report',
    {
      config: read,
      schema: {
        operationId: 'getDistributionReport',
        summary: 'Read what became of every part of a project, as JSON or CSV',
        params: ProjectParams,
        querystring: ReportQuery,
        response: {
          200: {
            description: 'One line for each part.',
            content: {
              'application/json': { schema: Type.Array(DistributionDocument) },
              'text/csv': { schema: binary },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const project = await getProject(parts.db, client, request.params.id)
      const report = reportOf(parts.db, client, project.id, request.query)
      if (request.query.format === 'csv') {
        return sendFile(reply, report, { filename: `distribution-${project.id}.csv`, contentType: CSV })
      }
      // As it is read; what is described is the list that it makes.
      return reply.type('application/json; charset=utf-8').send(report as never)
    },
  )
}

function mountDistributions(v2: Http, parts: DistributionResourceParts): void {
  const { db, cursors } = parts
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
      const asked = { at: cursors.read(scope, query.cursor), perPage: query.per_page }
      const fetch = (wanted: Parameters<typeof listDistributions>[4]) =>
        listDistributions(db, client, query, ORDER, wanted)
      const page = await orderedPage(ORDER, asked, fetch, presentDistribution)
      writeCursors(reply, cursors, scope, page)
      return page.rows
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
      await changeIf(request, spoolAt(id), (work) => removeDistribution(work, parts, id))
      return reply.code(204).send(null)
    },
  )
}
