import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { NUMBER } from '#modules/requests/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'
import type { KeysetPage, Position } from '#platform/db/lists/keyset-page.ts'
import { searchWords } from '#platform/text/search-text.ts'
import { requestPage } from './keyset-order.ts'
import { isVisibleToEmployee, listTitles, titleOf } from './list-employee-requests.ts'

export type FoundRequest = { id: string; subject: string; form_title: string; updated_at: Date }
export type FoundRequests = KeysetPage<FoundRequest> & { total: number }

type Asked = { q: string; perPage: number; at: Position | undefined; most: number }

/**
 * Requests of an employee whose subject has every word of a text, or that have this number; the last that anything happened
 * to first. They are counted up to `most`.
 */
export async function searchEmployeeRequests(
  db: Db,
  client: Client,
  { technicalId, language }: { technicalId: string; language: string | undefined },
  { q, perPage, at, most }: Asked,
): Promise<FoundRequests> {
  const wanted = isWanted(q)
  if (!wanted) return { rows: [], previous: undefined, next: undefined, total: 0 }
  const found = sql.join([...isVisibleToEmployee(client, technicalId), wanted], sql` AND `)
  const page = await requestPage(db, { client, conditions: [found], order: { sort: '-updated_at' } }, { at, perPage })
  const [titles, total] = await Promise.all([listTitles(db, client, page.rows), count(db, found, most)])
  const rows = page.rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    form_title: titleOf(row, titles, language),
    updated_at: row.updated_at,
  }))
  return { ...page, rows, total }
}

function isWanted(q: string): RawBuilder<unknown> | undefined {
  const words = searchWords(q)
  if (words.length === 0) return undefined
  const inSubject = sql.join(
    words.map((word) => sql`request.sort_subject LIKE ${containing(word)}`),
    sql` AND `,
  )
  const number = q.trim().replace(/^#/, '')
  return NUMBER.test(number) ? sql`((${inSubject}) OR request.id = ${number}::bigint)` : sql`(${inSubject})`
}

async function count(db: Db, found: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total
    FROM (SELECT FROM requests request WHERE ${found} LIMIT ${most}) AS found`.execute(db)
  return rows[0]?.total ?? 0
}
