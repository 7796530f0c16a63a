import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { covers } from '#kernel/access/permission.ts'
import { forAdministrators, personOf } from '#kernel/access/session-person.ts'
import { exportOf } from '#kernel/audit/reading.ts'
import type { ImportDeps } from '#modules/imports/datasets/routes.v2.ts'
import { managerImportAdminRoutes, type SubmitDeps } from '#modules/imports/managers/routes.admin.ts'
import { LINE_ORDER, listLinePage } from '#modules/imports/reports/queries.ts'
import { failedRowsCsv, reportCsv } from '#modules/imports/reports/report-csv.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import { FileContent, sendFile } from '#platform/http/responses/send-file.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { notFound } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { ImportLine, ImportParams, ListLinesQuery, ListManagerImportsQuery, ManagerImport } from './admin-schemas.ts'
import { listImports } from './list-imports.ts'
import { presentAnyImport, storedStatus } from './present.ts'
import { findImport, type ImportRow } from './queries.ts'

const config = forAdministrators('imports:read')
const CSV = 'text/csv; charset=utf-8'

export type ManagerImportDeps = ImportDeps & SubmitDeps

/** Imports, for managers with the permission for the whole client. */
export function importAdminRoutes(deps: ManagerImportDeps): Routes {
  return (portal) => {
    mountList(portal, deps)
    mountOne(portal, deps)
    mountReports(portal, deps)
    managerImportAdminRoutes(portal, deps)
  }
}

/** Imports of data sets take the permission to read data sets. */
function kindsFor(request: FastifyRequest): ImportRow['kind'][] {
  return covers(personOf(request).admin_permissions, 'datasets:read') ? ['managers', 'dataset'] : ['managers']
}

async function getVisibleImport(
  { db }: ImportDeps,
  request: FastifyRequest,
  { id }: { id: string },
): Promise<ImportRow> {
  const row = isUuid(id) ? await findImport(db, callerOf(request).client, id) : undefined
  if (!row || !kindsFor(request).includes(row.kind)) throw notFound('import', id)
  return row
}

function mountList(portal: Http, { db, cursors }: ImportDeps): void {
  portal.get(
    '/manager/imports',
    {
      config,
      schema: {
        operationId: 'listManagerImports',
        summary: 'Imports of every kind, newest first',
        querystring: ListManagerImportsQuery,
        response: { 200: Type.Array(ManagerImport) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { kind: only, status } = request.query
      const kind = kindsFor(request).filter((one) => only === undefined || one === only)
      const scope = listScope(client, 'manager_imports', [kind.join(), status])
      const filters = { kind, ...(status === undefined ? {} : storedStatus(status)) }
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        listImports(db, client, { filters, present: presentAnyImport }, page),
      )
    },
  )
}

function mountOne(portal: Http, deps: ImportDeps): void {
  const { db, cursors } = deps
  portal.get(
    '/manager/imports/:id',
    {
      config,
      schema: {
        operationId: 'getManagerImport',
        summary: 'An import, with its first errors',
        params: ImportParams,
        response: { 200: ManagerImport },
      },
    },
    async (request) => presentAnyImport(await getVisibleImport(deps, request, request.params)),
  )

  portal.get(
    '/manager/imports/:id/lines',
    {
      config,
      schema: {
        operationId: 'listManagerImportLines',
        summary: 'What became of each row of an import',
        params: ImportParams,
        querystring: ListLinesQuery,
        response: { 200: Type.Array(ImportLine) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { severity } = request.query
      const { id } = await getVisibleImport(deps, request, request.params)
      const scope = listScope(client, `lines of ${id}`, [severity])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        orderedPage(
          LINE_ORDER,
          page,
          (wanted) => listLinePage(db, client, { importId: id, severity }, wanted),
          ({ line, severity: how, field, code, message }) => ({ line, severity: how, field, code, message }),
        ),
      )
    },
  )
}

const resourceOf = ({ id, kind }: ImportRow) => ({ type: kind === 'dataset' ? 'dataset_import' : 'import', id })

function mountReports(portal: Http, deps: ImportDeps): void {
  const { db, blobs, audit } = deps
  portal.get(
    '/manager/imports/:id/report',
    {
      config,
      schema: {
        operationId: 'downloadManagerImportReport',
        summary: 'What became of each row of an import, as a file',
        params: ImportParams,
        response: { 200: FileContent('text/csv', 'Columns: line, severity, field, code, message.') },
      },
    },
    async (request, reply) => {
      const row = await getVisibleImport(deps, request, request.params)
      const report = reportCsv(db, callerOf(request).client, row)
      const beforeBytes = exportOf(request, audit, resourceOf(row))
      return sendFile(reply, report, { filename: `report-${row.id}.csv`, contentType: CSV, beforeBytes })
    },
  )

  portal.get(
    '/manager/imports/:id/errors_report',
    {
      config,
      schema: {
        operationId: 'downloadManagerImportErrors',
        summary: 'The rows of an import of managers that failed, to be mended and imported again',
        params: ImportParams,
        response: { 200: FileContent('text/csv', 'The header of the file, and the rows that failed.') },
      },
    },
    async (request, reply) => {
      const row = await getVisibleImport(deps, request, request.params)
      if (row.kind !== 'managers') throw notFound('import of managers', row.id)
      const rows = failedRowsCsv(db, callerOf(request).client, row, blobs)
      const beforeBytes = exportOf(request, audit, resourceOf(row))
      return sendFile(reply, rows, { filename: `errors-${row.id}.csv`, contentType: CSV, beforeBytes })
    },
  )
}
