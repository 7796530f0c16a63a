import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type Static, type TObject, Type } from 'typebox'
import { type StoredFile, storeFile } from '#modules/uploads/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { readParts, repeated } from '#platform/http/bodies/multipart.ts'
import { plainFilename } from '#platform/http/responses/content-disposition.ts'
import { NamedObject } from '#platform/http/validation/schemas.ts'
import { checkAgainst } from '#platform/http/validation/validation.ts'
import { type FieldError, invalidFields, malformed, Problem } from '#platform/problem.ts'
import type { UploadProgress } from './reception.ts'
import { DistributionForm } from './schemas.ts'

export const SpoolForm = NamedObject('SpoolForm', {
  ...DistributionForm.properties,
  source_file: Type.Unsafe<unknown>({
    type: 'string',
    format: 'binary',
    description: 'A ZIP, a PDF or a text, as the distribution type says.',
  }),
})

/** Reads the form of a new spool; its file is streamed into the store. `progress` is notified of each chunk. */
export async function receiveSpool(
  request: FastifyRequest,
  { blobs }: { blobs: Blobs },
  progress: UploadProgress,
): Promise<{ form: DistributionForm; file: StoredFile }> {
  if (!request.isMultipart()) throw malformed('The body must be multipart/form-data.')
  const { fields, files } = await readParts(request, async ({ fieldname, filename, file }) => {
    if (fieldname === 'source_file') return storeSpool(blobs, plainFilename(filename) ?? 'spool', file, progress)
    file.resume()
    return undefined
  })
  const { form, errors } = parseForm(DistributionForm, fields)
  const file = files.source_file
  const message = 'The form is missing the file part source_file.'
  if (!file) errors.push({ field: 'source_file', code: 'required', message })
  if (!file || errors.length > 0) throw invalidFields(errors)
  return { form, file }
}

/** The store calls every file by one name. */
async function storeSpool(
  blobs: Blobs,
  filename: string,
  file: Readable,
  progress: UploadProgress,
): Promise<StoredFile> {
  // Not the end of a watcher: that comes after the verdict of the scan.
  file.once('end', progress.beginStoring)
  try {
    return await storeFile(blobs, filename, file, { watchers: [{ see: progress.see }] })
  } catch (error) {
    if (!(error instanceof Problem) || error.fields.length === 0) throw error
    throw invalidFields(error.fields.map((one) => ({ ...one, field: 'source_file' })))
  } finally {
    progress.endStoring()
  }
}

/** The fields that a form knows, by their names, and what is wrong with them. One that is blank is left out. */
export function parseForm<Schema extends TObject>(
  schema: Schema,
  fields: Record<string, unknown>,
  otherSpellings: ReadonlyMap<string, string> = new Map(),
): { form: Static<Schema>; errors: FieldError[] } {
  const form: Record<string, unknown> = {}
  for (const [spelled, value] of Object.entries(fields)) {
    const name = otherSpellings.get(spelled) ?? spelled
    const isBlank = typeof value === 'string' && value.trim() === ''
    if (!Object.hasOwn(schema.properties, name) || isBlank) continue
    if (Array.isArray(value)) throw repeated(name)
    form[name] ??= value
  }
  return { form: form as Static<Schema>, errors: checkAgainst(schema, form) }
}
