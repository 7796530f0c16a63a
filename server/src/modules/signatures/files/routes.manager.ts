import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import type { Work } from '#kernel/work.ts'
import { getDocumentForManager } from '#modules/documents/index.ts'
import { SignatureUpload } from '#modules/signatures/signing/schemas.ts'
import type { SignerDeps } from '#modules/signatures/signing/signer-routes.ts'
import { createUpload, type StoredFile, storeFile } from '#modules/uploads/index.ts'
import { takeFiles, unchecked } from '#platform/http/bodies/file-body.ts'
import { readParts } from '#platform/http/bodies/multipart.ts'
import { plainFilename } from '#platform/http/responses/content-disposition.ts'
import type { Http } from '#platform/http/routes.ts'
import { invalid } from '#platform/problem.ts'
import { describeDocument } from './describe-document.ts'

const write = forManagers('signatures:write')

/** Documents that managers are about to have signed: their own files, or what is in a folder. */
export function mountManagerUploads(portal: Http, deps: SignerDeps & { maxFileBytes: number }): void {
  takeFiles(portal, deps, (scope) => {
    scope.post(
      '/manager/signature_uploads',
      {
        ...unchecked,
        config: write,
        schema: {
          operationId: 'createSignatureUpload',
          summary: 'Send a PDF that is to be signed',
          consumes: ['multipart/form-data'],
          body: Type.Object({ file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) }),
          response: { 201: SignatureUpload },
        },
      },
      async (request, reply) => {
        const { files } = await readParts(request, async ({ filename, file }) => {
          const name = plainFilename(filename)
          if (name === undefined) throw invalid('file', 'invalid', 'A file name must have 1 to 255 characters.')
          return storeFile(deps.blobs, name, file)
        })
        const { file } = files
        if (!file) throw invalid('file', 'required', 'The form is missing a file.')
        return reply.code(201).send(await createSignatureUpload(deps, (operation) => request.work(operation), file))
      },
    )
  })

  portal.post(
    '/manager/signature_uploads/copies',
    {
      config: write,
      schema: {
        operationId: 'copyDocumentToSign',
        summary: 'Take a document of a folder to have it signed; the document stays as it is',
        body: Type.Object({ document_id: Type.String({ maxLength: 100 }) }),
        response: { 201: SignatureUpload },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { technical_id } = personOf(request)
      const { row } = await getDocumentForManager(deps.db, client, technical_id, request.body.document_id)
      const { filename, content_type, size, sha256 } = row
      const file = { filename, content_type, sizeBytes: Number(size), sha256 }
      return reply.code(201).send(await createSignatureUpload(deps, (operation) => request.work(operation), file))
    },
  )
}

type Do = <T>(operation: (work: Work) => Promise<T>) => Promise<T>

/** Keeps a file that can be signed for a day, under an id by which a process is made from it. */
async function createSignatureUpload(deps: SignerDeps, doWork: Do, file: StoredFile) {
  const { filename, content_type, sizeBytes, sha256 } = file
  const { page_count } = await describeDocument(deps, { filename, content_type, size: String(sizeBytes), sha256 })
  const { id } = await doWork((work) => createUpload(work, deps.blobs, file))
  return { upload_id: id, filename, size: sizeBytes, page_count }
}
