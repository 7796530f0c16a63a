import { Type } from 'typebox'
import type { Client } from '#kernel/work.ts'
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

/** What was sent for a file field. */
export async function getFieldFile(db: Db, client: Client, id: string, code: string): Promise<BlobAnswer> {
  return answerOf(NUMBER.test(id) ? await findFieldFile(db, client, id, code) : undefined, code)
}

/** A file of a comment, by its number from 1 on. */
export async function getCommentFile(
  db: Db,
  client: Client,
  { id, comment_id, number }: { id: string; comment_id: string; number: string },
  readers = { withInternal: true },
): Promise<BlobAnswer> {
  const areNumbers = [id, comment_id].every((one) => NUMBER.test(one)) && /^[1-9]\d?$/.test(number)
  const place = { id, comment_id, position: Number(number) - 1 }
  return answerOf(areNumbers ? await findCommentFile(db, client, place, readers) : undefined, number)
}

function answerOf(file: FileRow | undefined, name: string): BlobAnswer {
  if (!file) throw notFound('file', name)
  const { filename, content_type, size, sha256 } = file
  return { filename, contentType: content_type, sizeBytes: Number(size), sha256 }
}
