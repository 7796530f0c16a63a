import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '#kernel/access/caller.ts'
import { findForm } from '#modules/requests/forms/queries.ts'
import { NewComment } from '#modules/requests/schemas.ts'
import { type StoredFile, storeFile } from '#modules/uploads/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Db } from '#platform/db/db.ts'
import { readRepeatedParts } from '#platform/http/bodies/multipart.ts'
import { plainFilename } from '#platform/http/responses/content-disposition.ts'
import { checkAgainst } from '#platform/http/validation/validation.ts'
import { type FieldError, invalidFields, malformed } from '#platform/problem.ts'
import { filesIn, NO_FILE, parseFlag, type SentFile, type Submitted } from './parse-answers.ts'

type Deps = { db: Db; blobs: Blobs }

/** Reads a new request as it arrives. Of its files only those that the form asks for are stored, where it is known yet. */
export async function receiveRequest(request: FastifyRequest, { db, blobs }: Deps): Promise<Submitted> {
  const { client } = callerOf(request)
  let formCode: string | undefined
  let form: ReturnType<typeof findForm> | undefined
  return readRepeatedParts(
    request,
    async (part) => {
      if (formCode !== undefined) form ??= findForm(db, client, formCode)
      const fields = (await form)?.content.fields
      const isWanted = !fields || fields.some(({ code, type }) => code === part.fieldname && type === 'file')
      return isWanted ? keep(part, blobs) : skip(part)
    },
    (name, text) => {
      if (name === 'form_code') formCode ??= text
    },
  )
}

async function store({ filename, file }: MultipartFile, blobs: Blobs): Promise<StoredFile> {
  return storeFile(blobs, plainFilename(filename) ?? 'file', file)
}

async function keep(part: MultipartFile, blobs: Blobs): Promise<SentFile> {
  const stored = await store(part, blobs)
  return { sizeBytes: stored.sizeBytes, stored }
}

async function skip({ file }: MultipartFile): Promise<SentFile> {
  let sizeBytes = 0
  for await (const bytes of file) sizeBytes += bytes.byteLength
  return { sizeBytes, stored: undefined }
}

/** How many files a comment may come with. */
export const MAX_FILES = 20

/** Reads a comment: JSON, or a form with files in its parts `files`. */
export async function receiveComment(
  request: FastifyRequest,
  { blobs }: Pick<Deps, 'blobs'>,
): Promise<{ input: NewComment; files: StoredFile[] }> {
  if (!request.isMultipart()) return { input: expectComment(request.body, []), files: [] }
  const { fields, files } = await readRepeatedParts(request, async (part) =>
    part.fieldname === 'files' ? keep(part, blobs) : skip(part),
  )
  const kept = filesIn({ fields, files }, 'files').flatMap(({ stored }) => stored ?? [])
  const repeats = Object.entries(fields).filter(
    ([name, texts]) => Object.hasOwn(NewComment.properties, name) && texts.length > 1,
  )
  const errors = [
    ...repeats.map(([field]) => ({ field, code: 'repeated', message: 'This field must be sent only once.' })),
    ...Object.keys(NewComment.properties).flatMap((field) =>
      filesIn({ fields, files }, field).length > 0 ? [{ field, ...NO_FILE }] : [],
    ),
    ...(kept.length > MAX_FILES
      ? [{ field: 'files', code: 'too_long', message: `A comment can have at most ${MAX_FILES} files.` }]
      : []),
  ]
  const given = Object.fromEntries(
    Object.entries(fields).flatMap(([name, [text = '']]) =>
      text === '' ? [] : [[name, name === 'internal' ? (parseFlag(text) ?? text) : text]],
    ),
  )
  return { input: expectComment(given, errors), files: kept }
}

function expectComment(content: unknown, errors: FieldError[]): NewComment {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw malformed('The body must be a JSON object.')
  }
  const mistakes = [...errors, ...checkAgainst(NewComment, content)]
  if (mistakes.length > 0) throw invalidFields(mistakes)
  return content as NewComment
}
