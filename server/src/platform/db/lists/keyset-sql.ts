import { type RawBuilder, sql } from 'kysely'
import type { KeysetRequest } from './keyset-page.ts'

/** By which column a list is sorted; `tie`, unique in the list, tells equal ones apart. */
export type ListOrder = { column: string; tie: string; descending: boolean }

/** What a query must fetch, and in which order. */
export type OrderedRequest = KeysetRequest & { order: ListOrder }

/** The parts of a statement that fetch a page: what lies beyond the cursor, in which order, and how much. */
export function keysetSql(
  table: string,
  { order: { column, tie, descending }, after, reversed, limit }: OrderedRequest,
): { beyond: RawBuilder<unknown>[]; sequence: RawBuilder<unknown>; limit: number } {
  const [direction, sign] = descending !== reversed ? [sql`DESC`, sql`<`] : [sql`ASC`, sql`>`]
  const by = sql.ref(`${table}.${column}`)
  const last = sql.ref(`${table}.${tie}`)
  if (column === tie) {
    return { beyond: after ? [sql`${by} ${sign} ${after[0]}`] : [], sequence: sql`${by} ${direction}`, limit }
  }
  return {
    beyond: after ? [sql`(${by}, ${last}) ${sign} (${after[0]}, ${after[1]})`] : [],
    sequence: sql`${by} ${direction}, ${last} ${direction}`,
    limit,
  }
}

/** What a cursor remembers of a row. */
export function keysetKey(row: object, { column, tie }: ListOrder): string[] {
  const columns = row as Record<string, unknown>
  const texts = [columns[column], columns[tie]].map((value) =>
    value instanceof Date ? value.toISOString() : String(value),
  )
  return column === tie ? texts.slice(0, 1) : texts
}

/** `-updated_at` is the column updated_at, downwards. */
export function listOrder<const Tie extends string>(
  sort: string,
  columns: Record<string, string>,
  tie: Tie,
): ListOrder & { tie: Tie } {
  const name = sort.replace(/^-/, '')
  return { column: columns[name] ?? name, tie, descending: sort.startsWith('-') }
}
