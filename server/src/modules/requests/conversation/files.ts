import type { Client, Work } from '#kernel/work.ts'
import { requestUri } from '#modules/requests/present.ts'
import type { StoredFile } from '#modules/uploads/index.ts'
import { blobNames } from '#platform/blobs/blob-names.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { blobLockName, expectBlob } from '#platform/blobs/lock-blob.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { takeSharedLocks } from '#platform/db/locks/advisory-lock.ts'
import { lookup } from '#platform/db/statement.ts'
import { uuidv7 } from '#platform/uuid.ts'

/** A file on its way into its table. */
export type NewFile = {
  id: string
  field_code: string | null
  position: number
  filename: string
  content_type: string
  size: number
  sha256: string
}

/** Files as they are stored; `fieldCode` is null for those of a comment. */
export function newFiles(
  { now, nextPosition }: Work,
  files: [fieldCode: string | null, file: StoredFile][],
): NewFile[] {
  return files.map(([field_code, { filename, content_type, sizeBytes, sha256 }], position) => ({
    id: uuidv7(now, nextPosition + position),
    field_code,
    position,
    filename,
    content_type,
    size: sizeBytes,
    sha256,
  }))
}

/** The bytes of these files stay until the transaction ends, and longer if it names them. */
export async function holdFiles(tx: Tx, blobs: Blobs, files: readonly StoredFile[]): Promise<void> {
  if (files.length === 0) return
  await takeSharedLocks(
    tx,
    files.map((file) => blobLockName(file.sha256)),
  )
  await Promise.all(files.map((file) => expectBlob(blobs, file.sha256)))
}

export const fieldFileUri = (requestId: string, fieldCode: string) =>
  `${requestUri(requestId)}files/${encodeURIComponent(fieldCode)}/`
export const commentFileUri = (requestId: string, commentId: string, position: number) =>
  `${requestUri(requestId)}comments/${commentId}/files/${position + 1}/`

/** What is needed to hand a file out. */
export type FileRow = {
  filename: string
  content_type: string
  size: string
  sha256: string
  employee_technical_id: string | null
}

const COLUMNS = `file.filename, file.content_type, file.size, file.sha256, (
  SELECT employee.technical_id FROM requests request
  JOIN employees employee ON employee.client_id = $client_id AND employee.key = request.employee_key
  WHERE request.client_id = $client_id AND request.id = file.request_id) AS employee_technical_id`
const ofField = lookup<FileRow, { client_id: string; request_id: string; field_code: string }>(`
  SELECT ${COLUMNS} FROM request_files file
  WHERE client_id = $client_id AND request_id = $request_id AND field_code = $field_code`)
const ofComment = lookup<
  FileRow,
  { client_id: string; request_id: string; comment_id: string; position: number; with_internal: boolean }
>(`
  SELECT ${COLUMNS} FROM request_files file
  WHERE client_id = $client_id AND request_id = $request_id AND comment_id = $comment_id AND position = $position
    AND ($with_internal::boolean OR EXISTS (SELECT FROM request_comments comment WHERE comment.client_id = $client_id
      AND comment.request_id = file.request_id AND comment.id = file.comment_id AND NOT comment.internal))`)

export async function findFieldFile(db: Db, client: Client, requestId: string, code: string) {
  return (await ofField(db, { client_id: client.id, request_id: requestId, field_code: code }))[0]
}

/** Files of internal comments are for managers only. */
export async function findCommentFile(
  db: Db,
  client: Client,
  { id, comment_id, position }: { id: string; comment_id: string; position: number },
  { withInternal }: { withInternal: boolean },
) {
  return (
    await ofComment(db, { client_id: client.id, request_id: id, comment_id, position, with_internal: withInternal })
  )[0]
}

export const requestFileBlobs = blobNames('request_files', 'request file')
