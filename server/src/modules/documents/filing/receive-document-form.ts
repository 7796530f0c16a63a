import type { FastifyRequest } from 'fastify'
import { parseDataPart, readDataAndFile } from '#platform/http/bodies/data-and-file.ts'
import { plainFilename } from '#platform/http/responses/content-disposition.ts'
import { invalid } from '#platform/problem.ts'
import type { DocumentFile } from './create-document.ts'
import { type FileDeps, receiveFile } from './receive-file.ts'

/** Runs before a file is stored; throws if the data says that it cannot be filed anyway. */
type CheckBeforeFile<Data> = (data: Data | undefined) => Promise<void>

/** Reads a form of the portal with the part `data` and the document in the part `file`. */
export async function receiveDocumentForm<Data>(
  request: FastifyRequest,
  deps: FileDeps,
  schema: object,
  checkBeforeFile: CheckBeforeFile<Data> = async () => {},
): Promise<{ data: Data; file: DocumentFile }> {
  const { data, file } = await readDataAndFile<Data, DocumentFile>(request, {
    parseData: (text) => parseDataPart(text, schema),
    storeFile: async (part, dataSoFar) => {
      await checkBeforeFile(dataSoFar)
      const name = plainFilename(part.filename)
      if (name === undefined) throw invalid('file', 'invalid', 'The file name must have 1 to 255 characters.')
      return receiveFile(deps, name, part.file)
    },
  })
  if (data === undefined) throw invalid('data', 'required', 'The part data is missing.')
  if (!file) throw invalid('file', 'required', 'The part file is missing.')
  return { data, file }
}
