import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

/** How a search is made, as far as a sample tells what it costs. */
export type SearchCost = {
  /** So many values are walked along the order, one walk after the other, until there is a page. */
  walks: number[]
  /** Whether sorting everything that is found costs less than a walk to the end, and how much that may be. */
  mayBeSorted: boolean
  mostSorted: number
  /** Whether the data set has most of the values that there are, of all data sets. */
  isMostOfAll: boolean
}

/** A search that finds no more than this is sorted after it, whatever the sample said. */
export const MAX_SORTED = 20_000
/** How far the walks go: few lengths, since each makes a statement of its own. */
export const WALKS = [4000, 64_000]

/** Keys of paths are hashes: the first ones are values at random, and the same ones at each call. */
const SAMPLE = 250
/** To find a value and to sort it costs as much as to walk over so many. */
const COST_OF_FINDING = 2
/** From this share on, the matches of other data sets are fewer than those of the one. */
const MOST = 0.5

type Row = { sampled: number; in_levels: number; matching: number; total: number }

const sample = statement<Row, { client_id: string; dataset_key: string; levels: number[]; pattern: string }>(`
  SELECT count(*)::integer AS sampled,
    (count(*) FILTER (WHERE level = ANY ($levels::smallint[])))::integer AS in_levels,
    (count(*) FILTER (WHERE level = ANY ($levels::smallint[]) AND search_text LIKE $pattern))::integer AS matching,
    coalesce((SELECT reltuples::float8 FROM pg_class WHERE oid = 'dataset_values'::regclass), 0) AS total
  FROM (
    SELECT level, search_text FROM dataset_values
    WHERE client_id = $client_id AND dataset_key = $dataset_key::bigint ORDER BY path_key LIMIT ${SAMPLE}
  ) AS value`)

type Sought = { datasetKey: string; count: number; levels: number[]; pattern: string; limit: number }

/** Looks at a sample of a data set. */
export async function searchCost(
  db: Db,
  client: Client,
  { datasetKey, count, levels, pattern, limit }: Sought,
): Promise<SearchCost> {
  const [row] = await sample(db, { client_id: client.id, dataset_key: datasetKey, levels, pattern })
  const { sampled, in_levels, matching, total } = row ?? { sampled: 0, in_levels: 0, matching: 0, total: 0 }
  const expected = sampled === 0 ? 0 : Math.ceil((matching / sampled) * count)
  // As many are walked over until there is a page, if the matches lie evenly.
  const walked = matching === 0 ? Number.POSITIVE_INFINITY : (limit * in_levels) / matching
  const worth = expected * COST_OF_FINDING
  return {
    walks: sampled < SAMPLE ? [] : WALKS.filter((length, index) => (index === 0 ? walked : length) < worth),
    mayBeSorted: sampled === SAMPLE && expected <= count / 4,
    mostSorted: Math.max(MAX_SORTED, 2 * expected),
    isMostOfAll: total > 0 && count / total > MOST,
  }
}
