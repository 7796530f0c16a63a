import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { checkAgainst } from '#platform/http/validation/validation.ts'
import { invalid, invalidFields } from '#platform/problem.ts'
import { parseJsonText } from './json-shape.ts'
import { readParts, textOf } from './multipart.ts'

type Reader<Data, File> = {
  parseData: (text: string) => Data
  /** `data` is undefined when the file comes first. */
  storeFile: (part: MultipartFile, data: Data | undefined) => Promise<File>
}

/**
 * Reads a form with a part `data`, which is JSON, and a part `file`. Data that comes before the file is parsed before the
 * file is read: a form that is refused stores nothing.
 */
export async function readDataAndFile<Data, File>(
  request: FastifyRequest,
  { parseData, storeFile }: Reader<Data, File>,
): Promise<{ data: Data | undefined; file: File | undefined }> {
  let data: Data | undefined
  const { files } = await readParts(
    request,
    async (part) => {
      if (part.fieldname === 'file') return storeFile(part, data)
      // Some HTTP libraries send the data as a file.
      if (part.fieldname === 'data') data = parseData(await textOf(part))
      else part.file.resume()
      return undefined
    },
    (name, text) => {
      if (name === 'data') data = parseData(text)
    },
  )
  return { data, file: files.file }
}

/** Parses the part `data` against a schema; mistakes are refused by the names of their fields. */
export function parseDataPart<Data>(text: string, schema: object): Data {
  let data: unknown
  try {
    data = parseJsonText(text)
  } catch {
    throw invalid('data', 'invalid', 'The part data must be valid JSON.')
  }
  const errors = checkAgainst(schema, data)
  if (errors.length > 0) throw invalidFields(errors.map((one) => ({ ...one, field: one.field || 'data' })))
  return data as Data
}
