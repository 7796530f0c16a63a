import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { DocumentFile } from '#modules/documents/filing/create-document.ts'
import { type FileDeps, receiveFile } from '#modules/documents/filing/receive-file.ts'
import { parseJsonText } from '#platform/http/bodies/json-shape.ts'
import { readParts, textOf } from '#platform/http/bodies/multipart.ts'
import { plainFilename } from '#platform/http/responses/content-disposition.ts'
import { checkAgainst } from '#platform/http/validation/validation.ts'
import { invalid, invalidFields } from '#platform/problem.ts'

/**
 * Reads a form with a part `file` and a part `data`, which is JSON. Data that comes before the file is read before it: what
 * is refused anyway is not stored.
 */
export async function receiveUpload<Data>(
  request: FastifyRequest,
  deps: FileDeps,
  schema: object,
): Promise<{ data: Data; file: DocumentFile }> {
  let data: Data | undefined
  const { files } = await readParts(
    request,
    async (part) => {
      if (part.fieldname === 'file') return storePart(part, deps)
      if (part.fieldname === 'data') data = parseData(await textOf(part), schema)
      else part.file.resume()
      return undefined
    },
    (name, text) => {
      if (name === 'data') data = parseData(text, schema)
    },
  )
  if (data === undefined) throw invalid('data', 'required', 'The form has no part data.')
  if (!files.file) throw invalid('file', 'required', 'The form has no file.')
  return { data, file: files.file }
}

function parseData<Data>(text: string, schema: object): Data {
  let data: unknown
  try {
    data = parseJsonText(text)
  } catch {
    throw invalid('data', 'invalid', 'The part data is no JSON.')
  }
  const errors = checkAgainst(schema, data)
  if (errors.length > 0)
    throw invalidFields(errors.map((one) => ({ ...one, field: one.field === '' ? 'data' : one.field })))
  return data as Data
}

function storePart({ filename, file }: MultipartFile, deps: FileDeps): Promise<DocumentFile> {
  const name = plainFilename(filename)
  if (name === undefined) throw invalid('file', 'invalid', 'A file name has 1 to 255 characters.')
  return receiveFile(deps, name, file)
}
