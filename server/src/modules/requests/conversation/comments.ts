import type { Client, Work } from '#kernel/work.ts'
import { employeeSql, type Person, personSql } from '#modules/directory/index.ts'
import { emitRequestEvent } from '#modules/requests/emit-request-event.ts'
import { requestCommented } from '#modules/requests/events.ts'
import { mailAboutComment } from '#modules/requests/mail/notify.ts'
import { lockRequest, touchRequest } from '#modules/requests/queries.ts'
import { type ActorKind, findRequestActor, type RequestActor, unknownActor } from '#modules/requests/request-actor.ts'
import type { Comment, NewComment } from '#modules/requests/schemas.ts'
import type { RequestDeps } from '#modules/requests/submission/create-request.ts'
import type { StoredFile } from '#modules/uploads/index.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { type FieldError, invalidFields, notFound } from '#platform/problem.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { commentFileUri, holdFiles, type NewFile, newFiles } from './files.ts'
import { recordHistory } from './history.ts'

type FileOfComment = Pick<NewFile, 'position' | 'filename' | 'content_type' | 'size'>
type CommentRow = {
  id: string
  request_id: string
  body: string
  internal: boolean
  author: Person | null
  files: FileOfComment[]
  created_at: Date
}

/** A comment as the portal shows it: it tells the two sides apart. */
export type MessageRow = CommentRow & { by_employee: boolean; total: string }

const insert = statement<
  { id: string },
  {
    client_id: string
    request_id: string
    body: string
    internal: boolean
    user_key: string | null
    employee_key: string | null
    created_at: Date
    files: string
  }
>(`
  WITH made AS (
    INSERT INTO request_comments (client_id, request_id, body, internal, user_key, employee_key, created_at)
    VALUES ($client_id, $request_id, $body, $internal, $user_key, $employee_key, $created_at) RETURNING client_id, request_id, id
  ), kept AS (
    INSERT INTO request_files (client_id, request_id, id, comment_id, position, filename, content_type, size, sha256)
    SELECT made.client_id, made.request_id, file.id, made.id, file.position, file.filename, file.content_type, file.size,
      file.sha256
    FROM made CROSS JOIN json_to_recordset($files::json) AS file
      (id uuid, position smallint, filename text, content_type text, size bigint, sha256 text)
  )
  SELECT id FROM made`)

type CommentToAdd = { requestId: string; comment: NewComment; files: StoredFile[]; scope?: ActorKind | undefined }

/** Adds a comment to a request; an internal one is for managers only. */
export async function addComment(
  work: Work,
  { blobs, keyring }: RequestDeps,
  { requestId, comment: { body, internal = false, author_technical_id }, files, scope }: CommentToAdd,
): Promise<Comment> {
  const { tx, client } = work
  const request = await lockRequest(tx, client, requestId)
  if (!request) throw notFound('request', requestId)
  const author = await findRequestActor(tx, client, { technicalId: author_technical_id, request, scope })
  const errors = author ? checkInternal(internal, author) : [unknownActor('author_technical_id', author_technical_id)]
  if (errors.length > 0 || !author) throw invalidFields(errors)

  await holdFiles(tx, blobs, files)
  const { now } = work
  const kept = newFiles(
    work,
    files.map((file) => [null, file]),
  )
  const { user_key, employee_key } = author
  const [made] = await insert(tx, {
    client_id: client.id,
    request_id: requestId,
    body,
    internal,
    user_key,
    employee_key,
    created_at: now,
    files: JSON.stringify(kept),
  })
  if (!made) throw new Error('A comment was not stored.')
  await Promise.all([
    touchRequest(tx, client, requestId, now),
    recordHistory(work, requestId, { action: 'commented', comment_id: made.id, actor: author }),
  ])
  const comment = presentComment({
    id: made.id,
    request_id: requestId,
    body,
    internal,
    author: author.person,
    files: kept,
    created_at: now,
  })
  const occasion = await emitRequestEvent(work, keyring, request, { event: requestCommented, data: comment })
  mailAboutComment(work, { request, comment, author, occasion })
  return comment
}

function checkInternal(internal: boolean, { employee_key }: RequestActor): FieldError[] {
  if (!internal || employee_key === null) return []
  const message = 'Employees can neither read nor write internal comments.'
  return [{ field: 'internal', code: 'contradiction', message }]
}

function presentComment({ id, request_id, body, internal, author, files, created_at }: CommentRow): Comment {
  return {
    id,
    request_id,
    body,
    internal,
    author,
    files: files.map(({ position, filename, content_type, size }) => ({
      uri: commentFileUri(request_id, id, position),
      filename,
      content_type,
      size,
    })),
    created_at: inSeconds(created_at),
  }
}

const COLUMNS = `comment.id, comment.request_id, comment.body, comment.internal, comment.created_at,
    coalesce(
      (SELECT ${personSql('one')} FROM users one
       WHERE one.client_id = $client_id AND one.key = comment.user_key),
      ${employeeSql('comment.employee_key')}
    ) AS author,
    (SELECT coalesce(json_agg(json_build_object('position', file.position, 'filename', file.filename,
       'content_type', file.content_type, 'size', file.size) ORDER BY file.position), '[]')
     FROM request_files file WHERE file.client_id = $client_id AND file.request_id = comment.request_id
       AND file.comment_id = comment.id) AS files`

const list = statement<CommentRow, { client_id: string; request_id: string; limit: number; offset: number }>(`
  SELECT ${COLUMNS} FROM request_comments comment WHERE comment.client_id = $client_id AND comment.request_id = $request_id
  ORDER BY comment.id LIMIT $limit OFFSET $offset`)

const count = statement<{ total: string }, { client_id: string; request_id: string }>(`
  SELECT count(*) AS total FROM request_comments WHERE client_id = $client_id AND request_id = $request_id`)

/** The comments of a request, the oldest first. */
export async function listComments(
  db: Db,
  client: Client,
  requestId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Comment[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    list(db, { client_id: client.id, request_id: requestId, limit, offset }),
    count(db, { client_id: client.id, request_id: requestId }),
  ])
  return { rows: rows.map(presentComment), total: Number(counted?.total) }
}

const listNewest = statement<
  MessageRow,
  { client_id: string; request_id: string; with_internal: boolean; limit: number }
>(`
  SELECT ${COLUMNS}, comment.employee_key IS NOT NULL AS by_employee, count(*) OVER () AS total
  FROM request_comments comment
  WHERE comment.client_id = $client_id AND comment.request_id = $request_id AND ($with_internal::boolean OR NOT comment.internal)
  ORDER BY comment.id DESC LIMIT $limit`)

/** The last comments of a request, the oldest of them first; internal ones for managers only. */
export async function listConversation(
  db: Db,
  client: Client,
  requestId: string,
  { withInternal, limit }: { withInternal: boolean; limit: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const rows = await listNewest(db, { client_id: client.id, request_id: requestId, with_internal: withInternal, limit })
  return { rows: rows.toReversed(), total: Number(rows[0]?.total ?? 0) }
}
