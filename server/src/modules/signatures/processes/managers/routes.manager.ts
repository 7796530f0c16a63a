import type { FastifyRequest } from 'fastify'
import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf, type SessionPerson } from '#kernel/access/session-person.ts'
import type { Work } from '#kernel/work.ts'
import { describeDocument } from '#modules/signatures/files/describe-document.ts'
import { createProcess } from '#modules/signatures/processes/create-process.ts'
import { cancelProcesses } from '#modules/signatures/processes/end-process.ts'
import { getProcess } from '#modules/signatures/processes/get-process.ts'
import { deleteProcess, patchProcess } from '#modules/signatures/processes/patch-process.ts'
import type { ProcessRow } from '#modules/signatures/processes/queries.ts'
import {
  ArchiveInput,
  ProcessInput,
  ProcessParams,
  ProcessPatch,
  SignerParams,
} from '#modules/signatures/processes/schemas.ts'
import { archiveProcess, sendProcess } from '#modules/signatures/processes/send-process.ts'
import { remindSigner, startProcess } from '#modules/signatures/processes/start-process.ts'
import { ManagerProcessDetail } from '#modules/signatures/signing/schemas.ts'
import type { SignerDeps } from '#modules/signatures/signing/signer-routes.ts'
import { getUpload } from '#modules/uploads/index.ts'
import type { Http } from '#platform/http/routes.ts'
import { NoContent } from '#platform/http/validation/schemas.ts'
import { invalid } from '#platform/problem.ts'
import { describeForManager } from './manager-processes.ts'
import {
  getProcessInPerimeter,
  refuseEmployeesOutsidePerimeter,
  refuseOutsideRestrictions,
  type SignaturePerimeter,
  signaturePerimeterOf,
} from './perimeter.ts'

const write = forManagers('signatures:write')
const PATH = '/manager/signatures'

/** What managers do with signature processes. */
export function mountManagerChanges(portal: Http, deps: SignerDeps): void {
  mountDrafts(portal, deps)
  mountMoves(portal, deps)
}

const writePerimeterOf = (request: FastifyRequest, { db }: SignerDeps) =>
  signaturePerimeterOf(db, callerOf(request).client, personOf(request), 'write')

const makerOf = ({ first_name, last_name }: SessionPerson, { userKey }: SignaturePerimeter) => ({
  user_key: userKey,
  name: `${first_name} ${last_name}`,
})

/** Within the work: a call with an idempotency key is committed together with its answer. */
const describe = (request: FastifyRequest, { tx, client }: Work, process: ProcessRow) =>
  describeForManager(tx, client, personOf(request), process)

/** Programs set the address that they are called at, through the API, which vets it; the portal has no field for it. */
function refuseCallbackUrl({ callback_url }: Pick<ProcessPatch, 'callback_url'>): void {
  if (callback_url) throw invalid('callback_url', 'unknown_field', 'Only an application can set this field.')
}

/** Does something with a process that the manager may change, in one transaction; answers how it stands then. */
async function changeInPerimeter(
  request: FastifyRequest,
  deps: SignerDeps,
  id: string,
  operation: (work: Work, perimeter: SignaturePerimeter) => Promise<unknown>,
): Promise<ManagerProcessDetail> {
  const perimeter = await writePerimeterOf(request, deps)
  return request.work(async (work) => {
    await getProcessInPerimeter(work.tx, work.client, perimeter, id)
    await operation(work, perimeter)
    await refuseOutsideRestrictions(work, perimeter, personOf(request), id)
    return describe(request, work, await getProcess(work.tx, work.client, id))
  })
}

function mountDrafts(portal: Http, deps: SignerDeps): void {
  mountCreation(portal, deps)
  mountDraftChanges(portal, deps)
}

function mountCreation(portal: Http, deps: SignerDeps): void {
  portal.post(
    PATH,
    {
      config: write,
      schema: {
        operationId: 'createManagedSignature',
        summary: 'Create a signature process as a draft, from an upload',
        body: ProcessInput,
        response: { 201: ManagerProcessDetail },
      },
    },
    async (request, reply) => {
      const { upload_id, ...input } = request.body
      refuseCallbackUrl(input)
      const perimeter = await writePerimeterOf(request, deps)
      await refuseEmployeesOutsidePerimeter(deps.db, callerOf(request).client, perimeter, input)
      const file = await describeDocument(deps, await request.work((work) => getUpload(work, upload_id)))
      const made = await request.work(async (work) => {
        const maker = makerOf(personOf(request), perimeter)
        const process = await createProcess(work, deps.blobs, { input, file, maker })
        await refuseOutsideRestrictions(work, perimeter, personOf(request), process.id)
        return describe(request, work, process)
      })
      return reply.code(201).send(made)
    },
  )
}

function mountDraftChanges(portal: Http, deps: SignerDeps): void {
  portal.patch(
    `${PATH}/:id`,
    {
      config: write,
      schema: {
        operationId: 'patchManagedSignature',
        summary: 'Update a draft partially',
        params: ProcessParams,
        body: ProcessPatch,
        response: { 200: ManagerProcessDetail },
      },
    },
    async (request) => {
      const { upload_id, ...input } = request.body
      const { id } = request.params
      refuseCallbackUrl(input)
      const upload = upload_id === undefined ? undefined : await request.work((work) => getUpload(work, upload_id))
      const file = upload && (await describeDocument(deps, upload))
      return changeInPerimeter(request, deps, id, async (work, perimeter) => {
        await refuseEmployeesOutsidePerimeter(work.tx, work.client, perimeter, input)
        await patchProcess(work, deps.blobs, { id, input, file })
      })
    },
  )

  portal.delete(
    `${PATH}/:id`,
    {
      config: { ...write, refuses: ['conflict'] },
      schema: {
        operationId: 'deleteManagedSignature',
        summary: 'Delete a signature process, unless it is being signed',
        params: ProcessParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const perimeter = await writePerimeterOf(request, deps)
      await request.work(async (work) => {
        await getProcessInPerimeter(work.tx, work.client, perimeter, request.params.id)
        await deleteProcess(work, request.params.id)
      })
      return reply.code(204).send(null)
    },
  )
}

function mountMoves(portal: Http, deps: SignerDeps): void {
  const { keyring } = deps
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
          response: { 200: ManagerProcessDetail },
        },
      },
      async (request) => changeInPerimeter(request, deps, request.params.id, (work) => move(work, request.params.id)),
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
        response: { 200: ManagerProcessDetail },
      },
    },
    async (request) => {
      const { params, body } = request
      return changeInPerimeter(request, deps, params.id, async (work, perimeter) => {
        await refuseEmployeesOutsidePerimeter(work.tx, work.client, perimeter, {
          employee_technical_id: body.employee_technical_id ?? null,
        })
        await archiveProcess(work, deps, params.id, body)
      })
    },
  )

  portal.post(
    `${PATH}/:id/signers/:signer_id/remind`,
    {
      config: write,
      schema: {
        operationId: 'remindManagedSigner',
        summary: 'Remind a signer who has not answered',
        params: SignerParams,
        response: { 200: ManagerProcessDetail },
      },
    },
    async (request) => {
      const { id, signer_id } = request.params
      return changeInPerimeter(request, deps, id, (work) => remindSigner(work, id, signer_id))
    },
  )
}
