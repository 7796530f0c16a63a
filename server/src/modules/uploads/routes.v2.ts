import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { accessTo } from '#kernel/resources/resource-routes.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { takeFiles, unchecked } from '#platform/http/bodies/file-body.ts'
import { readParts } from '#platform/http/bodies/multipart.ts'
import { filenameIn, plainFilename } from '#platform/http/responses/content-disposition.ts'
import type { Routes } from '#platform/http/routes.ts'
import { NamedObject } from '#platform/http/validation/schemas.ts'
import { invalid, malformed } from '#platform/problem.ts'
import { createUpload } from './create-upload.ts'
import { presentUpload } from './present.ts'
import { Upload } from './schemas.ts'
import { type StoredFile, storeFile } from './store-file.ts'

export type UploadDeps = { blobs: Blobs; maxFileBytes: number }

const Binary = Type.Unsafe<unknown>({ type: 'string', format: 'binary' })
const Form = NamedObject('UploadForm', { file: Binary })

export function uploadRoutes(deps: UploadDeps): Routes {
  return (v2) =>
    takeFiles(v2, deps, (scope) => {
      scope.post(
        '/uploads',
        {
          ...unchecked,
          config: accessTo('uploads').write,
          schema: {
            operationId: 'createUpload',
            summary: 'Upload a file for use in a later call',
            description:
              'The part `file` of a multipart form, or the file as the body, with `Content-Disposition: attachment; filename="…"`.',
            body: {
              content: { 'multipart/form-data': { schema: Form }, 'application/octet-stream': { schema: Binary } },
            },
            response: { 201: Upload },
          },
        },
        async (request, reply) => {
          const file = await receiveFile(request, deps)
          const upload = await request.work((work) => createUpload(work, deps.blobs, file))
          return reply.code(201).send(presentUpload(upload))
        },
      )
    })
}

async function receiveFile(request: FastifyRequest, { blobs, maxFileBytes }: UploadDeps): Promise<StoredFile> {
  if (!request.isMultipart()) {
    const filename = filenameIn(request.headers['content-disposition'])
    if (filename === undefined) {
      throw malformed('Send a form with the part file, or a body with Content-Disposition: attachment; filename="…".')
    }
    const body = request.body as Readable | undefined
    if (!body) throw malformed('The body is missing.')
    return storeFile(blobs, usable(filename), body, { maxBytes: maxFileBytes })
  }
  const { files } = await readParts(request, async ({ fieldname, filename, file }) => {
    if (fieldname === 'file') return storeFile(blobs, usable(filename), file)
    file.resume()
    return undefined
  })
  if (!files.file) throw invalid('file', 'required', 'The form is missing the file part file.')
  return files.file
}

function usable(filename: string): string {
  const plain = plainFilename(filename)
  if (plain === undefined) throw invalid('filename', 'invalid', 'A file name must have 1 to 255 characters.')
  return plain
}
