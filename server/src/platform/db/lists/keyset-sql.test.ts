import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { openDatabase } from '#platform/db/db.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import type { KeysetRequest } from './keyset-page.ts'
import { keysetKey, keysetSql, type ListOrder, listOrder } from './keyset-sql.ts'

const database = await createDatabase({ isEmpty: true })
const { db, pool, close } = openDatabase(database.connection, { poolSize: 2 })
after(async () => {
  await close()
  await database.drop()
})

type Thing = { key: string; code: string; name: string; grade: number; made_at: Date }

/** Few names, grades and moments, so that many are equal; codes that a careless comparison would take for numbers. */
await pool.query(`
  CREATE TABLE things (key bigint PRIMARY KEY, code text COLLATE "C" UNIQUE, name text COLLATE "C", grade integer,
    made_at timestamptz);
  INSERT INTO things SELECT n, 'c' || n, chr(97 + (n * 7) % 4) || repeat('''"', (n % 2)::int), (n * 5) % 3 - 1,
    '2024-01-01T00:00:00.5Z'::timestamptz + (n * 11) % 5 * interval '1 millisecond'
  FROM generate_series(1, 60) AS n`)
const { rows: all } = await pool.query<Thing>('SELECT * FROM things')

async function fetchPage(order: ListOrder, request: KeysetRequest): Promise<string[]> {
  const { beyond, sequence, limit } = keysetSql('thing', { ...request, order })
  const where = beyond.length > 0 ? sql`WHERE ${sql.join(beyond, sql` AND `)}` : sql``
  const { rows } = await sql<Thing>`
    SELECT * FROM things AS thing ${where} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.key)
}

/** What a page must be: everything sorted in JavaScript, then cut. */
function expectedPage({ column, tie, descending }: ListOrder, { reversed, limit }: KeysetRequest, from?: Thing) {
  const compare = (left: Thing, right: Thing) => {
    for (const name of [column, tie] as (keyof Thing)[]) {
      const [one, two] = [left, right].map((row) => (name === 'key' ? Number(row.key) : row[name])) as [number, number]
      if (one < two) return -1
      if (one > two) return 1
    }
    return 0
  }
  const way = descending !== reversed ? -1 : 1
  const sorted = all.toSorted((left, right) => way * compare(left, right))
  return sorted
    .filter((row) => !from || way * compare(row, from) > 0)
    .slice(0, limit)
    .map((row) => row.key)
}

describe('keysetSql', () => {
  const orders: [string, string][] = [
    ['name', 'key'],
    ['name', 'code'],
    ['grade', 'key'],
    ['made_at', 'key'],
    ['made_at', 'code'],
    ['code', 'code'],
    ['key', 'key'],
  ]
  for (const [column, tie] of orders) {
    test(`gives what lies beyond any row, by ${column} and ${tie}, both ways and in both directions`, async () => {
      const cases = fc.record({
        from: fc.option(fc.constantFrom(...all), { nil: undefined }),
        descending: fc.boolean(),
        reversed: fc.boolean(),
        limit: fc.integer({ min: 1, max: 70 }),
      })

      await fc.assert(
        fc.asyncProperty(cases, async ({ from, descending, reversed, limit }) => {
          const order = { column, tie, descending }
          const request = { after: from && keysetKey(from, order), reversed, limit }

          assert.deepEqual(await fetchPage(order, request), expectedPage(order, request, from))
        }),
        { numRuns: 60 },
      )
    })
  }

  test('goes on where a row was that is gone', async () => {
    const order = { column: 'grade', tie: 'key', descending: false }
    const gone = { key: '1000', grade: 0 } as Thing
    const request = { after: keysetKey(gone, order), reversed: false, limit: 5 }

    assert.deepEqual(await fetchPage(order, request), expectedPage(order, request, gone))
  })

  test('takes what a cursor holds as a value, whatever stands in it', async () => {
    const order = { column: 'name', tie: 'code', descending: false }

    const found = await fetchPage(order, {
      after: ["' OR true --", '"; DROP TABLE things'],
      reversed: false,
      limit: 100,
    })

    assert.equal(found.length, 60)
  })
})

describe('keysetKey', () => {
  const row = {
    key: '9007199254740993',
    code: 'a',
    name: null,
    grade: 5,
    made_at: new Date('2024-01-31T09:30:00.123Z'),
  }
  const cases: [string, string, string[]][] = [
    ['code', 'code', ['a']],
    ['code', 'key', ['a', '9007199254740993']],
    ['grade', 'key', ['5', '9007199254740993']],
    ['made_at', 'code', ['2024-01-31T09:30:00.123Z', 'a']],
  ]
  for (const [column, tie, expected] of cases) {
    test(`of ${column} and ${tie}`, () => {
      assert.deepEqual(keysetKey(row, { column, tie, descending: false }), expected)
    })
  }
})

describe('listOrder', () => {
  const cases: [string, ListOrder][] = [
    ['name', { column: 'sort_name', tie: 'key', descending: false }],
    ['-name', { column: 'sort_name', tie: 'key', descending: true }],
    ['updated_at', { column: 'updated_at', tie: 'key', descending: false }],
    ['-updated_at', { column: 'updated_at', tie: 'key', descending: true }],
    ['key', { column: 'key', tie: 'key', descending: false }],
  ]
  for (const [sort, expected] of cases) {
    test(`reads ${sort}`, () => {
      assert.deepEqual(listOrder(sort, { name: 'sort_name' }, 'key'), expected)
    })
  }
})
