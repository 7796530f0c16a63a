import type { FastifyRequest } from 'fastify'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { describeDocument } from '#modules/signatures/files/describe-document.ts'
import { ManagedSignatureDetail } from '#modules/signatures/signing/schemas.ts'
import type { SignerParts } from '#modules/signatures/signing/signer-routes.ts'
import { getUpload } from '#modules/uploads/index.ts'
import type { Work } from '#platform/db/work.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { Http } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { invalid } from '#platform/problem.ts'
import { createProcess } from './create-process.ts'
import { cancelProcesses } from './end-process.ts'
import { getProcess } from './get-process.ts'
import { describeManaged } from './manager-processes.ts'
import { changeProcess, deleteProcess } from './patch-process.ts'
import { getManagedProcess, type Reach, refuseBeyond, refuseOutsideRestrictions, signatureReach } from './perimeter.ts'
import type { ProcessRow } from './queries.ts'
import { ArchiveInput, ProcessInput, ProcessParams, ProcessPatch, SignerParams } from './schemas.ts'
import { archiveProcess, sendProcess } from './send-process.ts'
import { remindSigner, startProcess } from './start-process.ts'

const write = forManagers('signatures:write')
const PATH = '/manager/signatures'

/** What managers do with signature processes. */
export function mountManagerChanges(portal: Http, parts: SignerParts): void {
  mountDrafts(portal, parts)
  mountMoves(portal, parts)
}

const writerOf = (request: FastifyRequest, { db }: SignerParts) =>
  signatureReach(db, callerOf(request).client, personOf(request), 'write')

/** Within the work: a call with an idempotency key is committed together with its answer. */
const describe = (request: FastifyRequest, { tx, client }: Work, process: ProcessRow) =>
  describeManaged(tx, client, personOf(request), process)

/** Programs set the address that they are called at, through the API, which vets it; the portal has no field for it. */
function refuseAddress({ callback_url }: Pick<ProcessPatch, 'callback_url'>): void {
  if (callback_url) throw invalid('callback_url', 'unknown_field', 'Only an application can set this field.')
}

/** Does something with a process that the manager may change, in one transaction; answers how it stands then. */
async function doWithin(
  request: FastifyRequest,
  parts: SignerParts,
  id: string,
  operation: (work: Work, reach: Reach) => Promise<unknown>,
): Promise<ManagedSignatureDetail> {
  const reach = await writerOf(request, parts)
  return request.work(async (work) => {
    await getManagedProcess(work.tx, work.client, reach, id)
    await operation(work, reach)
    await refuseOutsideRestrictions(work, reach, personOf(request), id)
    return describe(request, work, await getProcess(work.tx, work.client, id))
  })
}

function mountDrafts(portal: Http, parts: SignerParts): void {
  portal.post(
    PATH,
    {
      config: write,
      schema: {
        operationId: 'createManagedSignature',
        summary: 'Create a signature process as a draft, from an upload',
        body: ProcessInput,
        response: { 201: ManagedSignatureDetail },
      },
    },
    async (request, reply) => {
      const { upload_id, ...input } = request.body
      refuseAddress(input)
      const reach = await writerOf(request, parts)
      await refuseBeyond(parts.db, callerOf(request).client, reach, input)
      const file = await describeDocument(parts, await request.work((work) => getUpload(work, upload_id)))
      const { first_name, last_name } = personOf(request)
      const maker = { user_key: reach.userKey, name: `${first_name} ${last_name}` }
      const made = await request.work(async (work) => {
        const process = await createProcess(work, parts.blobs, input, file, maker)
        await refuseOutsideRestrictions(work, reach, personOf(request), process.id)
        return describe(request, work, process)
      })
      return reply.code(201).send(made)
    },
  )

  portal.patch(
    `${PATH}/:id`,
    {
      config: write,
      schema: {
        operationId: 'patchManagedSignature',
        summary: 'Change a draft: what is given, and nothing else',
        params: ProcessParams,
        body: ProcessPatch,
        response: { 200: ManagedSignatureDetail },
      },
    },
    async (request) => {
      const { upload_id, ...input } = request.body
      const { id } = request.params
      refuseAddress(input)
      const upload = upload_id === undefined ? undefined : await request.work((work) => getUpload(work, upload_id))
      const file = upload && (await describeDocument(parts, upload))
      return doWithin(request, parts, id, async (work, reach) => {
        await refuseBeyond(work.tx, work.client, reach, input)
        await changeProcess(work, parts.blobs, id, input, file)
      })
    },
  )

  portal.delete(
    `${PATH}/:id`,
    {
      config: write,
      schema: {
        operationId: 'deleteManagedSignature',
        summary: 'Delete a signature process, unless it is being signed',
        params: ProcessParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const reach = await writerOf(request, parts)
      await request.work(async (work) => {
        await getManagedProcess(work.tx, work.client, reach, request.params.id)
        await deleteProcess(work, request.params.id)
      })
      return reply.code(204).send(null)
    },
  )
}

function mountMoves(portal: Http, parts: SignerParts): void {
  const { keyring } = parts
  const moves = [
    ['start', 'Ask the signers of a draft for their signatures', startProcess],
    [
      'cancel',
      'Cancel a process that is being signed',
      (work: Work, id: string) => cancelProcesses(work, keyring, [id]),
    ],
    ['send', 'Mail the signed document to its signers', sendProcess],
  ] as const
  for (const [name, summary, move] of moves) {
    portal.post(
      `${PATH}/:id/${name}`,
      {
        config: write,
        schema: {
          operationId: `${name}ManagedSignature`,
          summary,
          params: ProcessParams,
          response: { 200: ManagedSignatureDetail },
        },
      },
      async (request) => doWithin(request, parts, request.params.id, (work) => move(work, request.params.id)),
    )
  }

  portal.post(
    `${PATH}/:id/archive`,
    {
      config: write,
      schema: {
        operationId: 'archiveManagedSignature',
        summary: 'File the signed document in the folder of an employee',
        params: ProcessParams,
        body: ArchiveInput,
        response: { 200: ManagedSignatureDetail },
      },
    },
    async (request) => {
      const { params, body } = request
      return doWithin(request, parts, params.id, async (work, reach) => {
        await refuseBeyond(work.tx, work.client, reach, { employee_technical_id: body.employee_technical_id ?? null })
        await archiveProcess(work, parts, params.id, body)
      })
    },
  )

  portal.post(
    `${PATH}/:id/signers/:signer_id/remind`,
    {
      config: write,
      schema: {
        operationId: 'remindManagedSigner',
        summary: 'Mail a signer who has not answered once more',
        params: SignerParams,
        response: { 200: ManagedSignatureDetail },
      },
    },
    async (request) => {
      const { id, signer_id } = request.params
      return doWithin(request, parts, id, (work) => remindSigner(work, id, signer_id))
    },
  )
}
