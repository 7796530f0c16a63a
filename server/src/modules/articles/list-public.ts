import type { Db } from '#platform/db/db.ts'
import type { Client } from '#platform/db/work.ts'
import { DEFAULT_PER_PAGE } from '#platform/http/keyset-page.ts'
import { invalid, malformed } from '#platform/problem.ts'
import { type ArticleRow, findArticles, type OrderName, sortKeys, walkKeys } from './article-queries.ts'
import { bytesOf, keysDown, sizeOf } from './article-set.ts'
import { matchEmployee, matchManager, matchReaders } from './audience-queries.ts'
import { type Found, findSet } from './find-set.ts'
import { rankedKeys } from './rank.ts'
import type { PublicListQuery } from './schemas.ts'
import { parseSearch } from './search.ts'

export type PublicPage = { rows: ArticleRow[]; total: number }

/** A page of articles by its number, with how many there are in all. */
export async function listPublic(db: Db, client: Client, query: PublicListQuery): Promise<PublicPage> {
  const audiences = await audiencesOf(db, client, query)
  const search = query.query === undefined ? undefined : parseSearch(query.query)
  const { state, featured, category_code: category } = query
  // What somebody may read is published.
  if (audiences && state === 'draft') return { rows: [], total: 0 }
  const wanted = audiences ? 'published' : state
  const found = await findSet(db, client, { state: wanted, featured, category, search, audiences })
  const total = sizeOf(found.found)
  const { per_page: limit = DEFAULT_PER_PAGE, page = 1, order_by } = query
  const slice = { offset: (page - 1) * limit, limit, total }
  const keys = total <= slice.offset ? [] : await keysOf(db, client, found, order_by ?? (search && 'rank'), slice)
  return { rows: await findArticles(db, client, keys), total }
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

type Slice = { offset: number; limit: number; total: number }
/** Sorting one article costs about as much as passing so many of them along an index. */
const SORTING_COST = 3

async function keysOf(
  db: Db,
  client: Client,
  { found, merits, all }: Found,
  order: string | undefined,
  slice: Slice,
): Promise<number[]> {
  if (order === 'rank') return rankedKeys(found, merits, slice.offset, slice.limit)
  const name = order?.replace(/^-/, '') ?? 'created_at'
  const descending = order?.startsWith('-') ?? true
  // What lies nearer to the end is found from there.
  const isNearEnd = slice.offset > slice.total / 2
  const near = isNearEnd ? fromEnd(slice) : slice
  const downwards = descending !== isNearEnd
  const keys = await (name === 'created_at' ? byCreation() : byIndex(name as OrderName))
  return isNearEnd ? keys.toReversed() : keys

  async function byCreation(): Promise<number[]> {
    if (downwards) return keysDown(found, near.offset, near.limit)
    const { offset, limit } = fromEnd(near)
    return keysDown(found, offset, limit).toReversed()
  }

  function byIndex(order: OrderName): Promise<number[]> {
    const part = { order, descending: downwards, offset: near.offset, limit: near.limit }
    const inAll = sizeOf(all)
    const passed = ((near.offset + near.limit) * inAll) / slice.total
    if (slice.total * SORTING_COST < passed) return sortKeys(db, client, keysDown(found), part)
    return walkKeys(db, client, slice.total < inAll ? bytesOf(found) : undefined, part)
  }
}

/** The same part of a list, counted from its end. */
function fromEnd({ offset, limit, total }: Slice): Slice {
  const end = Math.min(offset + limit, total)
  return { offset: total - end, limit: end - offset, total }
}
