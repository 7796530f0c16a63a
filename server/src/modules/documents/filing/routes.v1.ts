import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { UploadData } from '#modules/documents/schemas.ts'
import { readDataAndFile } from '#platform/http/bodies/data-and-file.ts'
import { takeFiles, unchecked } from '#platform/http/bodies/file-body.ts'
import { plainFilename } from '#platform/http/responses/content-disposition.ts'
import type { Routes } from '#platform/http/routes.ts'
import { NamedObject } from '#platform/http/validation/schemas.ts'
import { Problem } from '#platform/problem.ts'
import { createDocument, type DocumentFile } from './create-document.ts'
import { ERROR_NUMBER } from './error-numbers.ts'
import { numberedRefusal, parseUploadData, refusal } from './parse-upload-data.ts'
import { type FileDeps, receiveFile } from './receive-file.ts'

export type EnterpriseDeps = FileDeps & { maxFileBytes: number; publicUrl: string }

/** Spec, Versioning: deprecated in July 2021, retired in July 2022. */
const DEPRECATION = { since: new Date('2021-07-01T00:00:00Z'), sunset: new Date('2022-07-01T00:00:00Z') }

const Form = NamedObject('DocumentUploadForm', {
  file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
  data: UploadData,
})

export function enterpriseDocumentRoutes(deps: EnterpriseDeps): Routes {
  return (v1) =>
    takeFiles(v1, deps, (scope) => {
      scope.post(
        '/enterprise/documents',
        {
          ...unchecked,
          config: {
            allow: ['api_key'],
            refuses: ['conflict'],
            deprecation: DEPRECATION,
            replacedBy: ['/api/v2/client/employee_documents', '/api/v2/client/company_documents'],
          },
          schema: {
            operationId: 'uploadEnterpriseDocument',
            summary: 'Upload an employee document or a company document',
            description:
              'The part `data` is JSON, before or after the part `file`. The kind of the document type decides of which kind the document is. Deprecated: use `POST /api/v2/client/employee_documents` or `company_documents`.',
            consumes: ['multipart/form-data'],
            body: Form,
            response: { 201: Type.Object({ id: Type.String({ format: 'uuid' }) }) },
          },
        },
        async (request, reply) => {
          const { data, file } = await receiveForm(request, deps)
          const options = { blobs: deps.blobs, origin: 'api', fileField: 'file' } as const
          const { id } = await request
            .work((work) => createDocument(work, data, file, options))
            .catch((error: unknown) => {
              throw error instanceof Problem && error.kind === 'invalid' ? numberedRefusal(error.fields, data) : error
            })
          return reply.code(201).send({ id })
        },
      )
    })
}

async function receiveForm(
  request: FastifyRequest,
  deps: EnterpriseDeps,
): Promise<{ data: UploadData; file: DocumentFile }> {
  const { data, file } = await readDataAndFile(request, {
    parseData: parseUploadData,
    storeFile: (part) => storePart(part, deps),
  })
  if (!data) throw refusal(ERROR_NUMBER.missing, 'The part data is missing.')
  if (!file) throw refusal(ERROR_NUMBER.missing, 'The part file is missing.')
  return { data, file }
}

/** Spec: whatever keeps a file from being stored is an error of the archiving system. */
async function storePart({ filename, file }: MultipartFile, deps: FileDeps): Promise<DocumentFile> {
  const name = plainFilename(filename)
  if (name === undefined) throw refusal(ERROR_NUMBER.incorrect, 'A file name must have 1 to 255 characters.')
  try {
    return await receiveFile(deps, name, file)
  } catch (error) {
    if (!(error instanceof Problem) || (error.kind !== 'unavailable' && error.kind !== 'invalid')) throw error
    throw refusal(ERROR_NUMBER.notStored, error.fields[0]?.message ?? error.message, [], error.cause)
  }
}
