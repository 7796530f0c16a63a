import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { exportOf } from '#kernel/audit/reading.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import { getImport } from '#modules/imports/get-import.ts'
import { listImports } from '#modules/imports/list-imports.ts'
import { presentDatasetImport } from '#modules/imports/present.ts'
import { reportCsv } from '#modules/imports/reports/report-csv.ts'
import { DatasetImport, DatasetImportInput, ImportParams, ListDatasetImportsQuery } from '#modules/imports/schemas.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Db } from '#platform/db/db.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { FileContent, sendFile } from '#platform/http/responses/send-file.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { submitDatasetImport } from './submit-dataset-import.ts'

export type ImportDeps = { db: Db; cursors: Cursors; blobs: Blobs; audit: AuditTrail }

const { read, write } = accessTo('dataset_imports')

export function datasetImportRoutes(deps: ImportDeps): Routes {
  return (v2) => {
    mountCreation(v2, deps)
    mountReading(v2, deps)
    mountFiles(v2, deps)
  }
}

function mountCreation(v2: Http, { blobs }: ImportDeps): void {
  v2.post(
    '/dataset_imports',
    {
      config: write,
      schema: {
        operationId: 'createDatasetImport',
        summary: 'Import an uploaded CSV file into a data set',
        description: 'The import runs in the background; read it for its progress and result.',
        body: DatasetImportInput,
        response: { 201: DatasetImport },
      },
    },
    async (request, reply) => {
      const row = await request.work((work) => submitDatasetImport(work, blobs, request.body))
      return reply.code(201).send(presentDatasetImport(row))
    },
  )
}

function mountReading(v2: Http, { db, cursors }: ImportDeps): void {
  v2.get(
    '/dataset_imports',
    {
      config: read,
      schema: {
        operationId: 'listDatasetImports',
        summary: 'List imports into data sets, newest first',
        querystring: ListDatasetImportsQuery,
        response: { 200: Type.Array(DatasetImport) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { dataset_id, status, result } = request.query
      const scope = listScope(client, 'dataset_imports', [dataset_id, status, result])
      const filters = { ...request.query, kind: 'dataset' as const }
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        listImports(db, client, { filters, present: presentDatasetImport }, page),
      )
    },
  )

  v2.get(
    '/dataset_imports/:id',
    {
      config: read,
      schema: {
        operationId: 'getDatasetImport',
        summary: 'Read an import into a data set, with its result',
        params: ImportParams,
        response: { 200: DatasetImport },
      },
    },
    async (request) =>
      presentDatasetImport(await getImport(db, callerOf(request).client, 'dataset', request.params.id)),
  )
}

function mountFiles(v2: Http, { db, blobs, audit }: ImportDeps): void {
  v2.get(
    '/dataset_imports/:id/source',
    {
      config: read,
      schema: {
        operationId: 'getDatasetImportSource',
        summary: 'Download the file of an import, as it was sent',
        params: ImportParams,
        response: { 200: FileContent('*/*', 'The file.') },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { id, sha256, filename, content_type } = await getImport(db, client, 'dataset', request.params.id)
      const source = await blobs.get(sha256)
      const sizeBytes = await blobs.size(sha256)
      if (!source || sizeBytes === undefined) throw new Error('The file of the import no longer exists.')
      const beforeBytes = exportOf(request, audit, { type: 'dataset_import', id })
      return sendFile(reply, source, { filename, contentType: content_type, sizeBytes, beforeBytes })
    },
  )

  v2.get(
    '/dataset_imports/:id/report',
    {
      config: read,
      schema: {
        operationId: 'getDatasetImportReport',
        summary: 'Download every error and warning of an import',
        params: ImportParams,
        response: { 200: FileContent('text/csv', 'Columns: line, severity, field, code, message.') },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const row = await getImport(db, client, 'dataset', request.params.id)
      const filename = `report-${row.id}.csv`
      const beforeBytes = exportOf(request, audit, { type: 'dataset_import', id: row.id })
      const contentType = 'text/csv; charset=utf-8'
      return sendFile(reply, reportCsv(db, client, row), { filename, contentType, beforeBytes })
    },
  )
}
