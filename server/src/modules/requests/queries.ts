import type { Client } from '#kernel/work.ts'
import { employeeSql, type Person, personSql } from '#modules/directory/index.ts'
import type { FormContent } from '#modules/requests/forms/form-content.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import type { Origin, Priority, Status } from './schemas.ts'

/** What a request keeps of itself. */
export type StoredRequest = {
  id: string
  form_code: string
  form_version: number
  subject: string
  sort_subject: string
  body: string | null
  body_json: Record<string, unknown> | null
  origin: Origin
  priority: Priority
  status: Status
  custom_state: string
  employee_key: string | null
  creator_user_key: string | null
  creator_employee_key: string | null
  manager_keys: string[]
  processing_date_due: Date | null
  processing_start_date: Date | null
  closed_by_user_key: string | null
  closed_at: Date | null
  visible_by_employee: boolean
  callback_url: string | null
  created_at: Date
  updated_at: Date
}

/** The form of a request: as it was when the request was made, with what is counted of it today. */
export type FormOfRequest = Pick<FormContent, 'title' | 'category' | 'featured'> & {
  total_hits: string
  created_at: Date
  updated_at: Date
}

/** A request with the people, form and files that it refers to. */
export type RequestRow = Omit<StoredRequest, 'sort_subject'> & {
  /** The pseudonym of the employee, if the request was made anonymous. */
  anonymised_as: string | null
  form: FormOfRequest
  employee: Person | null
  creator: Person | null
  managers_assigned: Person[]
  closed_by: Person | null
}

type FetchedRow = Omit<RequestRow, 'form'> & {
  form_title: string
  form_category: FormContent['category']
  form_featured: boolean | null
  form_total_hits: string
  form_created_at: Date
  form_updated_at: Date
}

const manager = (key: string) =>
  `(SELECT ${personSql('one')} FROM users one WHERE one.client_id = $client_id AND one.key = ${key})`
/** Who it was of a request that was made anonymous. */
const pseudonym = `CASE WHEN request.anonymised_as IS NOT NULL THEN json_build_object('technical_id', request.anonymised_as,
    'first_name', '', 'last_name', '', 'email', '') END`

/**
 * The end of a statement that shows the requests of `page`, in an order given for `request`: it goes on behind
 * `WITH page AS MATERIALIZED (…)`. What a form is called is read once for each of its versions, however many requests
 * were made from it.
 */
export function showPage(sequence: string): string {
  return `, form AS MATERIALIZED (
    SELECT form.code, kept.version, form.total_hits, form.created_at, form.updated_at,
      kept.definition ->> 'title' AS title, kept.definition -> 'category' AS category,
      (kept.definition ->> 'featured')::boolean AS featured
    FROM (SELECT DISTINCT form_code, form_version FROM page) AS named
    JOIN forms form ON form.client_id = $client_id AND form.code = named.form_code
    JOIN form_versions kept ON kept.client_id = $client_id AND kept.code = named.form_code
      AND kept.version = named.form_version
  )
  SELECT request.id, request.form_code, request.form_version, request.subject, request.body, request.body_json,
    request.origin, request.priority, request.status, request.custom_state, request.employee_key,
    request.creator_user_key, request.creator_employee_key, to_json(request.manager_keys::text[]) AS manager_keys,
    request.processing_date_due, request.processing_start_date, request.closed_by_user_key, request.closed_at,
    request.visible_by_employee, request.callback_url, request.anonymised_as, request.created_at, request.updated_at,
    coalesce(${employeeSql('request.employee_key')}, ${pseudonym}) AS employee,
    coalesce(${manager('request.creator_user_key')}, ${employeeSql('request.creator_employee_key')}, ${pseudonym}) AS creator,
    (SELECT coalesce(json_agg(${personSql('one')} ORDER BY named.rank), '[]')
     FROM unnest(request.manager_keys) WITH ORDINALITY AS named (key, rank)
     JOIN users one ON one.client_id = $client_id AND one.key = named.key) AS managers_assigned,
    ${manager('request.closed_by_user_key')} AS closed_by,
    form.title AS form_title, form.category AS form_category, form.featured AS form_featured,
    form.total_hits AS form_total_hits, form.created_at AS form_created_at, form.updated_at AS form_updated_at
  FROM page request JOIN form ON form.code = request.form_code AND form.version = request.form_version
  ORDER BY ${sequence}`
}

export function readRow(fetched: FetchedRow): RequestRow {
  const { form_title, form_category, form_featured, form_total_hits, form_created_at, form_updated_at, ...row } =
    fetched
  return {
    ...row,
    form: {
      title: form_title,
      category: form_category,
      featured: form_featured ?? false,
      total_hits: form_total_hits,
      created_at: form_created_at,
      updated_at: form_updated_at,
    },
  }
}

const find = lookup<FetchedRow, { client_id: string; id: string }>(
  `WITH page AS MATERIALIZED (SELECT * FROM requests WHERE client_id = $client_id AND id = $id) ${showPage('request.id')}`,
)

/** What can be the number of a request, or of something in it. */
export const NUMBER = /^[1-9]\d{0,17}$/

export async function findRequest(db: Db, client: Client, id: string): Promise<RequestRow | undefined> {
  if (!NUMBER.test(id)) return undefined
  const [row] = await find(db, { client_id: client.id, id })
  return row && readRow(row)
}

const has = lookup<{ id: string }, { client_id: string; id: string }>(
  'SELECT id FROM requests WHERE client_id = $client_id AND id = $id',
)

