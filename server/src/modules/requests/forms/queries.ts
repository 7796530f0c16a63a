import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import { searchText } from '#platform/text/search-text.ts'
import { type FormContent, formContent } from './form-content.ts'
import type { FormInput, ListFormsQuery } from './schemas.ts'

export type FormRow = {
  code: string
  version: number
  content: FormContent
  total_hits: string
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}
/** A form as it comes from its tables. */
export type StoredForm = Omit<FormRow, 'content'> & { definition: FormInput }

export const SELECT_FORM = `
  SELECT form.code, form.version, form.total_hits, form.created_at, form.updated_at, form.deleted_at, kept.definition
  FROM forms form
  JOIN form_versions kept ON kept.client_id = form.client_id AND kept.code = form.code AND kept.version = form.version`

export function readForm({ definition, ...row }: StoredForm): FormRow {
  return { ...row, content: formContent(definition) }
}

const findAny = lookup<StoredForm, { client_id: string; code: string }>(
  `${SELECT_FORM} WHERE form.client_id = $client_id AND form.code = $code`,
)

/** A form in its newest version, deleted or not. */
export async function findAnyForm(db: Db, client: Client, code: string): Promise<FormRow | undefined> {
  const [row] = await findAny(db, { client_id: client.id, code })
  return row && readForm(row)
}

/** A form that requests can be made from. */
export async function findForm(db: Db, client: Client, code: string): Promise<FormRow | undefined> {
  const form = await findAnyForm(db, client, code)
  return form?.deleted_at ? undefined : form
}

const put = statement<
  never,
  { client_id: string; code: string; version: number; definition: string; search_text: string; created_at: Date }
>(`
  WITH kept AS (
    INSERT INTO form_versions (client_id, code, version, definition, created_at) VALUES ($client_id, $code, $version, $definition::json, $created_at)
  )
  INSERT INTO forms (client_id, code, version, search_text, created_at, updated_at) VALUES ($client_id, $code, $version, $search_text, $created_at, $created_at)
  ON CONFLICT (client_id, code) DO UPDATE SET version = excluded.version, search_text = excluded.search_text,
    updated_at = excluded.updated_at, deleted_at = NULL`)

/** Stores a version of a form, which is then the one that requests are made from. */
export async function insertFormVersion(
  tx: Tx,
  client: Client,
  { code, version, content }: Pick<FormRow, 'code' | 'version' | 'content'>,
  now: Date,
): Promise<void> {
  const titles = content.localized_titles.map((one) => one.value ?? '')
  const text = searchText([code, content.title, ...titles])
  await put(tx, {
    client_id: client.id,
    code,
    version,
    definition: JSON.stringify(content),
    search_text: text,
    created_at: now,
  })
}

const markDeleted = statement<never, { client_id: string; code: string; deleted_at: Date }>(`
  UPDATE forms SET deleted_at = $deleted_at, updated_at = $deleted_at WHERE client_id = $client_id AND code = $code`)

export async function markFormDeleted(tx: Tx, client: Client, code: string, now: Date): Promise<void> {
  await markDeleted(tx, { client_id: client.id, code, deleted_at: now })
}

const countHit = statement<{ code: string }, { client_id: string; code: string }>(`
  UPDATE forms SET total_hits = total_hits + 1 WHERE client_id = $client_id AND code = $code AND deleted_at IS NULL RETURNING code`)

export async function addFormHit(tx: Tx, client: Client, code: string): Promise<boolean> {
  return (await countHit(tx, { client_id: client.id, code })).length > 0
}

export async function listForms(
  db: Db,
  client: Client,
  { q, updated_at_since }: Pick<ListFormsQuery, 'q' | 'updated_at_since'>,
  request: OrderedRequest,
): Promise<FormRow[]> {
  const { beyond, sequence, limit } = keysetSql('form', request)
  const conditions = [sql`form.client_id = ${client.id}`, sql`form.deleted_at IS NULL`, ...beyond]
  if (q !== undefined) conditions.push(sql`form.search_text LIKE ${containing(q)}`)
  if (updated_at_since !== undefined) conditions.push(sql`form.updated_at >= ${updated_at_since}`)
  const { rows } = await sql<StoredForm>`
    ${sql.raw(SELECT_FORM)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows.map(readForm)
}

const listLive = statement<StoredForm, { client_id: string; limit: number; offset: number }>(`
  ${SELECT_FORM} WHERE form.client_id = $client_id AND form.deleted_at IS NULL ORDER BY form.code LIMIT $limit OFFSET $offset`)
const countLive = statement<{ total: string }, { client_id: string }>(`
  SELECT count(*) AS total FROM forms WHERE client_id = $client_id AND deleted_at IS NULL`)

/** A page of all forms by their codes, and how many there are. */
export async function listFormsByCode(
  db: Db,
  client: Client,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: FormRow[]; total: number }> {
  const [rows, [counted]] = await Promise.all([
    listLive(db, { client_id: client.id, limit, offset }),
    countLive(db, { client_id: client.id }),
  ])
  return { rows: rows.map(readForm), total: Number(counted?.total) }
}
