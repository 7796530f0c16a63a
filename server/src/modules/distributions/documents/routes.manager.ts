import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { employeeSubject } from '#kernel/audit/audit-entry.ts'
import { asView, readingOf } from '#kernel/audit/reading.ts'
import type { ManagerDistributionDeps } from '#modules/distributions/manager-deps.ts'
import { getManagerProject, managerAccess } from '#modules/distributions/projects/manager-access.ts'
import {
  DocumentDecision,
  DocumentParams,
  ListDocumentsQuery,
  ManagerDocument,
  PageParams,
  PageQuery,
} from '#modules/distributions/projects/manager-schemas.ts'
import { presentManagerDocument } from '#modules/distributions/projects/present-manager-project.ts'
import { ProjectParams } from '#modules/distributions/projects/schemas.ts'
import { PageContent, sendPage, sendText, TextContent, TextQuery } from '#modules/documents/index.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Http } from '#platform/http/routes.ts'
import { notFound } from '#platform/problem.ts'
import { allowedDocuments, expectAllowedDocument } from './allowed-documents.ts'
import { decideDocument } from './decide-document.ts'
import { DOCUMENT_ORDER, findDocumentFile, findManagerDocument, listManagerDocuments } from './manager-queries.ts'

const read = forManagers('distributions:read')

export function documentRoutes(portal: Http, deps: ManagerDistributionDeps): void {
  mountList(portal, deps)
  mountOne(portal, deps)
  mountPages(portal, deps)
}

function mountList(portal: Http, { db, cursors }: ManagerDistributionDeps): void {
  portal.get(
    '/manager/distributions/:id/parts',
    {
      config: read,
      schema: {
        operationId: 'listManagerDistributionParts',
        summary: 'The parts of the spools of a project, in their order',
        params: ProjectParams,
        querystring: ListDocumentsQuery,
        response: { 200: Type.Array(ManagerDocument) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { query } = request
      const scope = managerAccess(personOf(request), 'read')
      const project = await getManagerProject(db, client, scope, request.params.id)
      const allowed = await allowedDocuments(db, client, scope, project)
      const list = listScope(client, `parts of ${project.id}`, shapeOf(ListDocumentsQuery, query))
      const filters = { ...query, projectId: project.id, allowed }
      return answerPage({ cursors, reply, query, scope: list }, (page) =>
        orderedPage(
          DOCUMENT_ORDER,
          page,
          (wanted) => listManagerDocuments(db, client, filters, wanted),
          presentManagerDocument,
        ),
      )
    },
  )
}

function mountOne(portal: Http, deps: ManagerDistributionDeps): void {
  const { db } = deps
  portal.get(
    '/manager/distributions/:id/parts/:part',
    {
      config: read,
      schema: {
        operationId: 'getManagerDistributionPart',
        summary: 'A part of a spool',
        params: DocumentParams,
        response: { 200: ManagerDocument },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const { id, part } = request.params
      const scope = managerAccess(personOf(request), 'read')
      const project = await getManagerProject(db, client, scope, id)
      await expectAllowedDocument(db, client, { scope, project, id: part })
      const row = await findManagerDocument(db, client, project.id, part)
      if (!row) throw notFound('document', part)
      return presentManagerDocument(row)
    },
  )

  portal.patch(
    '/manager/distributions/:id/parts/:part',
    {
      config: forManagers('distributions:write'),
      schema: {
        operationId: 'decideManagerDistributionPart',
        summary: 'Say whose a part is, leave it out, or take back what was decided',
        params: DocumentParams,
        body: DocumentDecision,
        response: { 200: ManagerDocument },
      },
    },
    async (request) => {
      const scope = managerAccess(personOf(request), 'write')
      return presentManagerDocument(
        await request.work((work) => decideDocument(work, deps, { ...request.params, scope }, request.body)),
      )
    },
  )
}

function mountPages(portal: Http, deps: ManagerDistributionDeps): void {
  portal.get(
    '/manager/distributions/:id/parts/:part/pages/:page',
    {
      config: read,
      schema: {
        operationId: 'getManagerDistributionPage',
        summary: 'A picture of a page of a part',
        params: PageParams,
        querystring: PageQuery,
        response: PageContent,
      },
    },
    async (request, reply) => {
      const { page, ...params } = request.params
      const file = await findFile(deps, request, params)
      return sendPage(reply, deps, file, { page, width: request.query.width })
    },
  )

  portal.get(
    '/manager/distributions/:id/parts/:part/text',
    {
      config: read,
      schema: {
        operationId: 'getManagerDistributionText',
        summary: 'The text of a part, and where it stands',
        params: DocumentParams,
        querystring: TextQuery,
        response: TextContent,
      },
    },
    async (request, reply) => sendText(reply, deps, await findFile(deps, request, request.params), request.query),
  )
}

/** The file of a part, of which only pages are shown. */
async function findFile(
  { db, audit }: ManagerDistributionDeps,
  request: FastifyRequest,
  { id, part }: Static<typeof DocumentParams>,
) {
  const { client } = callerOf(request)
  const scope = managerAccess(personOf(request), 'read')
  const project = await getManagerProject(db, client, scope, id)
  await expectAllowedDocument(db, client, { scope, project, id: part })
  const file = await findDocumentFile(db, client, project.id, part)
  if (!file) throw notFound('document', part)
  const beforeBytes = asView(readingOf(request, audit), {
    action: 'file.downloaded',
    subject: employeeSubject(file.employee_technical_id),
    resource: { type: 'distribution_document', id: part },
    details: { as: 'pages' },
  })
  return { file, beforeBytes }
}
