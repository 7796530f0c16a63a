import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { changeIf, type Target } from '#kernel/resources/change-if.ts'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import type { Work } from '#kernel/work.ts'
import { eventReaderOf, refuseUnreadable } from '#modules/auth/index.ts'
import { describeDocument } from '#modules/signatures/files/describe-document.ts'
import { mountProcessFiles } from '#modules/signatures/files/routes.v2.ts'
import { getUpload } from '#modules/uploads/index.ts'
import { vetCallbackUrl } from '#modules/webhooks/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import type { PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import { createProcess } from './create-process.ts'
import { cancelProcesses } from './end-process.ts'
import { getProcess } from './get-process.ts'
import { listProcesses } from './list-processes.ts'
import { deleteProcess, patchProcess } from './patch-process.ts'
import { presentProcess } from './present.ts'
import { lockProcess } from './queries.ts'
import {
  ArchiveNamedInput,
  CancelInput,
  ListProcessesQuery,
  OptionalArchiveInput,
  ProcessInput,
  ProcessParams,
  ProcessPatch,
  SignatureProcess,
  SignerParams,
} from './schemas.ts'
import { archiveNamed, archiveProcess, sendProcess } from './send-process.ts'
import { remindSigner, startProcess } from './start-process.ts'

export type SignatureDeps = {
  db: Db
  cursors: Cursors
  blobs: Blobs
  audit: AuditTrail
  pdfWorkers: PdfWorkers
  keyring: Keyring
  outbound: Outbound
}

const PATH = '/signature_processes'
const { read, write } = accessTo('signatures')

export function signatureProcessRoutes(deps: SignatureDeps): Routes {
  return (v2) => {
    mountReading(v2, deps)
    mountWriting(v2, deps)
    mountMoves(v2, deps)
    mountProcessFiles(v2, deps)
  }
}

