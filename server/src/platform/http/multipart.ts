import fastifyMultipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { invalid, malformed, Problem } from '#platform/problem.ts'
import { isCleanText } from '#platform/text.ts'
import type { Http } from './routes.ts'

/** The parts of a form that were sent before, between and after its files. */
export type FormParts<Stored> = { fields: Record<string, string>; files: Record<string, Stored> }

const MOST_FIELD_BYTES = 1024 * 1024
const MOST_PARTS = 200

/** Lets a scope take multipart bodies of up to `maxFileBytes` a file. */
export async function takeMultipart(scope: Http, { maxFileBytes }: { maxFileBytes: number }): Promise<void> {
  await scope.register(fastifyMultipart, {
    throwFileSizeLimit: true,
    limits: { fileSize: maxFileBytes, fieldSize: MOST_FIELD_BYTES, parts: MOST_PARTS },
  })
}

/**
 * Reads a multipart body as it arrives. `store` takes each file as a stream; no file is held in memory. `seeField` may
 * refuse a field before the files behind it are read.
 */
export async function readParts<Stored>(
  request: FastifyRequest,
  store: (file: MultipartFile) => Promise<Stored>,
  seeField: (name: string, text: string) => void = () => {},
): Promise<FormParts<Stored>> {
  if (!request.isMultipart()) throw malformed('The body must be multipart/form-data.')
  const parts: FormParts<Stored> = { fields: Object.create(null), files: Object.create(null) }
  try {
    for await (const part of request.parts()) {
      if (part.fieldname === undefined) throw malformed('A part of the form has no name.')
      const isRepeated = part.fieldname in parts.fields || part.fieldname in parts.files
      if (isRepeated) throw invalid(part.fieldname, 'repeated', 'This field may be sent once only.')
      if (part.type === 'file') parts.files[part.fieldname] = await storeWhole(part, store)
      else {
        const text = fieldText(part.fieldname, part.value, part.valueTruncated)
        parts.fields[part.fieldname] = text
        seeField(part.fieldname, text)
      }
    }
  } catch (error) {
    throw asProblem(error)
  }
  return parts
}

/** The text of a part that was sent as a file, and is none. */
export async function textOf({ fieldname, file }: MultipartFile): Promise<string> {
  const parts: Buffer[] = []
  let sizeBytes = 0
  for await (const part of file) {
    sizeBytes += part.byteLength
    if (sizeBytes > MOST_FIELD_BYTES) return fieldText(fieldname, '', true)
    parts.push(part)
  }
  return fieldText(fieldname, Buffer.concat(parts).toString('utf8'), false)
}

/** A file that was cut off at the limit is refused, whatever its store made of it. */
async function storeWhole<Stored>(
  part: MultipartFile,
  store: (file: MultipartFile) => Promise<Stored>,
): Promise<Stored> {
  // Whatever a store has kept of it by then is not the file.
  part.file.once('limit', () => part.file.destroy(fileTooLarge()))
  const stored = await store(part).catch((error: unknown) => {
    throw part.file.truncated ? fileTooLarge() : error
  })
  if (part.file.truncated) throw fileTooLarge()
  return stored
}

function fileTooLarge(): Problem {
  return new Problem('too_large', 'file_too_large', 'The file is too large.')
}

function fieldText(name: string, value: unknown, isTruncated: boolean): string {
  if (isTruncated) throw new Problem('too_large', 'payload_too_large', `The field ${name} is too large.`)
  const text = String(value)
  // Bytes that are no UTF-8 were replaced by U+FFFD when the part was read.
  if (!isCleanText(text) || text.includes('\uFFFD')) {
    throw invalid(name, 'invalid_text', 'This holds characters that cannot be stored.')
  }
  return text
}

/** Everything that the parser of multipart bodies throws is about the body, except the files' own storage. */
function asProblem(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (statusCode === 413) return fileTooLarge()
  // The caller hung up; there is nobody left to answer, and nothing of ours that failed.
  if (code === 'ECONNRESET') return malformed('The body ended before it was complete.')
  const isParserError = code?.startsWith('FST_') || /multipart|unexpected end|malformed|boundary/i.test(error.message)
  return isParserError ? malformed('The multipart body is broken.') : error
}
