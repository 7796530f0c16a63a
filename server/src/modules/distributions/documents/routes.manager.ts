import { Type } from 'typebox'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { shapeOf } from '#kernel/resources/resource-routes.ts'
import type { ManagerDistributionParts } from '#modules/distributions/manager-deps.ts'
import { getProjectWithin, scopeOf } from '#modules/distributions/projects/manager-access.ts'
import {
  ListPartsQuery,
  ManagerPart,
  PageParams,
  PageQuery,
  PartDecision,
  PartParams,
} from '#modules/distributions/projects/manager-schemas.ts'
import { presentPart } from '#modules/distributions/projects/present-manager-project.ts'
import { ProjectParams } from '#modules/distributions/projects/schemas.ts'
import { PageContent, sendPage } from '#modules/documents/index.ts'
import { writeCursors } from '#platform/db/lists/keyset-page.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { callerOf } from '#platform/http/caller.ts'
import { listScope } from '#platform/http/lists/cursor.ts'
import type { Http } from '#platform/http/routes.ts'
import { notFound } from '#platform/problem.ts'
import { allowedParts, expectAllowedPart } from './allowed-documents.ts'
import { decidePart } from './decide-document.ts'
import { findPart, findPartFile, listParts, PART_ORDER } from './manager-queries.ts'

const read = forManagers('distributions:read')

export function partRoutes(portal: Http, parts: ManagerDistributionParts): void {
  mountList(portal, parts)
  mountOne(portal, parts)
  mountPages(portal, parts)
}

function mountList(portal: Http, { db, cursors }: ManagerDistributionParts): void {
  portal.get(
    '/manager/distributions/:id/parts',
    {
      config: read,
      schema: {
        operationId: 'listManagerDistributionParts',
        summary: 'The parts of the spools of a project, in their order',
        params: ProjectParams,
        querystring: ListPartsQuery,
        response: { 200: Type.Array(ManagerPart) },
      },
    },
    async (request, reply) => {
      const [{ client }, { query }] = [callerOf(request), request]
      const scope = scopeOf(personOf(request), 'read')
      const project = await getProjectWithin(db, client, scope, request.params.id)
      const allowed = await allowedParts(db, client, scope, project)
      const list = listScope(client, `parts of ${project.id}`, shapeOf(ListPartsQuery, query))
      const asked = { at: cursors.read(list, query.cursor), perPage: query.per_page }
      const fetch = (wanted: Parameters<typeof listParts>[4]) =>
        listParts(db, client, project.id, query, wanted, allowed)
      const page = await orderedPage(PART_ORDER, asked, fetch, presentPart)
      writeCursors(reply, cursors, list, page)
      return page.rows
    },
  )
}

function mountOne(portal: Http, parts: ManagerDistributionParts): void {
  const { db } = parts
  portal.get(
    '/manager/distributions/:id/parts/:part',
    {
      config: read,
      schema: {
        operationId: 'getManagerDistributionPart',
        summary: 'A part of a spool',
        params: PartParams,
        response: { 200: ManagerPart },
      },
    },
    async (request) => {
      const [{ client }, { id, part }] = [callerOf(request), request.params]
      const scope = scopeOf(personOf(request), 'read')
      const project = await getProjectWithin(db, client, scope, id)
      await expectAllowedPart(db, client, scope, project, part)
      const row = await findPart(db, client, project.id, part)
      if (!row) throw notFound('document', part)
      return presentPart(row)
    },
  )

  portal.patch(
    '/manager/distributions/:id/parts/:part',
    {
      config: forManagers('distributions:write'),
      schema: {
        operationId: 'decideManagerDistributionPart',
        summary: 'Say whose a part is, leave it out, or take back what was decided',
        params: PartParams,
        body: PartDecision,
        response: { 200: ManagerPart },
      },
    },
    async (request) => {
      const scope = scopeOf(personOf(request), 'write')
      return presentPart(await request.work((work) => decidePart(work, parts, scope, request.params, request.body)))
    },
  )
}

function mountPages(portal: Http, parts: ManagerDistributionParts): void {
  const { db } = parts
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
      const [{ client }, { id, part, page }] = [callerOf(request), request.params]
      const scope = scopeOf(personOf(request), 'read')
      const project = await getProjectWithin(db, client, scope, id)
      await expectAllowedPart(db, client, scope, project, part)
      const file = await findPartFile(db, client, project.id, part)
      if (!file) throw notFound('document', part)
      return sendPage(reply, parts, file, page, request.query.width)
    },
  )
}
