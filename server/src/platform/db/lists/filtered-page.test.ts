import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { openDatabase } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/tables.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { type Filter, type FilteredList, filteredPage } from './filtered-page.ts'
import { type KeysetRequest, keysetPage, keysetRequest } from './keyset-page.ts'
import { keysetKey, type ListOrder } from './keyset-sql.ts'

const database = await createDatabase({ isEmpty: true })
const { pool, close } = openDatabase(database.connection, { poolSize: 2 })
/** What was asked of the database, so that a test can see which way a page was found. */
const asked: string[] = []
const db = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool }),
  log: (event) => void asked.push(event.query.sql),
})
after(async () => {
  await close()
  await database.drop()
})

const MANY = 30_000
type Thing = { client_id: string; key: string; n: number; name: string; grade: number; colour: string }

/** Many things of one client along `n`, three of each name; and few of another, nearly all of them alike. */
await pool.query(`
  CREATE TABLE things (client_id text COLLATE "C", key bigint GENERATED ALWAYS AS IDENTITY, n integer NOT NULL,
    name text COLLATE "C" NOT NULL, grade integer NOT NULL, colour text NOT NULL, PRIMARY KEY (client_id, key));
  CREATE INDEX things_by_name ON things (client_id, name, key);
  CREATE INDEX things_by_grade ON things (client_id, grade, key);
  CREATE INDEX things_by_n ON things (client_id, n);
  INSERT INTO things (client_id, n, name, grade, colour)
  SELECT 'many', n, lpad((n / 3)::text, 6, '0'), n % 7, CASE WHEN n % 2 = 0 THEN 'red' ELSE 'blue' END
  FROM generate_series(1, ${MANY}) AS n ORDER BY n;
  INSERT INTO things (client_id, n, name, grade, colour)
  SELECT 'few', n, chr(97 + (random() * 3)::int), (random() * 3)::int, (ARRAY['red', 'blue', 'green'])[1 + (random() * 2)::int]
  FROM generate_series(1, 150) AS n;
  ANALYZE things`)
const all = (await pool.query<Thing>('SELECT * FROM things')).rows

const byName = { column: 'name', tie: 'key', descending: false } as const
const within = (from: number, to: number) => ({ from, to, onWalk: sql`thing.n BETWEEN ${from} AND ${to}` })

function listOf(client: string, order: FilteredList['order'], filters: Filter[]): FilteredList {
  const columns = sql.raw('thing.client_id, thing.key, thing.n, thing.name, thing.grade, thing.colour')
  return { table: 'things', alias: 'thing', columns, scope: [sql`thing.client_id = ${client}`], filters, order }
}

/** What the page must be: everything sorted and filtered in JavaScript, then cut. */
function naivePage(rows: Thing[], order: ListOrder, isKept: (row: Thing) => boolean, request: KeysetRequest): Thing[] {
  const isByKey = order.column === order.tie
  const column = order.column as 'name' | 'grade'
  const way = order.descending !== request.reversed ? -1 : 1
  const compare = (left: Pick<Thing, 'key' | 'name' | 'grade'>, right: Pick<Thing, 'key' | 'name' | 'grade'>) =>
    !isByKey && left[column] !== right[column]
      ? left[column] < right[column]
        ? -1
        : 1
      : Number(left.key) - Number(right.key)
  const [value = '', key = isByKey ? value : ''] = request.after ?? []
  const from = { key, name: value, grade: Number(value) }
  return rows
    .filter((row) => isKept(row) && (!request.after || way * compare(row, from) > 0))
    .sort((left, right) => way * compare(left, right))
    .slice(0, request.limit)
}

async function pageAndWay(list: FilteredList, request: KeysetRequest): Promise<{ keys: string[]; way: string[] }> {
  asked.length = 0
  const rows = await filteredPage<Thing>(db, list, request)
  return { keys: keysOf(rows), way: asked.map(wayOf) }
}

/** A short walk cuts twice: after so many rows, and after so many that passed. */
function wayOf(statement: string): string {
  if (statement.includes('WITH found')) return 'find'
  return statement.match(/\bLIMIT\b/g)?.length === 2 ? 'near' : 'walk'
}

const keysOf = (rows: Thing[]) => rows.map((row) => row.key)

