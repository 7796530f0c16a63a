import type { Matched } from '#modules/articles/audiences/queries.ts'
import type { Db } from '#platform/db/db.ts'
import type { Client } from '#platform/db/work.ts'
import { type ArticleSet, keepOnly, leaveOut } from './article-bitmap.ts'
import type { SetRoom } from './bitmap-pool.ts'
import type { Search } from './parse-search.ts'
import { readSets, type Terms } from './queries.ts'
import type { Weighed } from './rank.ts'
import { TERM } from './terms.ts'

export type Conditions = {
  state?: string | undefined
  featured?: boolean | undefined
  category?: string | undefined
  search?: Search | undefined
  /** Every audience. */
  audiences?: Matched[] | undefined
}

/** What a list is made from: its articles, what makes some fit better, and all that there are. */
export type Found = { found: ArticleSet; merits: Weighed[]; all: ArticleSet }

/** The articles that meet all conditions. Everything that is needed is read at once. */
export async function findSet(db: Db, client: Client, conditions: Conditions, room: SetRoom): Promise<Found> {
  const filters = filtersOf(conditions)
  const merits = conditions.search?.merits ?? []
  const { all, sets } = await readSets(
    db,
    client,
    [...filters, ...merits].map(({ terms }) => terms),
    room,
  )
  const found = room.copy(all)
  for (const [index, { isExcluded }] of filters.entries()) {
    const narrow = isExcluded ? leaveOut : keepOnly
    narrow(found, sets[index] as ArticleSet)
  }
  const weighed = merits.map(({ weight }, index) => ({ weight, set: sets[filters.length + index] as ArticleSet }))
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
function amongAudiences(audiences: Matched[]): Filter {
  const [wanted, others] = [audiences.filter((one) => one.matches), audiences.filter((one) => !one.matches)]
  const isExcluded = others.length < wanted.length
  return { terms: (isExcluded ? others : wanted).map(({ key }) => TERM.audience(key)), isExcluded }
}
