import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { exportOf } from '#kernel/audit/reading.ts'
import type { Eraser } from '#kernel/personal-data/eraser.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import type { Client } from '#kernel/work.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Db } from '#platform/db/db.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { BlobContent, sendBlob } from '#platform/http/responses/send-blob.ts'
import { FileContent } from '#platform/http/responses/send-file.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { notFound } from '#platform/problem.ts'
import { askForDeletion } from './ask.ts'
import { cancelDeletion, confirmDeletion, retryDeletion } from './decide.ts'
import { findReport } from './module-queries.ts'
import { presentDeletion } from './present.ts'
import { type DeletionRow, findDeletion, listDeletions } from './queries.ts'
import {
  DeletionChange,
  DeletionParams,
  DeletionRequest,
  DeletionRequestInput,
  ListDeletionsQuery,
  ReportQuery,
} from './schemas.ts'

const { read, write } = accessTo('deletion_requests')

export const NEWEST_FIRST: ListOrder = { column: 'created_at', tie: 'id', descending: true }

export type DeletionDeps = {
  db: Db
  cursors: Cursors
  blobs: Blobs
  audit: AuditTrail
  erasers: readonly Eraser[]
}

export function deletionRequestRoutes(deps: DeletionDeps): Routes {
  return (v2) => {
    mountAsking(v2)
    mountReading(v2, deps)
    mountDecisions(v2, deps)
    mountReports(v2, deps)
  }
}

function mountAsking(v2: Http): void {
  v2.post(
    '/deletion_requests',
    {
      config: { ...write, refuses: ['conflict'] },
      schema: {
        operationId: 'createDeletionRequest',
        summary: 'Ask that an employee, a document or a request be erased',
        body: DeletionRequestInput,
        response: { 201: DeletionRequest },
      },
    },
    async (request, reply) => reply.code(201).send(await request.work((work) => askForDeletion(work, request.body))),
  )
}

function mountReading(v2: Http, { db, cursors }: DeletionDeps): void {
  v2.get(
    '/deletion_requests',
    {
      config: read,
      schema: {
        operationId: 'listDeletionRequests',
        summary: 'List deletion requests, newest first',
        querystring: ListDeletionsQuery,
        response: { 200: Type.Array(DeletionRequest) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { status, resource_type, resource_id } = request.query
      const scope = listScope(client, 'deletion_requests', [status, resource_type, resource_id])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        orderedPage(NEWEST_FIRST, page, (wanted) => listDeletions(db, client, request.query, wanted), presentDeletion),
      )
    },
  )

  v2.get(
    '/deletion_requests/:id',
    {
      config: read,
      schema: {
        operationId: 'getDeletionRequest',
        summary: 'Read a deletion request, with what each module says',
        params: DeletionParams,
        response: { 200: DeletionRequest },
      },
    },
    async (request) => presentDeletion(await getDeletion(db, callerOf(request).client, request.params.id)),
  )
}

async function getDeletion(db: Db, client: Client, id: string): Promise<DeletionRow> {
  const row = await findDeletion(db, client, id)
  if (!row) throw notFound('deletion request', id)
  return row
}

function mountDecisions(v2: Http, { erasers }: DeletionDeps): void {
  v2.post(
    '/deletion_requests/:id/confirm',
    {
      config: { ...write, refuses: ['conflict'] },
      schema: {
        operationId: 'confirmDeletionRequest',
        summary: 'Decide that it is erased once the grace is over',
        params: DeletionParams,
        body: DeletionChange,
        response: { 200: DeletionRequest },
      },
    },
    async (request) => request.work((work) => confirmDeletion(work, erasers, request.params.id, request.body)),
  )
  v2.post(
    '/deletion_requests/:id/cancel',
    {
      config: write,
      schema: {
        operationId: 'cancelDeletionRequest',
        summary: 'Withdraw a deletion request before anything went',
        params: DeletionParams,
        body: DeletionChange,
        response: { 200: DeletionRequest },
      },
    },
    async (request) => request.work((work) => cancelDeletion(work, request.params.id, request.body)),
  )
  v2.post(
    '/deletion_requests/:id/retry',
    {
      config: write,
      schema: {
        operationId: 'retryDeletionRequest',
        summary: 'Go on with a deletion request that failed',
        params: DeletionParams,
        body: DeletionChange,
        response: { 200: DeletionRequest },
      },
    },
    async (request) => request.work((work) => retryDeletion(work, request.params.id, request.body)),
  )
}

const TYPES = { json: 'application/json', pdf: 'application/pdf' }

function mountReports(v2: Http, { db, blobs, audit }: DeletionDeps): void {
  v2.get(
    '/deletion_requests/:id/report',
    {
      config: read,
      schema: {
        operationId: 'getDeletionReport',
        summary: 'Download what went and what was kept, as JSON or PDF',
        params: DeletionParams,
        querystring: ReportQuery,
        response: BlobContent('application/json', 'The report.'),
      },
    },
    async (request, reply) => {
      const { format = 'json' } = request.query
      const { id } = request.params
      const { sha256, size } = await getReport(db, callerOf(request).client, id, format)
      const filename = `deletion-report-${id}.${format}`
      const file = { filename, contentType: TYPES[format], sizeBytes: Number(size), sha256 }
      const beforeBytes = exportOf(request, audit, { type: 'deletion_request', id })
      return sendBlob(request, reply, blobs, { ...file, beforeBytes })
    },
  )

  v2.get(
    '/deletion_requests/:id/report/seal',
    {
      config: read,
      schema: {
        operationId: 'getDeletionReportSeal',
        summary: 'Read the seal of the JSON report: a detached JWS over its bytes',
        params: DeletionParams,
        response: { 200: FileContent('application/jose', '`header..signature`.') },
      },
    },
    async (request, reply) => {
      const { seal } = await getReport(db, callerOf(request).client, request.params.id, 'json')
      return reply.type('application/jose').send(seal ?? '')
    },
  )
}

async function getReport(db: Db, client: Client, id: string, format: 'json' | 'pdf') {
  const found = await findReport(db, client, id, format)
  if (!found) throw notFound('report of the deletion request', id)
  return found
}