describe('filteredPage', () => {
  test('gives what a plain sort and filter gives, whatever is asked of things that are nearly all alike', async () => {
    const few = all.filter((row) => row.client_id === 'few')
    const cases = fc.record({
      column: fc.constantFrom('name', 'grade', 'key'),
      descending: fc.boolean(),
      reversed: fc.boolean(),
      from: fc.option(fc.constantFrom(...few), { nil: undefined }),
      colour: fc.option(fc.constantFrom('red', 'blue', 'green', 'none'), { nil: undefined }),
      most: fc.option(fc.integer({ min: 0, max: 150 }), { nil: undefined }),
      findsLittle: fc.boolean(),
      limit: fc.integer({ min: 1, max: 160 }),
    })

    await fc.assert(
      fc.asyncProperty(cases, async ({ column, descending, reversed, from, colour, most, findsLittle, limit }) => {
        const order = { column, tie: 'key', descending } as const
        const request = { after: from && keysetKey(from, order), reversed, limit }
        const filters: Filter[] = [
          ...(colour ? [{ onWalk: sql`thing.colour = ${colour}`, findsLittle }] : []),
          ...(most === undefined ? [] : [{ onWalk: sql`thing.n <= ${most}` }]),
        ]
        const isKept = (row: Thing) => (!colour || row.colour === colour) && (most === undefined || row.n <= most)

        const rows = await filteredPage<Thing>(db, listOf('few', order, filters), request)

        const columns = ({ client_id, key, n, name, grade, colour: its }: Thing) => [
          client_id,
          key,
          n,
          name,
          grade,
          its,
        ]
        assert.deepEqual(rows.map(columns), naivePage(few, order, isKept, request).map(columns))
      }),
      { numRuns: 300 },
    )
  })

  const ways: { what: string; filter: { from: number; to: number }; limit: number; way: string[]; little?: boolean }[] =
    [
      { what: 'much is kept', filter: within(1, MANY), limit: 21, way: ['near'] },
      { what: 'enough is kept within 2,000 rows', filter: within(1998, 2000), limit: 3, way: ['near'] },
      { what: 'not enough is kept within 2,000 rows', filter: within(1999, 2001), limit: 3, way: ['near', 'find'] },
      { what: 'little is kept, far away', filter: within(29_990, MANY), limit: 21, way: ['near', 'find'] },
      { what: 'nothing is kept', filter: within(MANY + 1, MANY + 2), limit: 21, way: ['near', 'find'] },
      { what: '20,000 are kept, far away', filter: within(5001, 25_000), limit: 21, way: ['near', 'find'] },
      { what: '20,001 are kept, far away', filter: within(5001, 25_001), limit: 21, way: ['near', 'find', 'walk'] },
      { what: 'much is kept, far away', filter: within(4000, MANY), limit: 101, way: ['near', 'find', 'walk'] },
      { what: 'a filter finds little', filter: within(10, 20), limit: 3, way: ['find'], little: true },
      {
        what: 'a filter finds more than it said',
        filter: within(1, MANY),
        limit: 3,
        way: ['find', 'walk'],
        little: true,
      },
    ]
  const many = all.filter((row) => row.client_id === 'many')
  for (const { what, filter, limit, way, little = false } of ways) {
    test(`goes by ${way.join(', then ')} when ${what}`, async () => {
      const request = { after: undefined, reversed: false, limit }
      const isKept = ({ n }: Thing) => n >= filter.from && n <= filter.to
      const condition = sql`thing.n BETWEEN ${filter.from} AND ${filter.to}`

      const list = listOf('many', byName, [{ onWalk: condition, findsLittle: little }])
      const { keys, way: gone } = await pageAndWay(list, request)

      assert.deepEqual(gone, way)
      assert.deepEqual(keys, keysOf(naivePage(many, byName, isKept, request)))
    })

    test(`gives the same pages forwards and back, and in either order, when ${what}`, async () => {
      const isKept = ({ n }: Thing) => n >= filter.from && n <= filter.to
      const condition = sql`thing.n BETWEEN ${filter.from} AND ${filter.to}`
      const edges = many.filter(({ n }) => [1, 2, filter.from, filter.from + 4, filter.to - 1, MANY - 1].includes(n))

      for (const descending of [false, true]) {
        for (const reversed of [false, true]) {
          for (const from of edges) {
            const order = { ...byName, descending }
            const request = { after: keysetKey(from, order), reversed, limit }
            const list = listOf('many', order, [{ onWalk: condition, findsLittle: little }])

            const rows = await filteredPage<Thing>(db, list, request)

            assert.deepEqual(keysOf(rows), keysOf(naivePage(many, order, isKept, request)))
          }
        }
      }
    })
  }

  test('walks at once without a filter', async () => {
    const request = { after: undefined, reversed: false, limit: 21 }

    const { keys, way } = await pageAndWay(listOf('many', byName, []), request)

    assert.deepEqual(way, ['walk'])
    assert.deepEqual(keys, keysOf(naivePage(many, byName, () => true, request)))
  })

  test('asks each filter in the form that is meant for the walk or for the index', async () => {
    const filter = { onWalk: sql`thing.n + 0 >= 29995`, onFind: sql`thing.n >= 29995` }

    const { keys, way } = await pageAndWay(listOf('many', byName, [filter]), keysetRequest(undefined, 20))

    assert.deepEqual(way, ['near', 'find'])
    assert.equal(keys.length, 6)
    assert.deepEqual(
      asked.map((one) => [one.includes('thing.n + 0 >='), one.includes('thing.n >=')]),
      [
        [true, false],
        [false, true],
      ],
    )
  })

  test('asks all filters at once', async () => {
    const filters = [{ onWalk: sql`thing.colour = 'red'` }, { onWalk: sql`thing.grade = 3` }, within(100, 29_000)]
    const isKept = (row: Thing) => row.colour === 'red' && row.grade === 3 && row.n >= 100 && row.n <= 29_000
    const request = { after: undefined, reversed: true, limit: 40 }

    const { keys } = await pageAndWay(listOf('many', byName, filters), request)

    assert.deepEqual(keys, keysOf(naivePage(many, byName, isKept, request)))
  })

  test('leads through a whole list once, whichever way its pages are found', async () => {
    const kept = within(1900, 4100)
    const seen: string[] = []
    const ways = new Set<string>()
    let request = keysetRequest(undefined, 100)
    for (;;) {
      const { keys, way } = await pageAndWay(listOf('many', byName, [kept]), request)
      const rows = keys.map((key) => many.find((row) => row.key === key) as Thing)
      const page = keysetPage(rows, request, (row) => keysetKey(row, byName))
      seen.push(...keysOf(page.rows))
      ways.add(way.join())
      if (!page.next) break
      request = keysetRequest(page.next, 100)
    }

    const everything = { after: undefined, reversed: false, limit: MANY }
    const isKept = ({ n }: Thing) => n >= kept.from && n <= kept.to
    assert.deepEqual(seen, keysOf(naivePage(many, byName, isKept, everything)))
    assert.deepEqual(ways, new Set(['near', 'near,find']))
  })
})
