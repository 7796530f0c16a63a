import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { searchText, sortName } from '#modules/datasets/searchable.ts'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/tables.ts'
import { fold } from '#platform/text/text.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, aDataset } from '#test/harness/builders.ts'
import { vacuum } from '#test/harness/database/vacuum.ts'
import { listValues } from './list-values-query.ts'
import { putValues } from './put-values.ts'

const service = await startApp()
const pool = new pg.Pool({ ...service.connection, max: 1 })
/** What was asked of the database, so that a test can see which way a page was found. */
const asked: string[] = []
const db = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool }),
  log: (event) => void asked.push(event.query.sql),
}) as Db
service.beforeClose(() => pool.end())

type Stored = { code: string; level: number; text: string; name: string; key: string }

const NAMES = ['harbour', 'Harbour Office', 'office', 'Éclair', 'quay 7', 'far away', '']
const COUNT = 6000

/**
 * Many values of the second level below one of the first: every fourth name at random, and things that only the first or
 * the last ones have.
 */
async function aLargeDataset(): Promise<{ datasetKey: string; stored: Stored[] }> {
  const id = await aDataset(service, { dimensions: ['region', 'site', 'room'] })
  const values = Array.from({ length: COUNT }, (_, index) => {
    const names = [NAMES[(index * 2_654_435_761) % NAMES.length], index > COUNT - 60 ? 'zenith' : 'plain', `n${index}`]
    return {
      code: `r.s${String(index).padStart(5, '0')}`,
      localized_names: [{ language_code: 'en-us', value: names.join(' ') }],
    }
  })
  await service.doWork(acme, (work) => putValues(work, id, [{ code: 'r', localized_names: [] }]))
  await service.doWork(acme, (work) => putValues(work, id, values))
  await service.doWork(acme, (work) =>
    putValues(
      work,
      id,
      ['a', 'b', 'c'].map((one) => ({ code: `r.s00007.${one}harbour`, localized_names: [] })),
    ),
  )
  await vacuum(service.db, 'dataset_values')
  const { rows } = await sql<{
    key: string
    code: string
    level: number
    names: Record<string, string>
    dataset_key: string
  }>`
    SELECT value.key, code, level, value.localized_names AS names, dataset_key FROM dataset_values value
    JOIN datasets dataset ON dataset.key = value.dataset_key WHERE dataset.id = ${id}`.execute(service.db)
  const stored = rows.map(({ key, code, level, names }) => {
    return { key, code, level, text: searchText(code, names), name: sortName(names, ['en-us'], code) }
  })
  return { datasetKey: rows[0]?.dataset_key ?? assert.fail('nothing was stored'), stored }
}

const { datasetKey, stored } = await aLargeDataset()

type Order = { column: 'code' | 'sort_name'; descending: boolean }
type Asked = { q: string; order: Order; reversed: boolean; limit: number; from?: Stored | undefined; levels: number[] }

const keyOf = (one: Stored, { column }: Order) => [column === 'code' ? one.code : one.name, one.key]

/** Everything is filtered and sorted in JavaScript, then cut. */
function naivePage({ q, order, reversed, limit, from, levels }: Asked): string[] {
  const wanted = fold(q).trim()
  const sought = [...wanted].length < 3 ? ` ${wanted}` : wanted
  const way = order.descending !== reversed ? -1 : 1
  const compare = (left: Stored, right: Stored) => {
    const [a = '', b = ''] = [keyOf(left, order)[0], keyOf(right, order)[0]]
    return way * (Buffer.compare(Buffer.from(a), Buffer.from(b)) || Number(BigInt(left.key) - BigInt(right.key)))
  }
  return stored
    .filter((one) => levels.includes(one.level) && one.text.includes(sought) && (!from || compare(one, from) > 0))
    .toSorted(compare)
    .slice(0, limit)
    .map((one) => one.key)
}

async function pageAndWay({ q, order, reversed, limit, from, levels }: Asked, count = stored.length) {
  asked.length = 0
  const filters = { datasetKey, count, levels, parentKey: undefined, q }
  const request = { order, reversed, limit, after: from && keyOf(from, order) }
  const rows = await listValues(db, acme.client, filters, request)
  return { keys: rows.map(({ key }) => key), way: asked.map(wayOf) }
}

function wayOf(statement: string): string {
  if (statement.includes('reltuples')) return 'sample'
  if (statement.includes('WITH found')) return 'sort'
  return statement.includes('UNION ALL') || statement.includes('AS level') ? 'near' : 'walk'
}

const byCode = { column: 'code', descending: false } as const

describe('a search in 6,000 values', () => {
  test('gives what a plain filter and sort give, whatever is asked', async () => {
    const cases = fc.record({
      q: fc.constantFrom(
        'harbour',
        'HARB',
        'ha',
        'h',
        'zenith',
        'office harbour',
        'harbour office',
        'eclair',
        'n17',
        'n5999',
        '7',
        'nothing',
        '%',
        'away plain',
      ),
      order: fc.record({ column: fc.constantFrom('code', 'sort_name'), descending: fc.boolean() }),
      reversed: fc.boolean(),
      limit: fc.constantFrom(1, 2, 21, 101, 1001),
      from: fc.option(fc.constantFrom(...stored), { nil: undefined }),
      levels: fc.constantFrom<number[][]>([1, 2, 3], [2], [2, 3], [3], [1]),
      count: fc.constantFrom(stored.length, 0, 10, 1_000_000),
    })
    const ways = new Set<string>()

    await fc.assert(
      fc.asyncProperty(cases, async ({ count, ...one }) => {
        const { keys, way } = await pageAndWay(one, count)

        for (const step of way) ways.add(step)
        assert.deepEqual(keys, naivePage(one))
      }),
      { numRuns: 300 },
    )

    assert.deepEqual([...ways].toSorted(), ['near', 'sample', 'sort', 'walk'])
  })

  const searches: { what: string; q: string; way: string[]; limit?: number; count?: number }[] = [
    { what: 'much is found', q: 'harbour', way: ['sample', 'near'] },
    { what: 'a number is found once', q: 'n5999', way: ['sample', 'sort'] },
    { what: 'nothing is found', q: 'nothing', way: ['sample', 'sort'] },
    { what: 'what is found lies at the end', q: 'zenith', way: ['sample', 'sort'] },
  ]
  for (const { what, q, way } of searches) {
    test(`goes by ${way.join(', then ')} when ${what}`, async () => {
      const one = { q, order: byCode, reversed: false, limit: 21, levels: [1, 2, 3] }

      const found = await pageAndWay(one)

      assert.deepEqual(found.way, way)
      assert.deepEqual(found.keys, naivePage(one))
    })
  }
})
