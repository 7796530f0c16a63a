import { type RawBuilder, sql } from 'kysely'
import type { Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { containingWord } from '#platform/db/like.ts'
import type { OrNull } from '#platform/db/lists/filtered-page.ts'
import type { KeysetRequest } from '#platform/db/lists/keyset-page.ts'

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

/** A search that finds no more than this is sorted after it; one that finds more is met soon on a walk in order. */
const MAX_SORTED = 20_000

const COLUMNS = sql`key, path, code, level, sort_name, localized_names`

/** A page of values. */
export async function listValues(
  db: Db,
  client: Client,
  { datasetKey, levels, parentKey, q }: ValueFilters & { datasetKey: string },
  request: ValueRequest,
): Promise<ListedValue[]> {
  const dataset = sql`client_id = ${client.id} AND dataset_key = ${datasetKey}`
  const conditions = [dataset, ...(parentKey === undefined ? [] : [sql`parent_key = ${parentKey}`])]
  if (q === undefined) return walk(db, { conditions, levels }, request)
  conditions.push(sql`search_text LIKE ${containingWord(q)}`)
  const inLevels = [...conditions, sql`level = ANY(${levels}::smallint[])`]
  const found = await findAndSort(db, { dataset, conditions: inLevels }, request)
  return found ?? walk(db, { conditions, levels, plan: sql.raw(CUSTOM_PLAN) }, request)
}

/** Finds by the index of the texts, then sorts; undefined when there is too much to sort. */
async function findAndSort(
  db: Db,
  { dataset, conditions }: { dataset: RawBuilder<unknown>; conditions: RawBuilder<unknown>[] },
  { order, after, reversed, limit }: ValueRequest,
): Promise<ListedValue[] | undefined> {
  const { by, sequence, beyond } = sqlOf(order, reversed)
  const isWanted = after ? beyond(after) : sql`true`
  // What is found is only what the order needs, so that it stays in memory; the rows of the page are read at the end.
  const { rows } = await sql<OrNull<ListedValue> & { found: string }>`${sql.raw(CUSTOM_PLAN)}
    WITH found AS MATERIALIZED (
      SELECT path_key, key, ${by} FROM dataset_values WHERE ${sql.join(conditions, sql` AND `)} LIMIT ${MAX_SORTED + 1}
    ), page AS MATERIALIZED (
      SELECT path_key FROM found WHERE ${isWanted} ORDER BY ${sequence} LIMIT ${limit}
    )
    SELECT size.found, value.* FROM (SELECT count(*) AS found FROM found) AS size LEFT JOIN LATERAL (
      SELECT ${COLUMNS} FROM dataset_values
      WHERE size.found <= ${MAX_SORTED} AND ${dataset} AND path_key = ANY(ARRAY(SELECT path_key FROM page))
    ) AS value ON true ORDER BY ${sequence}`.execute(db)
  if (Number(rows[0]?.found) > MAX_SORTED) return undefined
  return rows.filter((row): row is ListedValue & { found: string } => row.key !== null)
}

/** Which levels are walked for which values; `plan` tells how PostgreSQL plans it. */
type Walk = { conditions: RawBuilder<unknown>[]; levels: number[]; plan?: RawBuilder<unknown> }

/**
 * Each level is walked along its own index and the walks are merged, so that no list sorts more than ten pages, however
 * many values there are.
 */
async function walk(
  db: Db,
  { conditions, levels, plan = sql`` }: Walk,
  { order, after, reversed, limit }: ValueRequest,
): Promise<ListedValue[]> {
  const { sequence, beyond } = sqlOf(order, reversed)
  const inLevel = [...conditions, sql`level = wanted.level`, ...(after ? [beyond(after)] : [])]
  const { rows } = await sql<ListedValue>`${plan}
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