function mountReading(v2: Http, { db, cursors }: SignatureDeps): void {
  v2.get(
    PATH,
    {
      config: read,
      schema: {
        operationId: 'listSignatureProcesses',
        summary: 'List signature processes, newest first',
        querystring: ListProcessesQuery,
        response: { 200: Type.Array(SignatureProcess) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const scope = listScope(client, PATH, shapeOf(ListProcessesQuery, request.query))
      return answerPage({ cursors, reply, query: request.query, scope }, async (asked) => {
        const page = await listProcesses(db, client, { query: request.query }, asked)
        return { ...page, rows: page.rows.map(presentProcess) }
      })
    },
  )

  v2.get(
    `${PATH}/:id`,
    {
      config: read,
      schema: {
        operationId: 'getSignatureProcess',
        summary: 'Read a signature process',
        params: ProcessParams,
        response: { 200: SignatureProcess },
      },
    },
    async (request) => presentProcess(await getProcess(db, callerOf(request).client, request.params.id)),
  )
}

/** A callback reveals the process, so setting its address takes the permission to read it. */
function refuseUnreadableCallbackUrl(
  request: FastifyRequest,
  { callback_url }: Pick<ProcessPatch, 'callback_url'>,
): void {
  if (callback_url) refuseUnreadable(eventReaderOf(request), ['signature_process.*'])
}

function mountWriting(v2: Http, deps: SignatureDeps): void {
  mountCreation(v2, deps)
  mountChanges(v2, deps)
}

function mountCreation(v2: Http, deps: SignatureDeps): void {
  v2.post(
    PATH,
    {
      config: write,
      schema: {
        operationId: 'createSignatureProcess',
        summary: 'Create a signature process as a draft, from an upload',
        body: ProcessInput,
        response: { 201: SignatureProcess },
      },
    },
    async (request, reply) => {
      const { upload_id, ...input } = request.body
      refuseUnreadableCallbackUrl(request, input)
      await vetCallbackUrl(deps.outbound, input.callback_url)
      const upload = await request.work((work) => getUpload(work, upload_id), { isPreparation: true })
      const file = await describeDocument(deps, upload)
      const process = await request.work((work) => createProcess(work, deps.blobs, { input, file }))
      return reply.code(201).send(presentProcess(process))
    },
  )
}

function mountChanges(v2: Http, deps: SignatureDeps): void {
  v2.patch(
    `${PATH}/:id`,
    {
      config: { ...write, isConditional: true },
      schema: {
        operationId: 'patchSignatureProcess',
        summary: 'Update a draft of a signature process partially',
        params: ProcessParams,
        body: ProcessPatch,
        response: { 200: SignatureProcess },
      },
    },
    async (request) => {
      const { upload_id, ...input } = request.body
      const { id } = request.params
      refuseUnreadableCallbackUrl(request, input)
      await vetCallbackUrl(deps.outbound, input.callback_url)
      const upload =
        upload_id === undefined
          ? undefined
          : await request.work((work) => getUpload(work, upload_id), { isPreparation: true })
      const file = upload && (await describeDocument(deps, upload))
      const change = (work: Work) => patchProcess(work, deps.blobs, { id, input, file })
      return presentProcess(await changeIf(request, targetOf(id), change))
    },
  )

  v2.delete(
    `${PATH}/:id`,
    {
      config: { ...write, isConditional: true, refuses: ['conflict'] },
      schema: {
        operationId: 'deleteSignatureProcess',
        summary: 'Delete a signature process, unless it is being signed',
        params: ProcessParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await changeIf(request, targetOf(id), (work) => deleteProcess(work, id))
      return reply.code(204).send(null)
    },
  )
}

function targetOf(id: string): Target {
  return {
    schema: SignatureProcess,
    async lockCurrent({ tx, client }) {
      const row = await lockProcess(tx, client, id)
      return row && presentProcess(row)
    },
  }
}

function mountMoves(v2: Http, deps: SignatureDeps): void {
  const { keyring } = deps
  v2.post(
    `${PATH}/:id/start`,
    {
      config: write,
      schema: {
        operationId: 'startSignatureProcess',
        summary: 'Ask the signers of a draft for their signatures, in their order',
        params: ProcessParams,
        response: { 200: SignatureProcess },
      },
    },
    async (request) => presentProcess(await request.work((work) => startProcess(work, request.params.id))),
  )

  v2.post(
    `${PATH}/cancel`,
    {
      config: { ...write, refuses: ['not_found'] },
      schema: {
        operationId: 'cancelSignatureProcesses',
        summary: 'Cancel processes that are being signed: all of these, or none',
        body: CancelInput,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await request.work((work) => cancelProcesses(work, keyring, request.body.signature_process_ids))
      return reply.code(204).send(null)
    },
  )

  v2.post(
    `${PATH}/:id/signers/:signer_id/remind`,
    {
      config: write,
      schema: {
        operationId: 'remindSigner',
        summary: 'Remind a signer who has not answered',
        params: SignerParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await request.work((work) => remindSigner(work, request.params.id, request.params.signer_id))
      return reply.code(204).send(null)
    },
  )

  mountEnds(v2, deps)
}

/** The calls for a fully signed document. */
function mountEnds(v2: Http, deps: SignatureDeps): void {
  v2.post(
    `${PATH}/:id/send`,
    {
      config: write,
      schema: {
        operationId: 'sendSignatureProcess',
        summary: 'Mail the signed document to its signers',
        params: ProcessParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await request.work((work) => sendProcess(work, request.params.id))
      return reply.code(204).send(null)
    },
  )

  v2.post(
    `${PATH}/archive`,
    {
      config: { ...write, refuses: ['not_found'] },
      schema: {
        operationId: 'archiveSignatureProcess',
        summary: 'File the signed document in the folder of an employee',
        body: ArchiveNamedInput,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await request.work((work: Work) => archiveNamed(work, deps, request.body))
      return reply.code(204).send(null)
    },
  )

  v2.post(
    `${PATH}/:id/archive`,
    {
      config: write,
      schema: {
        operationId: 'archiveOneSignatureProcess',
        summary: 'File the signed document in the folder of an employee; the same with the process in the path',
        params: ProcessParams,
        body: OptionalArchiveInput,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await request.work((work: Work) => archiveProcess(work, deps, request.params.id, request.body ?? {}))
      return reply.code(204).send(null)
    },
  )
}
