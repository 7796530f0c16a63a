import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { copyLine } from './copy-line.ts'
import { copyRows } from './copy-rows.ts'
import { openDatabase, type Tx } from './db.ts'
import { statement } from './statement.ts'
import { tableBatches } from './table-batches.ts'
import { transact } from './transact.ts'

const database = await createDatabase({ isEmpty: true })
// One connection, so that whatever a COPY does to it is met by what follows.
const { db, pool, close } = openDatabase(database.connection, { poolSize: 1 })
after(async () => {
  await close()
  await database.drop()
})

type Row = { number: number; text: string | null }

const create = statement<never>('CREATE TEMPORARY TABLE copied (number integer, text text) ON COMMIT DROP')
const createSmall = statement<never>('CREATE TEMPORARY TABLE copied (number integer NOT NULL CHECK (number < 5))')
const insert = statement<never, { number: number; text: string }>(
  'INSERT INTO copied VALUES ($number::integer, $text::text)',
)
const list = statement<Row>(`${CUSTOM_PLAN} SELECT number, text FROM copied ORDER BY number`)
const listBetween = statement<Row, { from: string; to: string }>(`${CUSTOM_PLAN}
  SELECT number, text FROM copied WHERE ctid >= $from AND ctid < $to`)

const bytesOf = (rows: Row[]) => Buffer.from(rows.map(({ number, text }) => copyLine([number, text])).join(''))
const copy = (tx: Tx, ...parts: Uint8Array[]) => copyRows(tx, 'copied', ['number', 'text'], parts)
async function copied(tx: Tx, rows: Row[]): Promise<Row[]> {
  await create(tx)
  await copy(tx, bytesOf(rows))
  return list(tx)
}
const numbered = (...texts: (string | null)[]): Row[] => texts.map((text, number) => ({ number, text }))
const isUsable = async () => assert.deepEqual((await pool.query('SELECT 1 AS it')).rows, [{ it: 1 }])

describe('rows that are copied', () => {
  test('come out as they went in, whatever their text', async () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom('\\', '\t', '\n', '\r', 'N', '.', 'x', '0', '"', "'", '\b', '\v', 'é', '🙂') }),
      // PostgreSQL stores no NUL.
      fc.string({ unit: 'binary' }).map((one) => one.replaceAll('\0', '')),
      fc.constantFrom(null, '', '\\N', '\\.', '\\', '\\\\', '\n', '\\x41', '\\101', 'NULL'),
    )

    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 100 }), async (texts) => {
        const rows = numbered(...texts)

        assert.deepEqual(await transact(db, (tx) => copied(tx, rows)), rows)
      }),
      { numRuns: 30 },
    )
  })

  test('may be numbers, booleans and nothing', async () => {
    const read = await transact(db, async (tx) => {
      await statement('CREATE TEMPORARY TABLE mixed (a bigint, b boolean, c boolean, d text) ON COMMIT DROP')(tx)
      await copyRows(tx, 'mixed', ['d', 'c', 'b', 'a'], [Buffer.from(copyLine([null, false, true, 9007199254740991]))])
      return statement('SELECT a::text, b, c, d FROM mixed')(tx)
    })

    assert.deepEqual(read, [{ a: '9007199254740991', b: true, c: false, d: null }])
  })

  test('may come in many parts, empty ones among them, or not at all', async () => {
    const rows = numbered(...Array.from({ length: 5000 }, (_, index) => `${index} `.repeat(20)))
    const parts = Array.from({ length: 50 }, (_, index) => bytesOf(rows.slice(index * 100, index * 100 + 100)))

    const read = await transact(db, async (tx) => {
      await create(tx)
      await copy(tx)
      await copy(tx, ...parts.flatMap((part) => [part, Buffer.alloc(0)]))
      return list(tx)
    })

    assert.deepEqual(read, rows)
  })

  test('stand between statements of one transaction, and end with it', async () => {
    await pool.query('CREATE TABLE kept (number integer, text text)')
    const keep = (tx: Tx, rows: Row[]) => copyRows(tx, 'kept', ['number', 'text'], [bytesOf(rows)])

    const seen = await transact(db, async (tx) => {
      await create(tx)
      await insert(tx, { number: 0, text: 'before' })
      await copy(tx, bytesOf([{ number: 1, text: 'first' }]))
      await Promise.all([insert(tx, { number: 2, text: 'between' }), insert(tx, { number: 3, text: 'between' })])
      await copy(tx, bytesOf([{ number: 4, text: 'second' }]))
      await insert(tx, { number: 5, text: 'behind' })
      return list(tx)
    })
    await assert.rejects(
      transact(db, async (tx) => {
        await keep(tx, numbered('lost'))
        throw new Error('later')
      }),
      /later/,
    )
    // The first that is done in its transaction, and the last.
    await transact(db, (tx) => keep(tx, numbered('kept')))

    assert.deepEqual(
      seen.map((row) => row.text),
      ['before', 'first', 'between', 'between', 'second', 'behind'],
    )
    assert.deepEqual((await pool.query('SELECT text FROM kept')).rows, [{ text: 'kept' }])
  })

  test('are refused outside of a transaction', async () => {
    await assert.rejects(copyRows(db as never, 'copied', ['number'], []), /within a transaction only/)
  })
})

