import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { covers } from '#kernel/access/permission.ts'
import { recordedBefore } from '#kernel/audit/reading.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import type { Client, Work } from '#kernel/work.ts'
import { findHead } from '#modules/audit/chain/queries.ts'
import { makeCheckpoint, placeOf, presentCheckpoint } from '#modules/audit/checkpoints/make-checkpoint.ts'
import { findLastCheckpoint, listCheckpoints } from '#modules/audit/checkpoints/queries.ts'
import type { Db } from '#platform/db/db.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { FileContent, sendFile } from '#platform/http/responses/send-file.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { notFound, Problem } from '#platform/problem.ts'
import type { SealIdentity } from '#platform/seal/identity.ts'
import { inMilliseconds } from '#platform/time/dates.ts'
import { beginExport, exportLines } from './export-entries.ts'
import { presentEntry } from './present.ts'
import { bySequence, findEntry, listEntries } from './queries.ts'
import {
  AuditCheckpoint,
  AuditEntry,
  AuditHead,
  EntryParams,
  ExportQuery,
  ListAuditQuery,
  ListCheckpointsQuery,
} from './schemas.ts'

const { read } = accessTo('audit_entries')

const NEWEST_FIRST: ListOrder = { column: 'key', tie: 'key', descending: true }
const CONTENT_TYPES = { jsonl: 'application/jsonl', csv: 'text/csv; charset=utf-8' }

export type AuditDeps = {
  db: Db
  cursors: Cursors
  /** What the client of a work seals with. */
  sealingIdentity(work: Work): Promise<SealIdentity>
}

/**
 * Whose trail the caller may read. It has every document of the client: a manager from whom the profile hides some is left out
 * of it.
 */
function readableFor(request: FastifyRequest): Client {
  if (!covers(request.permissions, 'audit_entries:read')) {
    throw new Problem('forbidden', 'not_permitted', 'Your roles grant audit_entries:read for some documents only.')
  }
  return callerOf(request).client
}

/** The trail can be read and exported, and its checkpoints made; no call changes it. */
export function auditRoutes(deps: AuditDeps): Routes {
  return (v2) => {
    mountReading(v2, deps)
    mountExport(v2, deps)
    mountCheckpoints(v2, deps)
  }
}

function mountReading(v2: Http, { db, cursors }: AuditDeps): void {
  v2.get(
    '/audit_entries',
    {
      config: read,
      schema: {
        operationId: 'listAuditEntries',
        summary: 'List entries of the audit trail, newest first',
        querystring: ListAuditQuery,
        response: { 200: Type.Array(AuditEntry) },
      },
    },
    async (request, reply) => {
      const client = readableFor(request)
      const { sort = '-sequence', cursor: _cursor, per_page: _perPage, ...filters } = request.query
      const scope = listScope(client, 'audit_entries', [...shapeOf(ListAuditQuery, request.query), sort])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        orderedPage(
          bySequence(sort.startsWith('-')),
          page,
          (wanted) => listEntries(db, client, filters, wanted),
          presentEntry,
        ),
      )
    },
  )

  v2.get(
    '/audit_entries/head',
    {
      config: read,
      schema: {
        operationId: 'getAuditHead',
        summary: 'Read how far the audit trail goes',
        response: { 200: AuditHead },
      },
    },
    async (request) => getHead(db, readableFor(request)),
  )

  v2.get(
    '/audit_entries/:sequence',
    {
      config: read,
      schema: {
        operationId: 'getAuditEntry',
        summary: 'Read an entry of the audit trail',
        params: EntryParams,
        response: { 200: AuditEntry },
      },
    },
    async (request) => {
      const { sequence } = request.params
      const client = readableFor(request)
      const row = /^[1-9]\d{0,14}$/.test(sequence) ? await findEntry(db, client, Number(sequence)) : undefined
      if (!row) throw notFound('audit entry', sequence)
      return presentEntry(row)
    },
  )
}

async function getHead(db: Db, client: Client): Promise<AuditHead> {
  const [head, checkpoint] = await Promise.all([findHead(db, client.id), findLastCheckpoint(db, client)])
  return {
    ...placeOf(head),
    at: head?.at ? inMilliseconds(head.at) : null,
    checkpoint: checkpoint ? presentCheckpoint(client.id, checkpoint) : null,
  }
}

function mountExport(v2: Http, { db, sealingIdentity }: AuditDeps): void {
  v2.get(
    '/audit_entries/export',
    {
      // Its own entry is written.
      config: { ...read, readsFromPrimary: true },
      schema: {
        operationId: 'exportAuditEntries',
        summary: 'Download entries of the audit trail, oldest first, with a sealed checkpoint at the end',
        description: 'Whether an export is complete and unchanged can be checked by `node verify.mjs FILE`.',
        querystring: ExportQuery,
        response: { 200: { ...FileContent('application/jsonl', 'A line for each entry.') } },
      },
    },
    async (request, reply) => {
      readableFor(request)
      const { format = 'jsonl', ...filters } = request.query
      // The entry of an export is made with its checkpoint, before it begins.
      const file = { filename: `audit.${format}`, contentType: CONTENT_TYPES[format], beforeBytes: recordedBefore }
      if (request.method === 'HEAD') return sendFile(reply, Buffer.alloc(0), file)
      const made = await request.work(async (work) =>
        beginExport(work, await sealingIdentity(work), { format, filters }),
      )
      return sendFile(reply, Readable.from(exportLines(db, made), { objectMode: false }), file)
    },
  )
}

function mountCheckpoints(v2: Http, { db, cursors, sealingIdentity }: AuditDeps): void {
  v2.get(
    '/audit_entries/checkpoints',
    {
      config: read,
      schema: {
        operationId: 'listAuditCheckpoints',
        summary: 'List checkpoints of the audit trail, newest first',
        querystring: ListCheckpointsQuery,
        response: { 200: Type.Array(AuditCheckpoint) },
      },
    },
    async (request, reply) => {
      const client = readableFor(request)
      const scope = listScope(client, 'audit_checkpoints', [])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        orderedPage(
          NEWEST_FIRST,
          page,
          (wanted) => listCheckpoints(db, client, wanted),
          (row) => presentCheckpoint(client.id, row),
        ),
      )
    },
  )

  v2.post(
    '/audit_entries/checkpoints',
    {
      config: read,
      schema: {
        operationId: 'createAuditCheckpoint',
        summary: 'Seal how far the audit trail goes at this moment',
        response: { 201: AuditCheckpoint },
      },
    },
    async (request, reply) => {
      readableFor(request)
      return reply.code(201).send(await request.work(async (work) => makeCheckpoint(work, await sealingIdentity(work))))
    },
  )
}
