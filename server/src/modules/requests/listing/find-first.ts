import { type RawBuilder, sql } from 'kysely'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'

/**
 * What a manager sees: as one condition on a request at hand, and as parts of which it meets one at most. An index has those
 * of the `scope` in order.
 */
export type Within = { scope: RawBuilder<unknown>[]; isWithin: RawBuilder<unknown>; parts: RawBuilder<unknown>[] }
/** Requests that meet all conditions, of which `beyond` are those of the page. */
type Sought = Within & { conditions: RawBuilder<unknown>[]; beyond: RawBuilder<unknown>[] }
/** Constant SQL texts, and whether an index has the order. */
type Walked = { sequence: string; column: string; direction: string; isIndexed: boolean; limit: number }

/** So many requests are met in order before they are found by their conditions instead. */
const NEAR = 2000
/** What the conditions find is sorted, unless it is more than this. */
const FEW = 20_000

/**
 * The ids of the first ones. PostgreSQL takes matches to lie evenly along an order, and walks to the end where they do not:
 * here it walks a little, then it finds what each part has, and only if that is much, it decides by itself.
 */
export async function findFirst(db: Db, sought: Sought, walked: Walked): Promise<string[]> {
  if (walked.isIndexed) {
    const near = await findNear(db, sought, walked)
    if (near.length === walked.limit) return near
  }
  return (await findFew(db, sought, walked)) ?? findInParts(db, sought, walked)
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

async function findNear(db: Db, sought: Sought, { sequence, limit }: Walked): Promise<string[]> {
  const { scope, conditions, isWithin, beyond } = sought
  const order = sql.raw(sequence)
  const { rows } = await sql<{ id: string }>`${sql.raw(CUSTOM_PLAN)}
    SELECT request.id::text FROM (
      SELECT * FROM requests request WHERE ${and([...scope, ...beyond])} ORDER BY ${order} LIMIT ${NEAR}
    ) AS request WHERE ${and([...conditions, isWithin])} ORDER BY ${order} LIMIT ${limit}`.execute(db)
  return idsOf(rows)
}

/** Undefined when there is too much to sort. */
async function findFew(
  db: Db,
  { conditions, parts }: Sought,
  { column, direction, limit }: Walked,
): Promise<string[] | undefined> {
  const found = parts.map(
    (part) => sql`(SELECT request.id, ${sql.raw(column)} AS place FROM requests request
      WHERE ${and([...conditions, part])} LIMIT ${FEW + 1})`,
  )
  const way = sql.raw(direction)
  const { rows } = await sql<{ found: string; ids: string[] }>`${sql.raw(CUSTOM_PLAN)}
    WITH found AS MATERIALIZED (${sql.join(found, sql` UNION ALL `)})
    SELECT (SELECT count(*) FROM found) AS found,
      ARRAY(SELECT id::text FROM found ORDER BY place ${way}, id ${way} LIMIT ${limit}) AS ids`.execute(db)
  const [row] = rows
  return row && Number(row.found) <= FEW ? row.ids : undefined
}

/** The first of each part, and of these the first of all. */
export async function findInParts(
  db: Db,
  { scope, conditions, parts }: Sought,
  { sequence, limit }: Walked,
): Promise<string[]> {
  const order = sql.raw(sequence)
  const pages = parts.map(
    (part) =>
      sql`(SELECT request.id FROM requests request WHERE ${and([...conditions, part])} ORDER BY ${order} LIMIT ${limit})`,
  )
  const { rows } = await sql<{ id: string }>`${sql.raw(CUSTOM_PLAN)}
    SELECT request.id::text FROM requests request
    WHERE ${and(scope)} AND request.id = ANY (ARRAY(${sql.join(pages, sql` UNION ALL `)}))
    ORDER BY ${order} LIMIT ${limit}`.execute(db)
  return idsOf(rows)
}

const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` AND `)
