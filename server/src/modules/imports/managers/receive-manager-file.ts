import type { FastifyRequest } from 'fastify'
import { type StoredFile, storeFile } from '#modules/uploads/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { readParts } from '#platform/http/bodies/multipart.ts'
import { plainFilename } from '#platform/http/responses/content-disposition.ts'
import { malformed, Problem } from '#platform/problem.ts'
import { checkManagerFile } from './submit-manager-import.ts'

/** A file of managers is read as a whole. This is enough for some 200,000 profiles. */
export const MAX_MANAGER_BYTES = 20 * 1024 * 1024

/** Stores the file of a form in which managers are sent, and refuses what is not such a file. */
export async function receiveManagerFile(request: FastifyRequest, blobs: Blobs): Promise<StoredFile> {
  if (!request.isMultipart()) throw malformed('The body must be multipart/form-data.')
  const { files } = await readParts(request, async ({ fieldname, filename, file }) => {
    if (fieldname === 'input_file') return storeFile(blobs, plainFilename(filename) ?? 'managers.csv', file)
    file.resume()
    return undefined
  })
  const file = files.input_file
  if (!file) throw new Problem('malformed', 'missing_part', 'The form is missing the file part input_file.')
  await checkManagerFile(blobs, file.sha256)
  return file
}
