import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { exportOf } from '#kernel/audit/reading.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import type { Client, Work } from '#kernel/work.ts'
import { readsAll } from '#modules/governance/policies/read-permission.ts'
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
import { cancelDisposal, retryDisposal } from './change-disposal.ts'
import { approve, reject } from './decide-items.ts'
import { listItems } from './item-queries.ts'
import { makeDisposal } from './make-disposal.ts'
import { presentDisposal, presentItem } from './present.ts'
import { type DisposalRow, findCertificate, findDisposal, listDisposals } from './queries.ts'
import {
  ApproveInput,
  CertificateQuery,
  ChangeInput,
  Disposal,
  DisposalInput,
  DisposalItem,
  DisposalParams,
  ListDisposalsQuery,
  ListItemsQuery,
  RejectInput,
} from './schemas.ts'

const { read, write } = accessTo('disposals')

const NEWEST_FIRST: ListOrder = { column: 'created_at', tie: 'id', descending: true }
const LONGEST_DUE_FIRST: ListOrder = { column: 'key', tie: 'key', descending: false }

export type DisposalDeps = { db: Db; cursors: Cursors; blobs: Blobs; audit: AuditTrail }

export function disposalRoutes(deps: DisposalDeps): Routes {
  return (v2) => {
    mountMaking(v2)
    mountReading(v2, deps)
    mountItems(v2, deps)
    mountDecisions(v2)
    mountChanges(v2)
    mountCertificates(v2, deps)
  }
}

function mountMaking(v2: Http): void {
  v2.post(
    '/disposals',
    {
      config: { ...write, refuses: ['conflict'] },
      schema: {
        operationId: 'makeDisposal',
        summary: 'Make a disposal of what a retention policy decides and is due',
        body: DisposalInput,
        response: { 201: Disposal },
      },
    },
    async (request, reply) => reply.code(201).send(await request.work((work) => makeDisposal(work, request.body))),
  )
}

function mountReading(v2: Http, { db, cursors }: DisposalDeps): void {
  v2.get(
    '/disposals',
    {
      config: read,
      schema: {
        operationId: 'listDisposals',
        summary: 'List disposals, newest first',
        querystring: ListDisposalsQuery,
        response: { 200: Type.Array(Disposal) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { status, retention_policy_id } = request.query
      const scope = listScope(client, 'disposals', [status, retention_policy_id])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        orderedPage(NEWEST_FIRST, page, (wanted) => listDisposals(db, client, request.query, wanted), presentDisposal),
      )
    },
  )

  v2.get(
    '/disposals/:id',
    {
      config: read,
      schema: {
        operationId: 'getDisposal',
        summary: 'Read a disposal',
        params: DisposalParams,
        response: { 200: Disposal },
      },
    },
    async (request) => presentDisposal(await getDisposal(db, callerOf(request).client, request.params.id)),
  )
}

async function getDisposal(db: Db, client: Client, id: string): Promise<DisposalRow> {
  const row = await findDisposal(db, client, id)
  if (!row) throw notFound('disposal', id)
  return row
}

function mountItems(v2: Http, { db, cursors }: DisposalDeps): void {
  v2.get(
    '/disposals/:id/items',
    {
      config: read,
      schema: {
        operationId: 'listDisposalItems',
        summary: 'List the items of a disposal, what is due longest first',
        params: DisposalParams,
        querystring: ListItemsQuery,
        response: { 200: Type.Array(DisposalItem) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { id, resource_type } = await getDisposal(db, client, request.params.id)
      const { status } = request.query
      const showsTitles = readsAll(request, resource_type)
      const scope = listScope(client, 'disposal_items', [id, status])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        orderedPage(
          LONGEST_DUE_FIRST,
          page,
          (wanted) => listItems(db, client, { id, status }, wanted),
          (row) => presentItem(resource_type, showsTitles ? row : { ...row, title: '' }),
        ),
      )
    },
  )
}

function mountDecisions(v2: Http): void {
  v2.post(
    '/disposals/:id/approve',
    {
      config: { ...write, refuses: ['conflict'] },
      schema: {
        operationId: 'approveDisposalItems',
        summary: 'Approve items of a disposal',
        params: DisposalParams,
        body: ApproveInput,
        response: { 200: Disposal },
      },
    },
    async (request) => request.work((work) => approve(work, request.params.id, request.body)),
  )

  v2.post(
    '/disposals/:id/reject',
    {
      config: write,
      schema: {
        operationId: 'rejectDisposalItems',
        summary: 'Reject items of a disposal, which are kept until a later day',
        params: DisposalParams,
        body: RejectInput,
        response: { 200: Disposal },
      },
    },
    async (request) => request.work((work) => reject(work, request.params.id, request.body)),
  )
}

const CHANGES = [
  {
    verb: 'cancel',
    operationId: 'cancelDisposal',
    summary: 'Cancel a disposal before anything went',
    change: cancelDisposal,
  },
  { verb: 'retry', operationId: 'retryDisposal', summary: 'Go on with a disposal that failed', change: retryDisposal },
] as const

function mountChanges(v2: Http): void {
  for (const { verb, operationId, summary, change } of CHANGES) {
    v2.post(
      `/disposals/:id/${verb}`,
      {
        config: { ...write, refuses: ['conflict'] },
        schema: { operationId, summary, params: DisposalParams, body: ChangeInput, response: { 200: Disposal } },
      },
      async (request) => request.work((work: Work) => change(work, request.params.id, request.body)),
    )
  }
}

const TYPES = { json: 'application/json', pdf: 'application/pdf' }

function mountCertificates(v2: Http, { db, blobs, audit }: DisposalDeps): void {
  v2.get(
    '/disposals/:id/certificate',
    {
      config: read,
      schema: {
        operationId: 'getDisposalCertificate',
        summary: 'Download the certificate of destruction, as JSON or PDF',
        params: DisposalParams,
        querystring: CertificateQuery,
        response: BlobContent('application/json', 'The certificate.'),
      },
    },
    async (request, reply) => {
      const { format = 'json' } = request.query
      const { id } = request.params
      const { sha256, size } = await getCertificate(db, callerOf(request).client, id, format)
      const filename = `certificate-${id}.${format}`
      const file = { filename, contentType: TYPES[format], sizeBytes: Number(size), sha256 }
      const beforeBytes = exportOf(request, audit, { type: 'disposal', id })
      return sendBlob(request, reply, blobs, { ...file, beforeBytes })
    },
  )

  v2.get(
    '/disposals/:id/certificate/seal',
    {
      config: read,
      schema: {
        operationId: 'getDisposalCertificateSeal',
        summary: 'Read the seal of the JSON certificate: a detached JWS over its bytes',
        params: DisposalParams,
        response: { 200: FileContent('application/jose', '`header..signature`.') },
      },
    },
    async (request, reply) => {
      const { seal } = await getCertificate(db, callerOf(request).client, request.params.id, 'json')
      return reply.type('application/jose').send(seal ?? '')
    },
  )
}

async function getCertificate(db: Db, client: Client, id: string, format: 'json' | 'pdf') {
  const found = await findCertificate(db, client, id, format)
  if (!found) throw notFound('certificate of the disposal', id)
  return found
}
