import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { LocalizedName } from '#kernel/languages/localized-names.ts'
import type { Client } from '#kernel/work.ts'
import type { Person } from '#modules/directory/index.ts'
import { employeeSql, personSql } from '#modules/directory/index.ts'
import { inLanguage } from '#modules/requests/forms/form-content.ts'
import { nameOnly, orNull } from '#modules/requests/handling/show-request.ts'
import type { EmployeeRequestItem } from '#modules/requests/portal-schemas.ts'
import { NUMBER, type RequestRow } from '#modules/requests/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import { statement } from '#platform/db/statement.ts'
import { Cursor, OneOf, PerPage, Text } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { textOfHtml } from '#platform/text/html-text.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { requestPage } from './keyset-order.ts'
import { selectRequests } from './list-requests.ts'

export const ListEmployeeRequestsQuery = Type.Object({
  state: Type.Optional(OneOf(['open', 'closed'], { description: 'Defaults to both.' })),
  q: Type.Optional(Text({ maxLength: 200, description: 'Searches subjects; or the number of a request.' })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListEmployeeRequestsQuery = Static<typeof ListEmployeeRequestsQuery>

type EmployeeReader = { technicalId: string; language: string | undefined }

/** The requests of an employee that are visible to them. */
export function isVisibleToEmployee(client: Client, technicalId: string): RawBuilder<unknown>[] {
  return [
    sql`request.client_id = ${client.id}`,
    sql`request.employee_key = (SELECT key FROM employees
      WHERE client_id = ${client.id} AND technical_id = ${technicalId} AND deleted_at IS NULL)`,
    sql`request.visible_by_employee`,
  ]
}

/** What the employee asked, the last that anything happened to first. */
export async function listEmployeeRequests(
  db: Db,
  client: Client,
  { reader, query }: { reader: EmployeeReader; query: ListEmployeeRequestsQuery },
  asked: PageRequest,
): Promise<KeysetPage<EmployeeRequestItem>> {
  const { state, q } = query
  const conditions = isVisibleToEmployee(client, reader.technicalId)
  if (state === 'open') conditions.push(sql`request.status <> 'closed'`)
  if (state === 'closed') conditions.push(sql`request.status = 'closed'`)
  if (q !== undefined && q.trim() !== '') conditions.push(isAbout(q))
  const page = await requestPage(db, { client, conditions, order: { sort: '-updated_at' } }, asked)
  const [titles, last] = await Promise.all([listTitles(db, client, page.rows), listLast(db, client, page.rows)])
  return { ...page, rows: page.rows.map((row) => presentItem(row, titles, last, reader.language)) }
}

/** The subject has this text in it, or the request this number. */
export function isAbout(q: string): RawBuilder<unknown> {
  const text = q.trim().replace(/^#/, '')
  const inSubject = sql`request.sort_subject LIKE ${containing(text)}`
  return NUMBER.test(text) ? sql`(${inSubject} OR request.id = ${text}::bigint)` : inSubject
}

/** A request that the employee sees. What they do not see is as if it were not there. */
export async function getEmployeeRequest(db: Db, client: Client, technicalId: string, id: string): Promise<RequestRow> {
  const conditions = [...isVisibleToEmployee(client, technicalId), sql`request.id = ${id}::bigint`]
  const [row] = NUMBER.test(id)
    ? await selectRequests(
        db,
        client,
        { conditions: sql.join(conditions, sql` AND `), sequence: 'request.id' },
        { limit: 1 },
      )
    : []
  if (!row) throw notFound('request', id)
  return row
}

type TitleRow = { code: string; version: number; localized_titles: LocalizedName[] | null }
const findTitles = statement<TitleRow, { client_id: string; codes: string[]; versions: number[] }>(`
  SELECT kept.code, kept.version, kept.definition -> 'localized_titles' AS localized_titles
  FROM unnest($codes::text[], $versions::integer[]) AS named (code, version)
  JOIN form_versions kept ON kept.client_id = $client_id AND kept.code = named.code AND kept.version = named.version`)

export type Titles = ReadonlyMap<string, LocalizedName[]>

/** What the forms of these requests are called in other languages. */
export async function listTitles(db: Db, client: Client, requests: readonly RequestRow[]): Promise<Titles> {
  const versions = new Map(requests.map((one) => [`${one.form_version} ${one.form_code}`, one]))
  if (versions.size === 0) return new Map()
  const named = [...versions.values()]
  const codes = named.map((one) => one.form_code)
  const numbers = named.map((one) => one.form_version)
  const rows = await findTitles(db, { client_id: client.id, codes, versions: numbers })
  return new Map(rows.map((one) => [`${one.version} ${one.code}`, one.localized_titles ?? []]))
}

export function titleOf(row: RequestRow, titles: Titles, language: string | undefined): string {
  return inLanguage(titles.get(`${row.form_version} ${row.form_code}`), language, row.form.title)
}

type LastRow = {
  request_id: string
  body: string
  by_employee: boolean
  author: Person | null
  created_at: Date
}
const findLast = statement<LastRow, { client_id: string; ids: string[] }>(`
  SELECT last.* FROM unnest($ids::bigint[]) AS named (id) CROSS JOIN LATERAL (
    SELECT comment.request_id, comment.body, comment.employee_key IS NOT NULL AS by_employee, comment.created_at,
      coalesce(
        (SELECT ${personSql('one')} FROM users one
         WHERE one.client_id = $client_id AND one.key = comment.user_key),
        ${employeeSql('comment.employee_key')}
      ) AS author
    FROM request_comments comment
    WHERE comment.client_id = $client_id AND comment.request_id = named.id AND NOT comment.internal
    ORDER BY comment.id DESC LIMIT 1
  ) AS last`)

type LastMessages = ReadonlyMap<string, EmployeeRequestItem['last_message']>
const MAX_LETTERS = 160

async function listLast(db: Db, client: Client, requests: readonly RequestRow[]): Promise<LastMessages> {
  if (requests.length === 0) return new Map()
  const ids = requests.map(({ id }) => id)
  const rows = await findLast(db, { client_id: client.id, ids })
  return new Map(
    rows.map(({ request_id, body, by_employee, author, created_at }) => [
      request_id,
      {
        text: [...textOfHtml(body).replace(/\s+/g, ' ').trim()].slice(0, MAX_LETTERS).join(''),
        side: by_employee ? 'employee' : 'manager',
        author: nameOnly(author),
        created_at: inSeconds(created_at),
      },
    ]),
  )
}

function presentItem(
  row: RequestRow,
  titles: Titles,
  last: LastMessages,
  language: string | undefined,
): EmployeeRequestItem {
  const { id, subject, status, custom_state } = row
  return {
    id,
    subject,
    status,
    custom_state,
    form_title: titleOf(row, titles, language),
    created_at: inSeconds(row.created_at),
    updated_at: inSeconds(row.updated_at),
    closed_at: orNull(row.closed_at),
    processing_date_due: orNull(row.processing_date_due),
    last_message: last.get(id) ?? null,
  }
}
