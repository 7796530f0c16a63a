import type { Client } from '#kernel/work.ts'
import type { AudienceMatch } from '#modules/articles/audiences/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { type ArticleBitmap, intersect, subtract } from './article-bitmap.ts'
import type { BitmapPool } from './bitmap-pool.ts'
import type { Search } from './parse-search.ts'
import { readBitmaps, type Terms } from './queries.ts'
import type { WeightedBitmap } from './rank.ts'
import { TERM } from './terms.ts'

export type Conditions = {
  state?: string | undefined
  featured?: boolean | undefined
  category?: string | undefined
  search?: Search | undefined
  /** Every audience. */
  audiences?: AudienceMatch[] | undefined
}

/** What a list is made from: its articles, what makes some fit better, and all that there are. */
export type Found = { found: ArticleBitmap; merits: WeightedBitmap[]; all: ArticleBitmap }

/** The articles that meet all conditions. Everything that is needed is read at once. */
export async function findBitmap(db: Db, client: Client, conditions: Conditions, bitmaps: BitmapPool): Promise<Found> {
  const filters = filtersOf(conditions)
  const merits = conditions.search?.merits ?? []
  const { all, sets } = await readBitmaps(
    db,
    client,
    [...filters, ...merits].map(({ terms }) => terms),
    bitmaps,
  )
  const found = bitmaps.copy(all)
  for (const [index, { isExcluded }] of filters.entries()) {
    const narrow = isExcluded ? subtract : intersect
    narrow(found, sets[index] as ArticleBitmap)
  }
  const weighed = merits.map(({ weight }, index) => ({ weight, set: sets[filters.length + index] as ArticleBitmap }))
  return { found, merits: weighed, all }
}

type Filter = { terms: Terms; isExcluded?: boolean }

function filtersOf({ state, featured, category, search, audiences }: Conditions): Filter[] {
  const filters: Filter[] = (search?.required ?? []).map((terms) => ({ terms }))
  if (state !== undefined) filters.push({ terms: [TERM.state(state)] })
  if (featured !== undefined) filters.push({ terms: [TERM.featured], isExcluded: !featured })
  if (category !== undefined) filters.push({ terms: [TERM.category(category)] })
  if (audiences) filters.push(amongAudiences(audiences))
  return filters
}

/** By those that match, or by the others, whichever are fewer. */
function amongAudiences(audiences: AudienceMatch[]): Filter {
  const wanted = audiences.filter((one) => one.matches)
  const others = audiences.filter((one) => !one.matches)
  const isExcluded = others.length < wanted.length
  return { terms: (isExcluded ? others : wanted).map(({ key }) => TERM.audience(key)), isExcluded }
}
