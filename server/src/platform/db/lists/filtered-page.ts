import { type RawBuilder, sql } from 'kysely'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeysetRequest } from './keyset-page.ts'
import { keysetSql, type ListOrder } from './keyset-sql.ts'

/** A list that is sorted along an index and narrowed by filters, of which some find little and some find much. */
export type FilteredList = {
  table: string
  /** How the columns and conditions below name the table. */
  alias: string
  /** What is read of the rows of the page. */
  columns: RawBuilder<unknown>
  /** Whose rows, and which of them the index of the order holds. */
  scope: RawBuilder<unknown>[]
  /** Which part of that index, if not all of it. */
  range?: RawBuilder<unknown>
  filters: Filter[]
  /** The table's `key` breaks ties. */
  order: ListOrder & { tie: 'key' }
}

export type Filter = {
  /** The condition on a row at hand. */
  onWalk: RawBuilder<unknown>
  /** The condition in the form that its index understands, if that is another one. */
  onFind?: RawBuilder<unknown>
  /** Whether its index finds so little that walking is pointless. */
  findsLittle?: boolean
}

/** The number of rows that are walked before a search index is used instead. */
const NEAR = 2000
/** What an index finds is sorted, unless it is more than this. */
const FEW = 20_000

/**
 * A page, at a cost that does not grow with the table: filters that let much through are met on a short walk along the
 * order; those that let little through are found by their index and sorted. What is left (much, and all of it far away)
 * is walked to.
 */
export async function filteredPage<Row>(db: Db, list: FilteredList, request: KeysetRequest): Promise<Row[]> {
  if (list.filters.length === 0) return walk(db, list, request, undefined)
  if (!list.filters.some((one) => one.findsLittle)) {
    const near = await walk<Row>(db, list, request, NEAR)
    if (near.length === request.limit) return near
  }
  return (await sortFew<Row>(db, list, request)) ?? walk(db, list, request, undefined)
}

/** Lists that stand one after the other as one; a cursor begins with the number of the list in which it lies. */
export async function chainedPage<Row extends object>(
  db: Db,
  lists: FilteredList[],
  { after, reversed, limit }: KeysetRequest,
): Promise<(Row & { list: number })[]> {
  const start = after ? Number(after[0]) : reversed ? lists.length - 1 : 0
  const rows: (Row & { list: number })[] = []
  for (let number = start; rows.length < limit; number += reversed ? -1 : 1) {
    const list = lists[number]
    if (!list) break
    const request = { after: number === start ? after?.slice(1) : undefined, reversed, limit: limit - rows.length }
    for (const row of await filteredPage<Row>(db, list, request)) rows.push({ ...row, list: number })
  }
  return rows
}

/** Goes along the order and keeps what passes the filters; with `most`, gives up after so many rows. */
async function walk<Row>(
  db: Db,
  { table, alias, columns, scope: all, range, filters, order }: FilteredList,
  request: KeysetRequest,
  most: number | undefined,
): Promise<Row[]> {
  const { beyond, sequence, limit } = keysetSql(alias, { ...request, order })
  const name = sql.ref(alias)
  const along = sql`${sql.table(table)} AS ${name}`
  const scope = range ? [...all, range] : all
  const passed = and(filters.map((one) => one.onWalk))
  const near =
    most === undefined
      ? sql`${along} WHERE ${and([...scope, ...beyond, passed])}`
      : sql`(SELECT * FROM ${along} WHERE ${and([...scope, ...beyond])} ORDER BY ${sequence} LIMIT ${most}) AS ${name}
          WHERE ${passed}`
  const { rows } = await sql<Row>`${sql.raw(range || filters.length > 0 ? CUSTOM_PLAN : '')}
    SELECT ${columns} FROM (SELECT * FROM ${near} ORDER BY ${sequence} LIMIT ${limit}) AS ${name}
    ORDER BY ${sequence}`.execute(db)
  return rows
}

/** A row of a left join, which may have found nothing. */
export type OrNull<Row> = { [Column in keyof Row]: Row[Column] | null }

/** Finds by the indexes of the filters, then sorts; undefined when there is too much to sort. */
async function sortFew<Row>(
  db: Db,
  { table, alias, columns, scope, range, filters, order }: FilteredList,
  request: KeysetRequest,
): Promise<Row[] | undefined> {
  const { beyond, sequence, limit } = keysetSql(alias, { ...request, order })
  const name = sql.ref(alias)
  const along = sql`${sql.table(table)} AS ${name}`
  const wanted = and([...scope, ...(range ? [range] : []), ...filters.map((one) => one.onFind ?? one.onWalk)])
  const keys = sql`${sql.ref(`${alias}.client_id`)}, ${sql.ref(`${alias}.key`)}`
  const sorted = order.column === order.tie ? sql`` : sql`, ${sql.ref(`${alias}.${order.column}`)}`
  // What is found is only what the order needs, so that it stays in memory; the rows of the page are read at the end.
  const { rows } = await sql<OrNull<Row> & { found: string; key: unknown }>`${sql.raw(CUSTOM_PLAN)}
    WITH found AS MATERIALIZED (
      SELECT ${keys}${sorted} FROM ${along} WHERE ${wanted} LIMIT ${FEW + 1}
    ), page AS MATERIALIZED (
      SELECT ${keys} FROM found AS ${name} WHERE ${and(beyond)} ORDER BY ${sequence} LIMIT ${limit}
    )
    SELECT size.found, ${columns} FROM (SELECT count(*) AS found FROM found) AS size
    LEFT JOIN page ON size.found <= ${FEW}
    LEFT JOIN ${along} ON (${keys}) = (page.client_id, page.key) AND ${and(scope)} ORDER BY ${sequence}`.execute(db)
  if (Number(rows[0]?.found) > FEW) return undefined
  return rows.flatMap(({ found: _, ...row }) => (row.key === null ? [] : [row as unknown as Row]))
}

function and(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `)
}
