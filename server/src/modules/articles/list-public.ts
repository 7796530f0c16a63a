import type { Db } from '#platform/db/db.ts'
import type { Client } from '#platform/db/work.ts'
import { DEFAULT_PER_PAGE } from '#platform/http/keyset-page.ts'
import { invalid, malformed } from '#platform/problem.ts'
import { type ArticleRow, findArticles } from './article-queries.ts'
import { sizeOf } from './article-set.ts'
import { type Matched, matchEmployee, matchManager, matchReaders } from './audience-queries.ts'
import { findSet } from './find-set.ts'
import { pageKeys } from './page-keys.ts'
import { rankedKeys } from './rank.ts'
import type { PublicListQuery } from './schemas.ts'
import { parseSearch } from './search.ts'
import { SetRoom } from './set-room.ts'

export type PublicPage = { rows: ArticleRow[]; total: number }

/** A page of articles by its number, with how many there are in all. */
export async function listPublic(db: Db, client: Client, query: PublicListQuery): Promise<PublicPage> {
  const room = new SetRoom()
  try {
    return await listIn(room, db, client, query)
  } finally {
    room.leave()
  }
}

async function listIn(room: SetRoom, db: Db, client: Client, query: PublicListQuery): Promise<PublicPage> {
  const audiences = await audiencesOf(db, client, query)
  const search = query.query === undefined ? undefined : parseSearch(query.query)
  const { state, featured, category_code: category } = query
  // What somebody may read is published.
  if (audiences && state === 'draft') return { rows: [], total: 0 }
  const wanted = audiences ? 'published' : state
  const found = await findSet(db, client, { state: wanted, featured, category, search, audiences }, room)
  const total = sizeOf(found.found)
  const { per_page: limit = DEFAULT_PER_PAGE, page = 1, order_by } = query
  const offset = (page - 1) * limit
  if (offset >= total) return { rows: [], total }
  const isRanked = search !== undefined && order_by === undefined
  const keys = isRanked
    ? rankedKeys(found.found, found.merits, { offset, limit }, room)
    : await pageKeys(db, client, found, order_by ?? '-created_at', { offset, limit, total })
  const rows = await findArticles(db, client, keys)
  return { rows: audiences ? rows.filter(isStillFor(audiences)) : rows, total }
}

/** What was found may have been changed, or made anew under its number, before it was read. */
function isStillFor(audiences: Matched[]): (row: ArticleRow) => boolean {
  const keys = new Set(audiences.filter((one) => one.matches).map((one) => one.key))
  return ({ state, audience_key }) => state === 'published' && keys.has(audience_key)
}

/** Undefined when it does not matter who reads. */
async function audiencesOf(db: Db, client: Client, query: PublicListQuery) {
  const { accessible_by, employee_technical_id: employee, manager_technical_id: manager } = query
  const readers = accessible_by && (accessible_by.startsWith('employee') ? 'employees' : 'managers')
  if (employee !== undefined && manager !== undefined) {
    throw malformed('Name an employee_technical_id or a manager_technical_id, not both.')
  }
  if (employee !== undefined && readers === 'managers') {
    throw malformed('What an employee may read is accessible_by employees.')
  }
  if (manager !== undefined && readers === 'employees') {
    throw malformed('What a manager may read is accessible_by managers.')
  }
  if (employee !== undefined) {
    const matched = await matchEmployee(db, client, employee)
    if (matched) return matched
    throw invalid('employee_technical_id', 'unknown_employee', `There is no employee ${employee}.`)
  }
  if (manager !== undefined) {
    const matched = await matchManager(db, client, manager)
    if (matched) return matched
    throw invalid('manager_technical_id', 'unknown_manager', `There is no manager ${manager}.`)
  }
  return readers && matchReaders(db, client, readers)
}
