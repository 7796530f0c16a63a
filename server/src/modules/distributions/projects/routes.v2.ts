import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { exportOf } from '#kernel/audit/reading.ts'
import { changeIf, type Target } from '#kernel/resources/change-if.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import type { Work } from '#kernel/work.ts'
import { assignDocument } from '#modules/distributions/documents/assign-document.ts'
import { reportOf } from '#modules/distributions/documents/report.ts'
import { packageRoutes } from '#modules/distributions/packages/routes.v2.ts'
import { type SpoolResourceDeps, spoolResourceRoutes } from '#modules/distributions/spools/routes.v2.ts'
import { AssignmentInput, DistributionDocument, ReportQuery } from '#modules/distributions/spools/schemas.ts'
import { parseValidation } from '#modules/distributions/validation/parse-validation.ts'
import { cancelProject, updateProject, validateProject } from '#modules/distributions/validation/validate-project.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { unchecked } from '#platform/http/bodies/file-body.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import { sendFile } from '#platform/http/responses/send-file.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { OptionalBody } from '#platform/http/validation/schemas.ts'
import { createProject, refuseUnusedPaperFields } from './create-project.ts'
import { getProject } from './get-project.ts'
import { presentDocument, presentProject } from './present.ts'
import { projectResource } from './project-resource.ts'
import { listProjects, lockProject } from './queries.ts'
import {
  DistributionProject,
  ListProjectsQuery,
  ProjectInput,
  ProjectParams,
  ProjectPatch,
  ValidationInput,
} from './schemas.ts'

export type DistributionResourceDeps = SpoolResourceDeps

const { read, write } = accessTo('distributions')
/** Newest first. */
const ORDER: ListOrder = { column: 'id', tie: 'id', descending: true }
const CSV = 'text/csv; charset=utf-8'
const binary = Type.String({ format: 'binary' })

export function distributionResourceRoutes(deps: DistributionResourceDeps): Routes {
  return (v2) => {
    mountProjects(v2, deps)
    mountDecisions(v2, deps)
    mountReport(v2, deps)
    packageRoutes(v2, deps)
    spoolResourceRoutes(v2, deps)
  }
}

function mountProjects(v2: Http, deps: DistributionResourceDeps): void {
  const { db, cursors, publicUrl } = deps
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
      return answerPage({ cursors, reply, query, scope }, (page) =>
        orderedPage(
          ORDER,
          page,
          (wanted) => listProjects(db, client, query, wanted),
          (row) => presentProject(row, publicUrl),
        ),
      )
    },
  )

  v2.post(
    '/distribution_projects',
    {
      config: write,
      schema: {
        operationId: 'createProject',
        summary: 'Create a distribution project',
        body: ProjectInput,
        response: { 201: DistributionProject },
      },
    },
    async (request, reply) => {
      refuseUnusedPaperFields(request.body)
      const row = await request.work((work) => createProject(work, request.body, { publicUrl }))
      return reply.code(201).send(presentProject(row, publicUrl))
    },
  )

  v2.get(
    '/distribution_projects/:id',
    {
      config: read,
      schema: {
        operationId: 'getDistributionProject',
        summary: 'Read a distribution project with the outcome of its documents',
        params: ProjectParams,
        response: { 200: DistributionProject },
      },
    },
    async (request) => presentProject(await getProject(db, callerOf(request).client, request.params.id), publicUrl),
  )
}

function projectAt(id: string, publicUrl: string): Target {
  return {
    schema: DistributionProject,
    async lockCurrent({ tx, client }) {
      const project = await lockProject(tx, client, id)
      return project && presentProject(project, publicUrl)
    },
  }
}

function mountDecisions(v2: Http, deps: DistributionResourceDeps): void {
  mountChange(v2, deps)
  mountOutcome(v2, deps)
  mountAssignment(v2, deps)
}

function mountChange(v2: Http, deps: DistributionResourceDeps): void {
  const { publicUrl } = deps
  v2.patch(
    '/distribution_projects/:id',
    {
      config: { ...write, isConditional: true },
      schema: {
        operationId: 'patchDistributionProject',
        summary: 'Change the number of expected distributions of a project that is not validated',
        params: ProjectParams,
        body: ProjectPatch,
        response: { 200: DistributionProject },
      },
    },
    async (request) => {
      const { id } = request.params
      const change = (work: Work) => updateProject(work, deps, id, request.body)
      return presentProject(await changeIf(request, projectAt(id, publicUrl), change), publicUrl)
    },
  )
}

function mountOutcome(v2: Http, deps: DistributionResourceDeps): void {
  const { publicUrl } = deps
  v2.post(
    '/distribution_projects/:id/validate',
    {
      ...unchecked,
      config: write,
      schema: {
        operationId: 'validateProject',
        summary: 'Validate a project: deliver its documents and send its paper (idempotent)',
        description: 'The body is optional. Validations through any API count as one person.',
        params: ProjectParams,
        body: OptionalBody(ValidationInput),
        response: { 200: DistributionProject },
      },
    },
    async (request) => {
      const input = parseValidation(request.body, { isStrict: true })
      const { project } = await request.work((work) => validateProject(work, deps, request.params.id, input))
      return presentProject(project, publicUrl)
    },
  )

  v2.post(
    '/distribution_projects/:id/cancel',
    {
      config: write,
      schema: {
        operationId: 'cancelProject',
        summary: 'Cancel a project that is not validated; nothing is delivered',
        params: ProjectParams,
        response: { 200: DistributionProject },
      },
    },
    async (request) => {
      const { project } = await request.work((work) => cancelProject(work, request.params.id))
      return presentProject(project, publicUrl)
    },
  )
}

function mountAssignment(v2: Http, deps: DistributionResourceDeps): void {
  v2.patch(
    '/distribution_projects/:id/documents/:document_id',
    {
      config: write,
      schema: {
        operationId: 'assignDistributionDocument',
        summary: 'Assign a distribution document to an employee, or leave it out',
        params: Type.Object({ ...ProjectParams.properties, document_id: Type.String() }),
        body: AssignmentInput,
        response: { 200: DistributionDocument },
      },
    },
    async (request) => {
      const { id, document_id } = request.params
      return presentDocument(
        await request.work((work) => assignDocument(work, deps, { projectId: id, id: document_id }, request.body)),
      )
    },
  )
}

function mountReport(v2: Http, deps: DistributionResourceDeps): void {
  v2.get(
    '/distribution_projects/:id/report',
    {
      config: read,
      schema: {
        operationId: 'getDistributionReport',
        summary: 'Read the outcome of every document of a project, as JSON or CSV',
        params: ProjectParams,
        querystring: ReportQuery,
        response: {
          200: {
            description: 'One line per document.',
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
      const project = await getProject(deps.db, client, request.params.id)
      const report = reportOf(deps.db, client, { projectId: project.id, query: request.query })
      if (request.query.format === 'csv') {
        const filename = `distribution-${project.id}.csv`
        const beforeBytes = exportOf(request, deps.audit, projectResource(project))
        return sendFile(reply, report, { filename, contentType: CSV, beforeBytes })
      }
      // As it is read; what is described is the list that it makes.
      return reply.type('application/json; charset=utf-8').send(report as never)
    },
  )
}
