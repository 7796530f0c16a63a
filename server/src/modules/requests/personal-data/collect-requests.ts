import type { CollectedRecord, Collector } from '#kernel/personal-data/collector.ts'
import type { DataSubject } from '#kernel/personal-data/data-subject.ts'
import { byOf, inBatches } from '#kernel/personal-data/in-batches.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { inSeconds } from '#platform/time/dates.ts'
import {
  type CollectedChange,
  type CollectedComment,
  type CollectedRequestRow,
  type FileOfRequest,
  listCommentsOf,
  listFilesOf,
  listHistoryOf,
  listNextRequests,
} from './queries.ts'

const BATCH = 100
/** What a history tells of a change. Others name managers. */
const TOLD: ReadonlySet<string> = new Set([
  'status',
  'custom_state',
  'priority',
  'processing_date_due',
  'processing_start_date',
  'visible_by_employee',
])

type WithParts = {
  request: CollectedRequestRow
  comments: CollectedComment[]
  history: CollectedChange[]
  files: FileOfRequest[]
}

/**
 * Requests about an employee and by an employee, with all comments and files, internal ones included. Texts stay as they are;
 * who else took part is told by the side alone. Of a request about another employee there is what the subject gave.
 */
export const requestCollector: Collector = {
  kind: 'requests',
  async *collect({ db, client }, subject) {
    const asked = { client_id: client.id, employee_key: subject.employee_key, limit: BATCH }
    const read = async (last: WithParts | undefined) =>
      withParts(db, client, await listNextRequests(db, { ...asked, after: last?.request.id ?? '0' }))
    for await (const one of inBatches<WithParts>(read)) yield recordOf(one, subject)
  },
}

async function withParts(db: Db, client: Client, requests: readonly CollectedRequestRow[]): Promise<WithParts[]> {
  const asked = { client_id: client.id, ids: requests.map(({ id }) => id) }
  if (requests.length === 0) return []
  const [comments, history, files] = await Promise.all([
    listCommentsOf(db, asked),
    listHistoryOf(db, asked),
    listFilesOf(db, asked),
  ])
  const byRequest = <Part extends { request_id: string }>(parts: Part[]) => Map.groupBy(parts, (one) => one.request_id)
  const [commentsOf, historyOf, filesOf] = [byRequest(comments), byRequest(history), byRequest(files)]
  return requests.map((request) => ({
    request,
    comments: commentsOf.get(request.id) ?? [],
    history: historyOf.get(request.id) ?? [],
    files: filesOf.get(request.id) ?? [],
  }))
}

function recordOf(all: WithParts, subject: DataSubject): CollectedRecord {
  const { request } = all
  const isOther = request.employee_key !== null && request.employee_key !== subject.employee_key
  const { comments, history, files } = isOther ? ownPart(all, subject) : all
  const given = {
    id: request.id,
    form_code: request.form_code,
    form_title: request.definition.title ?? null,
    subject: request.subject,
    body: request.body,
    answers: answersOf(request),
    created_at: inSeconds(request.created_at),
  }
  const data = isOther
    ? { ...given, about_another_person: true }
    : { ...given, ...handlingOf(request, subject), history: history.map((entry) => changeOf(entry, subject)) }
  return {
    data: { ...data, comments: comments.map((comment) => commentOf(comment, subject)) },
    title: request.subject,
    date: request.created_at,
    files: files.map(({ sha256, size, filename, content_type }) => ({
      sha256,
      size: Number(size),
      filename,
      content_type,
      title: `${request.id} ${filename.replace(/\.[^.]*$/, '')}`,
    })),
  }
}

function ownPart({ request, comments, files }: WithParts, { employee_key }: DataSubject): Omit<WithParts, 'request'> {
  const own = comments.filter((one) => one.employee_key === employee_key)
  const ids = new Set(own.map((one) => one.id))
  const isMaker = request.creator_employee_key === employee_key
  return {
    comments: own,
    history: [],
    files: files.filter((one) => (one.comment_id === null ? isMaker : ids.has(one.comment_id))),
  }
}

function handlingOf(request: CollectedRequestRow, subject: DataSubject) {
  const { origin, priority, status, custom_state, visible_by_employee, creator_user_key, creator_employee_key } =
    request
  return {
    by: byOf({ user_key: creator_user_key, employee_key: creator_employee_key }, subject),
    origin,
    priority,
    status,
    custom_state,
    visible_by_employee,
    processing_date_due: orNull(request.processing_date_due),
    processing_start_date: orNull(request.processing_start_date),
    closed_at: orNull(request.closed_at),
    updated_at: inSeconds(request.updated_at),
  }
}

/** Each answer with its question, as the form was when the request was made. */
function answersOf({ body_json, definition }: CollectedRequestRow) {
  const labels = new Map(definition.fields?.map((field) => [field.code, field.label]))
  return Object.entries(body_json ?? {}).map(([code, answer]) => ({ code, question: labels.get(code) ?? code, answer }))
}

function commentOf(comment: CollectedComment, subject: DataSubject) {
  const { id, body, internal, created_at } = comment
  return { id, body, internal, by: byOf(comment, subject), created_at: inSeconds(created_at) }
}

function changeOf(entry: CollectedChange, subject: DataSubject) {
  const changes = entry.changes.filter(({ field }) => TOLD.has(field))
  return { action: entry.action, by: byOf(entry, subject), changes, at: inSeconds(entry.created_at) }
}

const orNull = (moment: Date | null) => moment && inSeconds(moment)