export async function hasRequest(db: Db, client: Client, id: string): Promise<boolean> {
  return NUMBER.test(id) && (await has(db, { client_id: client.id, id })).length > 0
}

const lock = statement<{ id: string }, { client_id: string; id: string }>(`
  SELECT id FROM requests WHERE client_id = $client_id AND id = $id FOR UPDATE`)

/** Like findRequest, and locks the request until the transaction ends. */
export async function lockRequest(tx: Tx, client: Client, id: string): Promise<RequestRow | undefined> {
  if (!NUMBER.test(id)) return undefined
  // A second statement, so that it sees what the last holder of the lock committed; both are sent at once.
  const [, row] = await Promise.all([lock(tx, { client_id: client.id, id }), findRequest(tx, client, id)])
  return row
}

const lockMany = statement<{ id: string }, { client_id: string; ids: string[] }>(`
  SELECT id FROM requests WHERE client_id = $client_id AND id = ANY ($ids::bigint[]) ORDER BY id FOR UPDATE`)
const findMany = statement<FetchedRow, { client_id: string; ids: string[] }>(`
  WITH page AS MATERIALIZED (SELECT * FROM requests WHERE client_id = $client_id AND id = ANY ($ids::bigint[]))
  ${showPage('request.id')}`)

/** Those of these requests that are there, locked until the transaction ends. */
export async function lockRequests(tx: Tx, client: Client, ids: readonly string[]): Promise<RequestRow[]> {
  const named = { client_id: client.id, ids: [...ids] }
  const [, rows] = await Promise.all([lockMany(tx, named), findMany(tx, named)])
  return rows.map(readRow)
}

export type RequestChange = Pick<
  StoredRequest,
  | 'status'
  | 'custom_state'
  | 'priority'
  | 'manager_keys'
  | 'processing_date_due'
  | 'processing_start_date'
  | 'closed_by_user_key'
  | 'closed_at'
  | 'visible_by_employee'
  | 'updated_at'
>

export async function updateRequest(tx: Tx, client: Client, id: string, change: RequestChange): Promise<void> {
  await tx.updateTable('requests').set(change).where('client_id', '=', client.id).where('id', '=', id).execute()
}

const touch = statement<never, { client_id: string; id: string; updated_at: Date }>(
  'UPDATE requests SET updated_at = $updated_at WHERE client_id = $client_id AND id = $id',
)

export async function touchRequest(tx: Tx, client: Client, id: string, now: Date): Promise<void> {
  await touch(tx, { client_id: client.id, id, updated_at: now })
}

const DEPENDENT_TABLES = ['request_files', 'request_comments', 'request_history'] as const
const deleteDependents = DEPENDENT_TABLES.map((table) =>
  statement<never, { client_id: string; id: string }>(
    `DELETE FROM ${table} WHERE client_id = $client_id AND request_id = $id`,
  ),
)
const remove = statement<never, { client_id: string; id: string }>(
  'DELETE FROM requests WHERE client_id = $client_id AND id = $id',
)

/** Removes a request with everything that belongs to it. */
export async function deleteRequestRows(tx: Tx, client: Client, id: string): Promise<void> {
  await Promise.all([...deleteDependents, remove].map((each) => each(tx, { client_id: client.id, id })))
}

const listFiles = statement<
  { request_id: string; sha256: string; size: string },
  { client_id: string; ids: string[] }
>(`
  SELECT request_id, sha256, size FROM request_files WHERE client_id = $client_id AND request_id = ANY ($ids::bigint[])`)

/** The files of requests, those of comments included. */
export const listFilesOfRequests = (tx: Tx, client: Client, ids: string[]) =>
  listFiles(tx, { client_id: client.id, ids })

const deleteManyDependents = DEPENDENT_TABLES.map((table) =>
  statement<never, { client_id: string; ids: string[] }>(
    `DELETE FROM ${table} WHERE client_id = $client_id AND request_id = ANY ($ids::bigint[])`,
  ),
)
const removeMany = statement<never, { client_id: string; ids: string[] }>(
  'DELETE FROM requests WHERE client_id = $client_id AND id = ANY ($ids::bigint[])',
)

/** The same for many. */
export async function deleteRequestsRows(tx: Tx, client: Client, ids: string[]): Promise<void> {
  await Promise.all([...deleteManyDependents, removeMany].map((each) => each(tx, { client_id: client.id, ids })))
}

type Anonymised = { client_id: string; ids: string[]; pseudonyms: string[]; now: Date }
const anonymise = statement<never, Anonymised>(`
  UPDATE requests AS request SET anonymised_as = named.pseudonym, subject = named.pseudonym, sort_subject = named.pseudonym,
    body = NULL, body_json = NULL, custom_state = '', employee_key = NULL, creator_employee_key = NULL,
    visible_by_employee = false, callback_url = NULL, updated_at = $now
  FROM unnest($ids::bigint[], $pseudonyms::text[]) AS named (id, pseudonym)
  WHERE request.client_id = $client_id AND request.id = named.id`)

/** Leaves of requests what is counted of them, and takes their texts, comments, files and history away. */
export async function anonymiseRequestRows(
  tx: Tx,
  client: Client,
  { ids, pseudonyms, now }: { ids: string[]; pseudonyms: string[]; now: Date },
): Promise<void> {
  await Promise.all([
    ...deleteManyDependents.map((each) => each(tx, { client_id: client.id, ids })),
    anonymise(tx, { client_id: client.id, ids, pseudonyms, now }),
  ])
}
