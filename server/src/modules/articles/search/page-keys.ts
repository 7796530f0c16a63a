import type { Client } from '#kernel/work.ts'
import { type OrderName, sortKeys, walkKeys } from '#modules/articles/writing/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { bytesOf, keysDescending, sizeOf } from './article-bitmap.ts'
import type { Found } from './find-bitmap.ts'

/** A part of a list of so many. */
export type ListRange = { offset: number; limit: number; total: number }

/** Sorting one article costs about as much as passing so many of them along an index. */
const SORTING_COST = 3

type PageSlice = { order: string; slice: ListRange }

/** The keys of a part of what was found, in the order of `-title`, `created_at` … */
export async function pageKeys(
  db: Db,
  client: Client,
  { found, all }: Found,
  { order, slice }: PageSlice,
): Promise<number[]> {
  const name = order.replace(/^-/, '')
  const descending = order.startsWith('-')
  // They were created in the order of their keys.
  if (name === 'created_at') {
    if (descending) return keysDescending(found, slice.offset, slice.limit)
    const { offset, limit } = fromEnd(slice)
    return keysDescending(found, offset, limit).toReversed()
  }
  // What lies nearer to the end is found from there.
  const isNearEnd = slice.offset > slice.total / 2
  const { offset, limit } = isNearEnd ? fromEnd(slice) : slice
  const part = { order: name as OrderName, descending: descending !== isNearEnd, offset, limit }
  const inAll = sizeOf(all)
  const passed = ((offset + limit) * inAll) / slice.total
  const keys = await (slice.total * SORTING_COST < passed
    ? sortKeys(db, client, keysDescending(found), part)
    : walkKeys(db, client, slice.total < inAll ? bytesOf(found) : undefined, part))
  return isNearEnd ? keys.toReversed() : keys
}

/** The same part of a list, counted from its end. */
function fromEnd({ offset, limit, total }: ListRange): ListRange {
  const end = Math.min(offset + limit, total)
  return { offset: total - end, limit: end - offset, total }
}
