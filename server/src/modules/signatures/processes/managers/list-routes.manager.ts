import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { readingOf } from '#kernel/audit/reading.ts'
import { Person } from '#modules/directory/index.ts'
import { PageContent, TextContent, TextQuery } from '#modules/documents/index.ts'
import { mountManagerUploads } from '#modules/signatures/files/routes.manager.ts'
import { sendProcessFile, sendProcessPage, sendProcessText } from '#modules/signatures/files/send-process-file.ts'
import { ProcessParams } from '#modules/signatures/processes/schemas.ts'
import {
  ListManagerProcessesQuery,
  ListSignatoriesQuery,
  ManagerProcess,
  ManagerProcessDetail,
  PageParams,
  SignatureCounts,
  SignatureOptions,
  VersionQuery,
} from '#modules/signatures/signing/schemas.ts'
import type { SignerDeps } from '#modules/signatures/signing/signer-routes.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { BlobContent } from '#platform/http/responses/send-blob.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { countSignatures, getSignatureOptions, listSignatories } from './manager-options.ts'
import { describeForManager, listManagerProcesses, presentForManager } from './manager-processes.ts'
import { getProcessInPerimeter, signaturePerimeterOf } from './perimeter.ts'
import { mountManagerChanges } from './routes.manager.ts'

export type ManagerSignatureDeps = SignerDeps & { cursors: Cursors; maxFileBytes: number }

const read = forManagers('signatures:read')

/** Signature processes that managers look after. */
export function managerSignatureRoutes(deps: ManagerSignatureDeps): Routes {
  return (portal) => {
    mountLists(portal, deps)
    mountReading(portal, deps)
    mountDocument(portal, deps)
    mountManagerChanges(portal, deps)
    mountManagerUploads(portal, deps)
  }
}

function mountLists(portal: Http, deps: ManagerSignatureDeps): void {
  mountProcessList(portal, deps)
  mountOptions(portal, deps)
}

function mountProcessList(portal: Http, { db, cursors }: ManagerSignatureDeps): void {
  portal.get(
    '/manager/signatures',
    {
      config: read,
      schema: {
        operationId: 'listManagedSignatures',
        summary: 'Signature processes that a manager made, or whose employees they look after, newest first',
        querystring: ListManagerProcessesQuery,
        response: { 200: Type.Array(ManagerProcess) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const person = personOf(request)
      const { query } = request
      const perimeter = await signaturePerimeterOf(db, client, person, 'read')
      const scope = listScope(client, 'manager_signatures', [
        ...shapeOf(ListManagerProcessesQuery, query),
        person.technical_id,
      ])
      return answerPage({ cursors, reply, query, scope }, async (asked) => {
        const page = await listManagerProcesses(db, client, { perimeter, query }, asked)
        const reader = { userKey: perimeter.userKey, language: person.language }
        return { ...page, rows: await presentForManager(db, client, page.rows, reader) }
      })
    },
  )

  portal.get(
    '/manager/signatures/counts',
    {
      config: read,
      schema: {
        operationId: 'countManagedSignatures',
        summary: 'How many signature processes there are to take care of',
        response: { 200: SignatureCounts },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      const person = personOf(request)
      return countSignatures(db, client, await signaturePerimeterOf(db, client, person, 'read'), person)
    },
  )
}

function mountOptions(portal: Http, { db }: ManagerSignatureDeps): void {
  portal.get(
    '/manager/signature_options',
    {
      config: read,
      schema: {
        operationId: 'getSignatureOptions',
        summary: 'What a manager can make signature processes with',
        response: { 200: SignatureOptions },
      },
    },
    async (request) => getSignatureOptions(db, callerOf(request).client, personOf(request).language),
  )

  portal.get(
    '/manager/signatories',
    {
      config: forManagers('signatures:write'),
      schema: {
        operationId: 'listSignatories',
        summary: 'Managers, or employees, whom a manager may ask to sign, by name',
        querystring: ListSignatoriesQuery,
        response: { 200: Type.Array(Person) },
      },
    },
    async (request) => {
      const { client } = callerOf(request)
      return listSignatories(
        db,
        client,
        await signaturePerimeterOf(db, client, personOf(request), 'write'),
        request.query,
      )
    },
  )
}

function mountReading(portal: Http, deps: ManagerSignatureDeps): void {
  const { db } = deps
  portal.get(
    '/manager/signatures/:id',
    {
      config: read,
      schema: {
        operationId: 'getManagedSignature',
        summary: 'A signature process, and what happened in it',
        params: ProcessParams,
        response: { 200: ManagerProcessDetail },
      },
    },
    async (request) => {
      const process = await findProcess(db, request)
      return describeForManager(db, callerOf(request).client, personOf(request), process)
    },
  )
}

function mountDocument(portal: Http, deps: ManagerSignatureDeps): void {
  portal.get(
    '/manager/signatures/:id/pages/:page',
    {
      config: read,
      schema: {
        operationId: 'getManagedSignaturePage',
        summary: 'A picture of a page of its document',
        params: PageParams,
        response: PageContent,
      },
    },
    async (request, reply) => sendProcessPage(reply, deps, await readDocument(deps, request), request.params.page),
  )

  portal.get(
    '/manager/signatures/:id/text',
    {
      config: read,
      schema: {
        operationId: 'getManagedSignatureText',
        summary: 'The text of its document, and where it stands',
        params: ProcessParams,
        querystring: TextQuery,
        response: TextContent,
      },
    },
    async (request, reply) => sendProcessText(reply, deps, await readDocument(deps, request), request.query),
  )

  portal.get(
    '/manager/signatures/:id/file',
    {
      config: read,
      schema: {
        operationId: 'getManagedSignatureFile',
        summary: 'The file of its document',
        params: ProcessParams,
        querystring: VersionQuery,
        response: BlobContent('application/pdf', 'The PDF.'),
      },
    },
    async (request, reply) =>
      sendProcessFile(request, reply, deps, { ...request.query, ...(await readDocument(deps, request)) }),
  )
}

async function findProcess(db: ManagerSignatureDeps['db'], request: FastifyRequest) {
  const { client } = callerOf(request)
  const perimeter = await signaturePerimeterOf(db, client, personOf(request), 'read')
  return getProcessInPerimeter(db, client, perimeter, (request.params as { id: string }).id)
}

async function readDocument({ db, audit }: ManagerSignatureDeps, request: FastifyRequest) {
  return { process: await findProcess(db, request), reading: readingOf(request, audit) }
}
