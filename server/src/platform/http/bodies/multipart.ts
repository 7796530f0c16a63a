import fastifyMultipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Http } from '#platform/http/routes.ts'
import { invalid, malformed, Problem } from '#platform/problem.ts'
import { isCleanText } from '#platform/text/text.ts'

/** The parts of a form that were sent before, between and after its files. */
export type FormParts<Stored> = { fields: Record<string, string>; files: Record<string, Stored> }

const MAX_FIELD_BYTES = 1024 * 1024
/** Of all texts of a form together: one as long as it may be, and the others. */
const MAX_TEXT_CHARACTERS = 2 * MAX_FIELD_BYTES
/** Of a form, texts and files together. */
export const MAX_PARTS = 200

/** Lets a scope take multipart bodies of up to `maxFileBytes` a file. */
export async function takeMultipart(scope: Http, { maxFileBytes }: { maxFileBytes: number }): Promise<void> {
  await scope.register(fastifyMultipart, {
    throwFileSizeLimit: true,
    isPartAFile: (_name, contentType, filename) =>
      filename !== undefined || isBinary(contentType) || isJson(contentType),
    limits: { fileSize: maxFileBytes, fieldSize: MAX_FIELD_BYTES, parts: MAX_PARTS },
  })
}

/** The same of a form whose parts may be sent several times, each in the order in which it came. */
export type RepeatedParts<Stored> = { fields: Record<string, string[]>; files: Record<string, Stored[]> }

type Store<Stored> = (file: MultipartFile) => Promise<Stored>
type SeeField = (name: string, text: string) => void

const isBinary = (contentType: string | undefined) => contentType === 'application/octet-stream'
/** A text that says so is taken as it is sent; as a field it would be parsed by the reader of forms. */
const isJson = (contentType: string | undefined) => /^application\/json\b/i.test(contentType ?? '')

/**
 * Reads a multipart body as it arrives, each part once. `store` takes each file as a stream; no file is held in memory.
 * `seeField` may refuse a field before the files behind it are read.
 */
export async function readParts<Stored>(
  request: FastifyRequest,
  store: Store<Stored>,
  seeField: SeeField = () => {},
): Promise<FormParts<Stored>> {
  const seen = new Set<string>()
  const seeOnce = (name: string) => {
    if (seen.has(name)) throw repeated(name)
    seen.add(name)
  }
  const { fields, files } = await readRepeatedParts(
    request,
    async (part) => {
      seeOnce(part.fieldname)
      return store(part)
    },
    (name, text) => {
      seeOnce(name)
      seeField(name, text)
    },
  )
  return { fields: firstOfEach(fields), files: firstOfEach(files) }
}

export function repeated(field: string): Problem {
  return invalid(field, 'repeated', 'This field must be sent only once.')
}

function firstOfEach<Value>(lists: Record<string, Value[]>): Record<string, Value> {
  const firsts: Record<string, Value> = Object.create(null)
  for (const [name, [first]] of Object.entries(lists)) firsts[name] = first as Value
  return firsts
}

/** Like readParts, with every part as often as it is sent. */
export async function readRepeatedParts<Stored>(
  request: FastifyRequest,
  store: Store<Stored>,
  seeField: SeeField = () => {},
): Promise<RepeatedParts<Stored>> {
  if (!request.isMultipart()) throw malformed('The body must be multipart/form-data.')
  const parts: RepeatedParts<Stored> = { fields: Object.create(null), files: Object.create(null) }
  let textCharacters = 0
  request.idempotent?.digest.observe(request.raw)
  try {
    for await (const part of request.parts()) {
      const { fieldname: name } = part
      if (name === undefined) throw malformed('A part of the form is missing its name.')
      if (part.type === 'file' && !isText(part)) {
        append(parts.files, name, await storeWhole(part, store))
      } else {
        const text = await readText(part)
        textCharacters += text.length
        if (textCharacters > MAX_TEXT_CHARACTERS) throw textsTooLarge()
        request.heldBody?.take(text.length)
        seeField(name, text)
        append(parts.fields, name, text)
      }
    }
  } catch (error) {
    throw asProblem(error)
  }
  return parts
}

function append<Value>(lists: Record<string, Value[]>, name: string, value: Value): void {
  lists[name] = [...(lists[name] ?? []), value]
}

function isText({ filename, mimetype }: MultipartFile): boolean {
  return filename === undefined && isJson(mimetype)
}

async function readText(part: Multipart): Promise<string> {
  return part.type === 'file' ? textOf(part) : fieldText(part.fieldname, part.value, part.valueTruncated)
}

/** The text of a field that was sent as a file part. */
export async function textOf({ fieldname, file }: MultipartFile): Promise<string> {
  const parts: Buffer[] = []
  let sizeBytes = 0
  for await (const part of file) {
    sizeBytes += part.byteLength
    if (sizeBytes > MAX_FIELD_BYTES) return fieldText(fieldname, '', true)
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

export function fileTooLarge(): Problem {
  return new Problem('too_large', 'file_too_large', 'The file is too large.')
}

function textsTooLarge(): Problem {
  return new Problem('too_large', 'payload_too_large', 'The text fields of the form are too large in total.')
}

function tooManyParts(): Problem {
  return new Problem('too_large', 'payload_too_large', `The form has more than ${MAX_PARTS} parts.`)
}

function fieldText(name: string, value: unknown, isTruncated: boolean): string {
  if (isTruncated) throw new Problem('too_large', 'payload_too_large', `The field ${name} is too large.`)
  const text = String(value)
  // Bytes that are no UTF-8 were replaced by U+FFFD when the part was read.
  if (!isCleanText(text) || text.includes('\uFFFD')) {
    throw invalid(name, 'invalid_text', 'This contains characters that cannot be stored.')
  }
  return text
}

/** Everything that the parser of multipart bodies throws is about the body, except the files' own storage. */
function asProblem(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (statusCode === 413) return code === 'FST_REQ_FILE_TOO_LARGE' ? fileTooLarge() : tooManyParts()
  // The caller closed the connection: no response can reach it, and the service did not fail.
  if (code === 'ECONNRESET') return malformed('The body ended before it was complete.')
  const isParserError = code?.startsWith('FST_') || /multipart|unexpected end|malformed|boundary/i.test(error.message)
  return isParserError ? malformed('The multipart body is malformed.') : error
}
