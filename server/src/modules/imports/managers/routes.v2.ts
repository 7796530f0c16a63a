import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { exportOf } from '#kernel/audit/reading.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import type { ImportDeps } from '#modules/imports/datasets/routes.v2.ts'
import { getImport } from '#modules/imports/get-import.ts'
import { listImports } from '#modules/imports/list-imports.ts'
import { presentImport, storedStatus } from '#modules/imports/present.ts'
import { failedRowsCsv, reportCsv } from '#modules/imports/reports/report-csv.ts'
import { Import, ImportParams, ListImportsQuery } from '#modules/imports/schemas.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import { FileContent, sendFile } from '#platform/http/responses/send-file.ts'
import type { Http, Routes } from '#platform/http/routes.ts'

const { read } = accessTo('imports')
const CSV = 'text/csv; charset=utf-8'

/** Imports of managers: they are submitted at /api/managers/import/, and read here. */
export function importRoutes(deps: ImportDeps): Routes {
  return (v2) => {
    mountReading(v2, deps)
    mountReports(v2, deps)
  }
}

function mountReading(v2: Http, { db, cursors }: ImportDeps): void {
  v2.get(
    '/imports',
    {
      config: read,
      schema: {
        operationId: 'listImports',
        summary: 'List imports of managers, newest first',
        querystring: ListImportsQuery,
        response: { 200: Type.Array(Import) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { status } = request.query
      const scope = listScope(client, 'imports', [status])
      const filters = { kind: 'managers' as const, ...(status === undefined ? {} : storedStatus(status)) }
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        listImports(db, client, { filters, present: presentImport }, page),
      )
    },
  )

  v2.get(
    '/imports/:id',
    {
      config: read,
      schema: {
        operationId: 'getImport',
        summary: 'Read an import of managers, with its status',
        params: ImportParams,
        response: { 200: Import },
      },
    },
    async (request) => presentImport(await getImport(db, callerOf(request).client, 'managers', request.params.id)),
  )
}

function mountReports(v2: Http, { db, blobs, audit }: ImportDeps): void {
  v2.get(
    '/imports/:id/report',
    {
      config: read,
      schema: {
        operationId: 'getImportReport',
        summary: 'Download the result of each row of an import',
        params: ImportParams,
        response: { 200: FileContent('text/csv', 'Columns: line, severity, field, code, message.') },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const row = await getImport(db, client, 'managers', request.params.id)
      const filename = `report-${row.id}.csv`
      const beforeBytes = exportOf(request, audit, { type: 'import', id: row.id })
      return sendFile(reply, reportCsv(db, client, row), { filename, contentType: CSV, beforeBytes })
    },
  )

  v2.get(
    '/imports/:id/errors_report',
    {
      config: read,
      schema: {
        operationId: 'getImportErrorsReport',
        summary: 'Download the failed rows, to correct and import them again',
        params: ImportParams,
        response: { 200: FileContent('text/csv', 'The header of the file, and the rows that failed.') },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const row = await getImport(db, client, 'managers', request.params.id)
      const rows = failedRowsCsv(db, client, row, blobs)
      const filename = `errors-${row.id}.csv`
      const beforeBytes = exportOf(request, audit, { type: 'import', id: row.id })
      return sendFile(reply, rows, { filename, contentType: CSV, beforeBytes })
    },
  )
}
