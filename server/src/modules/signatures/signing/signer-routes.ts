import type { FastifyRequest } from 'fastify'
import { type TObject, Type } from 'typebox'
import type { RouteAccess } from '#kernel/access/route-access.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import type { Reading } from '#kernel/audit/reading.ts'
import type { Caller, DoWork } from '#kernel/work.ts'
import { PageContent, TextContent, TextQuery } from '#modules/documents/index.ts'
import {
  requestOriginOf,
  sendProcessFile,
  sendProcessPage,
  sendProcessText,
  signWithConsent,
} from '#modules/signatures/files/send-process-file.ts'
import type { ProcessRow } from '#modules/signatures/processes/queries.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import { JSON_LIMIT_BYTES } from '#platform/http/bodies/json-body.ts'
import { BlobContent } from '#platform/http/responses/send-blob.ts'
import type { Http } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import type { PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'
import type { SignerRow } from './queries.ts'
import { RejectInput, SignerProcess, SignerProcessDetail, SignInput, VersionQuery } from './schemas.ts'
import { rejectProcess, viewProcess } from './sign-process.ts'
import { describeForSigner, presentForSigner } from './signer-processes.ts'

export type SignerDeps = {
  db: Db
  doWork: DoWork
  blobs: Blobs
  pdfWorkers: PdfWorkers
  keyring: Keyring
  audit: AuditTrail
}

/** A signer who was asked to sign and is authenticated. */
export type AuthenticatedSigner = {
  caller: Caller
  reading: Reading
  process: ProcessRow
  signer: SignerRow
  company: string
  language: string | null
}

/** One way to come to a document that one is asked to sign. */
export type SignerAccess = {
  /** Such as `/me/signatures/:id`. */
  path: string
  params: TObject
  config: RouteAccess
  /** How operation ids name the document. */
  name: string
  /** Refuses who has not proved who they are, before the body of their call is read. */
  check(request: FastifyRequest): Promise<void>
  enter(request: FastifyRequest): Promise<AuthenticatedSigner>
}

/** What signers do, whichever way they come: look at the document, and sign or refuse it. */
export function mountSignerRoutes(portal: Http, deps: SignerDeps, door: SignerAccess): void {
  mountReading(portal, deps, door)
  mountAnswers(portal, deps, door)
}

function mountReading(portal: Http, deps: SignerDeps, { path, params, config, name, enter }: SignerAccess): void {
  portal.get(
    path,
    {
      config,
      schema: {
        operationId: `get${name}`,
        summary: 'A document that I am asked to sign',
        params,
        response: { 200: SignerProcessDetail },
      },
    },
    async (request) => {
      const { caller, process, signer, company, language } = await enter(request)
      return describeForSigner(deps.db, caller.client, { process, signer }, { company, language })
    },
  )

  portal.get(
    `${path}/pages/:page`,
    {
      config,
      schema: {
        operationId: `get${name}Page`,
        summary: 'A picture of a page of it; signed, as soon as it is sealed',
        params: Type.Object({ ...params.properties, page: Type.Integer({ minimum: 1, maximum: 100_000 }) }),
        response: PageContent,
      },
    },
    async (request, reply) => {
      return sendProcessPage(reply, deps, await enter(request), (request.params as { page: number }).page)
    },
  )

  portal.get(
    `${path}/text`,
    {
      config,
      schema: {
        operationId: `get${name}Text`,
        summary: 'The text of it, and where it stands',
        params,
        querystring: TextQuery,
        response: TextContent,
      },
    },
    async (request, reply) => sendProcessText(reply, deps, await enter(request), request.query),
  )

  portal.get(
    `${path}/file`,
    {
      config,
      schema: {
        operationId: `get${name}File`,
        summary: 'The file of it',
        params,
        querystring: VersionQuery,
        response: BlobContent('application/pdf', 'The PDF.'),
      },
    },
    async (request, reply) => {
      const { process, reading } = await enter(request)
      return sendProcessFile(request, reply, deps, { ...request.query, process, reading })
    },
  )
}

function mountAnswers(portal: Http, deps: SignerDeps, access: SignerAccess): void {
  mountView(portal, deps, access)
  mountSignature(portal, deps, access)
  mountRejection(portal, deps, access)
}

function mountView(
  portal: Http,
  { doWork }: SignerDeps,
  { path, params, config, name, check, enter }: SignerAccess,
): void {
  portal.post(
    `${path}/views`,
    {
      config,
      onRequest: (request) => check(request),
      schema: {
        operationId: `view${name}`,
        summary: 'Keep that I have the document before me',
        params,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const entered = await enter(request)
      await doWork(entered.caller, (work) => viewProcess(work, refOf(entered), requestOriginOf(request)))
      return reply.code(204).send(null)
    },
  )
}

function mountSignature(
  portal: Http,
  { doWork }: SignerDeps,
  { path, params, config, name, check, enter }: SignerAccess,
): void {
  portal.post(
    `${path}/sign`,
    {
      config,
      onRequest: (request) => check(request),
      // A drawing has many points.
      bodyLimit: JSON_LIMIT_BYTES,
      schema: {
        operationId: `sign${name}`,
        summary: 'Sign it',
        params,
        body: SignInput,
        response: { 200: SignerProcess },
      },
    },
    async (request) => {
      const entered = await enter(request)
      const { caller, process, language } = entered
      const how = { language, from: requestOriginOf(request) }
      const signed = await doWork(caller, (work) =>
        signWithConsent(work, process, { ...request.body, ...how, ref: refOf(entered) }),
      )
      return presentForSigner(signed, signerIn(signed, entered.signer.id), entered.company)
    },
  )
}

function mountRejection(
  portal: Http,
  { doWork, keyring }: SignerDeps,
  { path, params, config, name, check, enter }: SignerAccess,
): void {
  portal.post(
    `${path}/reject`,
    {
      config,
      onRequest: (request) => check(request),
      schema: {
        operationId: `reject${name}`,
        summary: 'Refuse to sign; this ends the process',
        params,
        body: RejectInput,
        response: { 200: SignerProcess },
      },
    },
    async (request) => {
      const entered = await enter(request)
      const { reason } = request.body
      const ended = await doWork(entered.caller, (work) =>
        rejectProcess(work, keyring, { ref: refOf(entered), reason, from: requestOriginOf(request) }),
      )
      return presentForSigner(ended, signerIn(ended, entered.signer.id), entered.company)
    },
  )
}

function refOf({ process, signer }: AuthenticatedSigner) {
  return { processId: process.id, signerId: signer.id }
}

/** A signer of a process. */
export function signerIn({ signers }: ProcessRow, id: string): SignerRow {
  const found = signers.find((one) => one.id === id)
  if (!found) throw new Error(`The signer ${id} is not of this process.`)
  return found
}
