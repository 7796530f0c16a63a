import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { containingWord } from '#platform/db/like.ts'
import type { Client } from '#platform/db/work.ts'
import type { KeysetRequest } from '#platform/http/keyset-page.ts'
import type { Translations } from './localized-names.ts'

export type ListedValue = {
  key: string
  path: string
  code: string
  level: number
  sort_name: string
  localized_names: Translations
}
export type ValueFilters = { levels: number[]; parentKey: string | undefined; q: string | undefined }
export type ValueOrder = { column: 'code' | 'sort_name'; descending: boolean }

/**
 * A page of values. Each level is walked along its own index and the walks are merged, so that no list sorts more than
 * ten pages, however many values there are.
 */
export async function listValues(
  db: Db,
  client: Client,
  datasetKey: string,
  { levels, parentKey, q }: ValueFilters,
  { column, descending }: ValueOrder,
  { after, reversed, limit }: KeysetRequest,
): Promise<ListedValue[]> {
  const isDown = descending !== reversed
  const [direction, beyond] = isDown ? [sql`DESC`, sql`<`] : [sql`ASC`, sql`>`]
  const by = sql.ref(column)
  const order = sql`${by} ${direction}, key ${direction}`
  const conditions: RawBuilder<unknown>[] = [
    sql`client_id = ${client.id}`,
    sql`dataset_key = ${datasetKey}`,
    sql`level = wanted.level`,
  ]
  if (parentKey !== undefined) conditions.push(sql`parent_key = ${parentKey}`)
  if (q !== undefined) conditions.push(sql`search_text LIKE ${containingWord(q)}`)
  if (after) conditions.push(sql`(${by}, key) ${beyond} (${after[0]}, ${after[1]}::bigint)`)
  // How many rows a search finds depends on its text: it is planned anew each time.
  const { rows } = await sql<ListedValue>`${q === undefined ? sql`` : sql`/* plan anew */ `}
    SELECT found.* FROM unnest(${levels}::smallint[]) AS wanted (level) CROSS JOIN LATERAL (
      SELECT key, path, code, level, sort_name, localized_names FROM dataset_values
      WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${order} LIMIT ${limit}
    ) AS found ORDER BY ${order} LIMIT ${limit}`.execute(db)
  return rows
}
