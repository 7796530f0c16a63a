import type { FastifyRequest } from 'fastify'
import { forManagers } from '#kernel/access/session-person.ts'
import { ManagerFilingData, ManagerFilingForm } from '#modules/documents/manager-schemas.ts'
import { type ManagerDocumentDeps, managerOf } from '#modules/documents/routes.manager.ts'
import { Document } from '#modules/documents/schemas.ts'
import { takeFiles, unchecked } from '#platform/http/bodies/file-body.ts'
import { parseJsonText } from '#platform/http/bodies/json-shape.ts'
import { readParts } from '#platform/http/bodies/multipart.ts'
import { callerOf } from '#platform/http/caller.ts'
import { plainFilename } from '#platform/http/responses/content-disposition.ts'
import type { Routes } from '#platform/http/routes.ts'
import { checkAgainst } from '#platform/http/validation/validation.ts'
import { invalid, invalidFields } from '#platform/problem.ts'
import type { DocumentFile } from './create-document.ts'
import { checkFilingForManager, fileDocumentForManager } from './file-document-for-manager.ts'
import { receiveFile } from './receive-file.ts'

export type ManagerFilingDeps = ManagerDocumentDeps & { maxFileBytes: number }

/** Managers file documents, one file at a time. */
export function managerFilingRoutes(deps: ManagerFilingDeps): Routes {
  return (portal) =>
    takeFiles(portal, deps, (scope) => {
      scope.post(
        '/manager/documents',
        {
          ...unchecked,
          config: forManagers(),
          schema: {
            operationId: 'fileManagedDocument',
            summary: 'File a document of an employee or of organizations',
            description: 'The part `data` is JSON and comes before the part `file`.',
            consumes: ['multipart/form-data'],
            body: ManagerFilingForm,
            response: { 201: Document },
          },
        },
        async (request, reply) => {
          const { data, file } = await receiveForm(request, deps)
          const filed = await request.work((work) => fileDocumentForManager(work, managerOf(request), data, file, deps))
          return reply.code(201).send(filed)
        },
      )
    })
}

/** Nothing is stored of a file that could not be filed where it is to go. */
async function receiveForm(
  request: FastifyRequest,
  deps: ManagerFilingDeps,
): Promise<{ data: ManagerFilingData; file: DocumentFile }> {
  let data: ManagerFilingData | undefined
  const { files } = await readParts(
    request,
    async (part) => {
      if (!data) throw invalid('data', 'required', 'The part data comes before the file.')
      const name = plainFilename(part.filename)
      if (name === undefined) throw invalid('file', 'invalid', 'A file name has 1 to 255 characters.')
      await checkFilingForManager(deps.db, callerOf(request).client, managerOf(request), data)
      return receiveFile(deps, name, part.file)
    },
    (name, value) => {
      if (name === 'data') data = parseData(value)
    },
  )
  if (!data) throw invalid('data', 'required', 'The form has no part data.')
  if (!files.file) throw invalid('file', 'required', 'The form has no file.')
  return { data, file: files.file }
}

function parseData(text: string): ManagerFilingData {
  let data: unknown
  try {
    data = parseJsonText(text)
  } catch {
    throw invalid('data', 'invalid', 'This is no JSON.')
  }
  const errors = checkAgainst(ManagerFilingData, data)
  if (errors.some(({ field }) => field === '')) throw invalid('data', 'wrong_type', 'This must be a JSON object.')
  if (errors.length > 0) throw invalidFields(errors)
  return data as ManagerFilingData
}
