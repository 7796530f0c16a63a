import { type RawBuilder, sql } from 'kysely'
import type { Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { containingWord } from '#platform/db/like.ts'
import type { OrNull } from '#platform/db/lists/filtered-page.ts'
import type { KeysetRequest } from '#platform/db/lists/keyset-page.ts'
import { MAX_SORTED, type SearchCost, searchCost, WALKS } from './search-cost.ts'

export type ListedValue = {
  key: string
  path: string
  code: string
  level: number
  sort_name: string
  localized_names: Translations
}
export type ValueFilters = { levels: number[]; parentKey: string | undefined; q: string | undefined }
type ValueOrder = { column: 'code' | 'sort_name'; descending: boolean }
type ValueRequest = KeysetRequest & { order: ValueOrder }

/** `count` is how many values it has. */
type SearchedDataset = { datasetKey: string; count: number }

const COLUMNS = sql`key, path, code, level, sort_name, localized_names`

/** Which levels are read for which values. */
type Asked = { conditions: RawBuilder<unknown>[]; levels: number[] }

/** A page of values. */
export async function listValues(
  db: Db,
  client: Client,
  { datasetKey, count, levels, parentKey, q }: ValueFilters & SearchedDataset,
  request: ValueRequest,
): Promise<ListedValue[]> {
  if (levels.length === 0) return []
  const dataset = sql`client_id = ${client.id} AND dataset_key = ${datasetKey}`
  if (q !== undefined && parentKey === undefined) {
    const pattern = containingWord(q)
    const cost = await searchCost(db, client, { datasetKey, count, levels, pattern, limit: request.limit })
    return searchValues(db, { client, datasetKey, levels, pattern, cost }, request)
  }
  const conditions = [dataset, ...(parentKey === undefined ? [] : [sql`parent_key = ${parentKey}`])]
  if (q === undefined) return walk(db, { conditions, levels }, request)
  conditions.push(sql`search_text LIKE ${containingWord(q)}`)
  const inLevels = [...conditions, isInLevels(levels)]
  return (
    (await findAndSort(db, { dataset, conditions: inLevels }, request)) ?? filter(db, { conditions, levels }, request)
  )
}

type Search = { client: Client; datasetKey: string; levels: number[]; pattern: string; cost: SearchCost }

/** What much has is met soon on a walk in order; what little has is found by the index of the texts, and sorted. */
export async function searchValues(
  db: Db,
  { client, datasetKey, levels, pattern, cost }: Search,
  request: ValueRequest,
): Promise<ListedValue[]> {
  const dataset = sql`client_id = ${client.id} AND dataset_key = ${datasetKey}`
  const isMatch = sql`search_text LIKE ${pattern}`
  for (const most of cost.walks) {
    const near = await filterNear(db, { conditions: [dataset], levels, most }, isMatch, request)
    if (near) return near
  }
  if (cost.mayBeSorted) {
    const ofDataset = cost.isMostOfAll ? apart(client, datasetKey) : dataset
    const conditions = [ofDataset, isMatch, isInLevels(levels)]
    const found = await findAndSort(db, { dataset, conditions, most: cost.mostSorted }, request)
    if (found) return found
  }
  return filter(db, { conditions: [dataset, isMatch], levels }, request)
}

const isInLevels = (levels: number[]) => sql`level = ANY(${levels}::smallint[])`

/**
 * The sum keeps the key of the data set out of the search in the index: where one data set is most of what there is, it
 * costs less to leave out what is found of others than to look everything up in the list of its values.
 */
function apart(client: Client, datasetKey: string): RawBuilder<unknown> {
  return sql`client_id = ${client.id} AND dataset_key + 0 = ${datasetKey}::bigint`
}

type Finding = { dataset: RawBuilder<unknown>; conditions: RawBuilder<unknown>[]; most?: number }

/** Finds by the index of the texts, then sorts; undefined when there is too much to sort. */
async function findAndSort(
  db: Db,
  { dataset, conditions, most = MAX_SORTED }: Finding,
  { order, after, reversed, limit }: ValueRequest,
): Promise<ListedValue[] | undefined> {
  const { by, sequence, beyond } = sqlOf(order, reversed)
  const isWanted = after ? beyond(after) : sql`true`
  // What is found is only what the order needs, so that it stays in memory; the rows of the page are read at the end.
  const { rows } = await sql<OrNull<ListedValue> & { found: string }>`${sql.raw(CUSTOM_PLAN)}
    WITH found AS MATERIALIZED (
      SELECT path_key, key, ${by} FROM dataset_values WHERE ${sql.join(conditions, sql` AND `)} LIMIT ${most + 1}
    ), page AS MATERIALIZED (
      SELECT path_key FROM found WHERE ${isWanted} ORDER BY ${sequence} LIMIT ${limit}
    )
    SELECT size.found, value.* FROM (SELECT count(*) AS found FROM found) AS size LEFT JOIN LATERAL (
      SELECT ${COLUMNS} FROM dataset_values
      WHERE size.found <= ${most} AND ${dataset} AND path_key = ANY(ARRAY(SELECT path_key FROM page))
    ) AS value ON true ORDER BY ${sequence}`.execute(db)
  if (Number(rows[0]?.found) > most) return undefined
  return rows.filter((row): row is ListedValue & { found: string } => row.key !== null)
}

/** Each level is walked along its own index and the walks are merged, so that nothing is sorted, however many there are. */
async function walk(db: Db, asked: Asked, request: ValueRequest): Promise<ListedValue[]> {
  const { rows } = await sql<ListedValue>`
    SELECT ${COLUMNS} FROM (${merged(asked, COLUMNS, request)} LIMIT ${request.limit}) AS value`.execute(db)
  return rows
}

/** The values that match among the first so many in order; undefined if they are less than a page. */
async function filterNear(
  db: Db,
  { most, ...asked }: Asked & { most: number },
  isMatch: RawBuilder<unknown>,
  request: ValueRequest,
): Promise<ListedValue[] | undefined> {
  const { sequence } = sqlOf(request.order, request.reversed)
  const near = sql`${merged(asked, sql`${COLUMNS}, search_text`, { ...request, limit: most })} LIMIT ${sql.lit(most)}`
  const { rows } = await sql<ListedValue>`
    SELECT ${COLUMNS} FROM (${near}) AS value WHERE ${isMatch} ORDER BY ${sequence} LIMIT ${request.limit}`.execute(db)
  return rows.length === request.limit ? rows : undefined
}

/** Limits that are written out: a plan which is kept then knows that it is for a part of each level, and walks. */
const PARTS = [101, 1001, ...WALKS]

/** The values of some levels, in order. */
function merged(
  { conditions, levels }: Asked,
  columns: RawBuilder<unknown>,
  { order, after, reversed, limit }: ValueRequest,
): RawBuilder<unknown> {
  const { sequence, beyond } = sqlOf(order, reversed)
  const most = sql.lit(PARTS.find((one) => one >= limit) ?? limit)
  const wanted = [...conditions, ...(after ? [beyond(after)] : [])]
  const walks = levels.map(
    (level) => sql`(SELECT ${columns} FROM dataset_values
      WHERE ${sql.join([...wanted, sql`level = ${level}`], sql` AND `)} ORDER BY ${sequence} LIMIT ${most})`,
  )
  // In parentheses of its own, so that one level alone can be sorted and cut again.
  return sql`SELECT * FROM (${sql.join(walks, sql` UNION ALL `)}) AS level ORDER BY ${sequence}`
}

/** Walks each level until it has a page of matches, however far that is. */
async function filter(
  db: Db,
  { conditions, levels }: Asked,
  { order, after, reversed, limit }: ValueRequest,
): Promise<ListedValue[]> {
  const { sequence, beyond } = sqlOf(order, reversed)
  const inLevel = [...conditions, sql`level = wanted.level`, ...(after ? [beyond(after)] : [])]
  const { rows } = await sql<ListedValue>`${sql.raw(CUSTOM_PLAN)}
    SELECT page.* FROM unnest(${levels}::smallint[]) AS wanted (level) CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM dataset_values WHERE ${sql.join(inLevel, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}
    ) AS page ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

function sqlOf({ column, descending }: ValueOrder, reversed: boolean) {
  const [direction, sign] = descending !== reversed ? [sql`DESC`, sql`<`] : [sql`ASC`, sql`>`]
  const by = sql.ref(column)
  return {
    by,
    sequence: sql`${by} ${direction}, key ${direction}`,
    beyond: (after: string[]) => sql`(${by}, key) ${sign} (${after[0]}, ${after[1]}::bigint)`,
  }
}