describe('a COPY that fails', () => {
  const failures: [string, () => Iterable<Uint8Array>, { code?: string; message?: RegExp }][] = [
    ['since a value is of the wrong type', () => [Buffer.from('x\n')], { code: '22P02' }],
    ['since a check refuses a row', () => [Buffer.from('1\n7\n')], { code: '23514' }],
    ['since a row has too many cells', () => [Buffer.from('1\t2\n')], { code: '22P04' }],
    [
      'early, with much still to send',
      () => Array.from({ length: 200 }, () => Buffer.alloc(60_000, '7\n')),
      { code: '23514' },
    ],
    ['since its rows cannot be made', failing, { message: /no more rows/ }],
  ]
  for (const [what, parts, error] of failures) {
    test(`${what} rejects, stores nothing, and leaves the connection usable`, async () => {
      const failed = transact(db, async (tx) => {
        await createSmall(tx)
        await copyRows(tx, 'copied', ['number'], parts())
      })

      await assert.rejects(failed, error)
      await isUsable()
      assert.deepEqual(await transact(db, (tx) => copied(tx, numbered('a'))), numbered('a'))
      assert.deepEqual([pool.totalCount, pool.idleCount], [1, 1])
    })
  }

  test('into a table that is not there rejects, and leaves the connection usable', async () => {
    await assert.rejects(
      transact(db, (tx) => copyRows(tx, 'nowhere', ['number'], [Buffer.from('1\n')])),
      { code: '42P01' },
    )

    await isUsable()
  })

  test('on a connection that is killed rejects, and another takes its place', async () => {
    const killed = transact(db, async (tx) => {
      await create(tx)
      await statement('SELECT pg_terminate_backend(pg_backend_pid())')(tx).catch(() => {})
      await copy(tx, bytesOf(numbered('a')))
    })

    await assert.rejects(killed)
    await isUsable()
  })
})

describe('slicesOf', () => {
  for (const { rows, pagesAtOnce } of [
    { rows: 0, pagesAtOnce: 3 },
    { rows: 1, pagesAtOnce: 3 },
    { rows: 5000, pagesAtOnce: 1 },
    { rows: 5000, pagesAtOnce: 7 },
    { rows: 5000, pagesAtOnce: 10_000 },
  ]) {
    test(`covers each of ${rows} rows once, ${pagesAtOnce} pages at a time`, async () => {
      const given = numbered(...Array.from({ length: rows }, (_, index) => 'x'.repeat(index % 100)))

      const { read, shares, slices } = await transact(db, async (tx) => {
        await create(tx)
        await copy(tx, bytesOf(given))
        const read: Row[] = []
        const shares: number[] = []
        for await (const { from, to, share } of tableBatches(tx, 'copied', pagesAtOnce)) {
          read.push(...(await listBetween(tx, { from, to })))
          shares.push(share)
        }
        return { read, shares, slices: shares.length }
      })

      assert.deepEqual(read, given)
      assert.equal(shares.at(-1), rows === 0 ? undefined : 1)
      assert.deepEqual(
        shares,
        shares.toSorted((a, b) => a - b),
      )
      assert.equal(slices > 1, rows > 1 && pagesAtOnce < 10)
    })
  }

  test('leaves out rows that were deleted, and meets those that moved', async () => {
    const read = await transact(db, async (tx) => {
      await create(tx)
      await copy(tx, bytesOf(numbered(...Array(1000).fill('old'))))
      await statement('DELETE FROM copied WHERE number % 2 = 0')(tx)
      await statement(`UPDATE copied SET text = 'new' WHERE number < 500`)(tx)
      const read: Row[] = []
      for await (const { from, to } of tableBatches(tx, 'copied', 1))
        read.push(...(await listBetween(tx, { from, to })))
      return read
    })

    assert.deepEqual(
      read.toSorted((a, b) => a.number - b.number),
      Array.from({ length: 500 }, (_, half) => ({ number: half * 2 + 1, text: half < 250 ? 'new' : 'old' })),
    )
  })
})

function* failing(): Generator<Uint8Array> {
  yield Buffer.from('1\n')
  throw new Error('no more rows')
}
