import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { type AuditDetails, employeeSubject } from '#kernel/audit/audit-entry.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { asDownload, type Reading, readingOf } from '#kernel/audit/reading.ts'
import { NUMBER } from '#modules/requests/queries.ts'
import { RequestParams } from '#modules/requests/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { type BlobAnswer, BlobContent } from '#platform/http/responses/send-blob.ts'
import { Text } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { type FileRow, findCommentFile, findFieldFile } from './files.ts'

export const FieldFile = Type.Object({ ...RequestParams.properties, code: Text({ maxLength: 200 }) })
export const CommentFile = Type.Object({
  ...RequestParams.properties,
  comment_id: Text({ maxLength: 200 }),
  number: Text({ maxLength: 200 }),
})
export const Bytes = Type.Unsafe<unknown>({ type: 'string', format: 'binary' })
/** How the answers with a file are described. */
export const FileAnswers = BlobContent('*/*', 'The file.')

type FileDeps = { db: Db; audit: AuditTrail }

/** What was sent for a file field. */
export async function getFieldFile(
  { db, audit }: FileDeps,
  request: FastifyRequest,
  { id, code }: { id: string; code: string },
): Promise<BlobAnswer> {
  const file = NUMBER.test(id) ? await findFieldFile(db, callerOf(request).client, id, code) : undefined
  if (!file) throw notFound('file', code)
  return answerOf(file, readingOf(request, audit), { id, details: { field: code } })
}

/** A file of a comment, by its number from 1 on. */
export async function getCommentFile(
  { db, audit }: FileDeps,
  request: FastifyRequest,
  { id, comment_id, number }: { id: string; comment_id: string; number: string },
  readers = { withInternal: true },
): Promise<BlobAnswer> {
  const areNumbers = [id, comment_id].every((one) => NUMBER.test(one)) && /^[1-9]\d?$/.test(number)
  const place = { id, comment_id, position: Number(number) - 1 }
  const file = areNumbers ? await findCommentFile(db, callerOf(request).client, place, readers) : undefined
  if (!file) throw notFound('file', number)
  return answerOf(file, readingOf(request, audit), { id, details: { comment: comment_id, file: Number(number) } })
}

type Place = { id: string; details: AuditDetails }

function answerOf(file: FileRow, reading: Reading, { id, details }: Place): BlobAnswer {
  const { filename, content_type, size, sha256, employee_technical_id } = file
  const subject = employeeSubject(employee_technical_id)
  const entry = { action: 'file.downloaded' as const, subject, resource: { type: 'request', id }, details }
  const beforeBytes = asDownload(reading, entry)
  return { filename, contentType: content_type, sizeBytes: Number(size), sha256, beforeBytes }
}
