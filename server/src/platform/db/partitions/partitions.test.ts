import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import pg from 'pg'
import { openDatabase } from '#platform/db/db.ts'
import { firstIdOf, uuidv7 } from '#platform/uuid.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { eventually } from '#test/harness/eventually.ts'
import { dropPartitions, listPartitions, makePartitionsAhead, type PartitionedTable } from './partitions.ts'

const database = await createDatabase({ isEmpty: true })
const { db, pool, close } = openDatabase(database.connection)
after(async () => {
  await close()
  await database.drop()
})

const LINES: PartitionedTable = { name: 'lines', period: 'week', ahead: 2, fillfactor: 60 }
const at = (day: string) => new Date(`${day}T12:00:00Z`)
/** A Thursday; the two partitions meet on the Monday after it. */
const NOW = at('2026-11-19')
const BOUND = firstIdOf(new Date('2026-11-23'))

beforeEach(async () => {
  await pool.query(`
    DROP TABLE IF EXISTS lines;
    CREATE TABLE lines (
      id uuid PRIMARY KEY, text text NOT NULL DEFAULT 'a', CONSTRAINT lines_text CHECK (text <> '')
    ) PARTITION BY RANGE (id);
    CREATE INDEX lines_by_text ON lines (text, id);
    CREATE TABLE lines_before PARTITION OF lines FOR VALUES FROM (MINVALUE) TO ('${BOUND}');
    CREATE TABLE lines_beyond PARTITION OF lines FOR VALUES FROM ('${BOUND}') TO (MAXVALUE)`)
})

const insert = (...ids: string[]) => pool.query('INSERT INTO lines (id) SELECT unnest($1::uuid[])', [ids])
const insertAt = async (...days: string[]) => insert(...days.map((day) => uuidv7(at(day))))

/** The days that are there, by partition. */
async function days(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { name } of await listPartitions(db, LINES)) {
    const { rows } = await pool.query<{ id: string }>(`SELECT id FROM ${name} ORDER BY id`)
    found[name] = rows.map(({ id }) =>
      new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString().slice(0, 10),
    )
  }
  return found
}

describe('makePartitionsAhead', () => {
  test('makes those of the present period and the ones ahead, without a gap', async () => {
    await makePartitionsAhead(db, LINES, at('2026-11-25'))
    await insertAt('1971-01-01', '2026-11-22', '2026-11-23', '2026-12-06', '2026-12-10', '2026-12-14', '2400-01-01')

    assert.deepEqual(await days(), {
      lines_before: ['1971-01-01', '2026-11-22'],
      lines_20261123: ['2026-11-23'],
      lines_20261130: ['2026-12-06'],
      lines_20261207: ['2026-12-10'],
      lines_beyond: ['2026-12-14', '2400-01-01'],
    })
  })

  test('gives them all that the table has: indexes, checks, defaults, and room for updates', async () => {
    await makePartitionsAhead(db, LINES, at('2026-11-25'))

    const { rows } = await pool.query<{ name: string; options: string[]; indexes: number }>(`
      SELECT relname AS name, reloptions AS options, (SELECT count(*)::int FROM pg_index WHERE indrelid = oid) AS indexes
      FROM pg_class WHERE relname = 'lines_20261123'`)
    assert.deepEqual(rows, [{ name: 'lines_20261123', options: ['fillfactor=60'], indexes: 2 }])
    const refused = pool.query(`INSERT INTO lines VALUES ('${uuidv7(at('2026-11-25'))}', '')`)
    await assert.rejects(refused, { constraint: 'lines_text' })
  })

  test('does nothing when they are there', async () => {
    await makePartitionsAhead(db, LINES, at('2026-11-25'))
    const before = await listPartitions(db, LINES)

    await makePartitionsAhead(db, LINES, at('2026-11-29'))
    await makePartitionsAhead(db, LINES, at('2020-01-01'))

    assert.deepEqual(await listPartitions(db, LINES), before)
  })

  test('leaves rows where they are that came before their partition was made', async () => {
    await insertAt('2026-11-24', '2026-12-02')

    await makePartitionsAhead(db, LINES, at('2026-11-25'))
    await insertAt('2026-12-08', '2026-12-20')

    assert.deepEqual(await days(), {
      lines_before: [],
      lines_20261123: ['2026-11-24', '2026-12-02'],
      lines_20261207: ['2026-12-08'],
      lines_beyond: ['2026-12-20'],
    })
  })

  test('goes on behind a row from a clock that ran far ahead', async () => {
    await insertAt('2099-01-01')

    await makePartitionsAhead(db, LINES, NOW)
    await makePartitionsAhead(db, LINES, at('2027-06-01'))
    await insertAt('2027-06-02', '2100-01-01')

    assert.deepEqual(await days(), {
      lines_before: [],
      lines_20261123: ['2027-06-02', '2099-01-01'],
      lines_beyond: ['2100-01-01'],
    })
  })

  test('by many processes at once makes each once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => makePartitionsAhead(db, LINES, at('2026-11-25'))))

    assert.equal((await listPartitions(db, LINES)).length, 5)
  })

  test('steps back for who uses the table, and makes nobody wait behind it', async () => {
    await insertAt('2026-11-18')
    const reader = new pg.Client(database.connection)
    await reader.connect()
    await reader.query('BEGIN; SELECT FROM lines')

    const made = makePartitionsAhead(db, LINES, at('2026-11-25'))
    await eventually(async () => {
      const { rowCount } = await pool.query(`SELECT FROM pg_locks WHERE relation = 'lines'::regclass AND NOT granted`)
      return rowCount !== 0
    })
    // Would wait for as long as the reader stays, if the change stayed in the queue before it.
    await insertAt('2026-11-19')
    await reader.query('COMMIT')
    await made
    await reader.end()

    assert.equal((await listPartitions(db, LINES)).length, 5)
  })
})

describe('dropPartitions', () => {
  const fill = async () => {
    await makePartitionsAhead(db, LINES, at('2026-12-10'))
    await insertAt('2020-01-01', '2026-11-22', '2026-11-23', '2026-11-30', '2026-12-08')
  }

  test('removes those that hold nothing younger, and leaves no gap', async () => {
    await fill()

    await dropPartitions(db, LINES, { before: at('2026-12-07') })
    await insertAt('2019-01-01', '2026-11-25', '2026-12-06')

    assert.deepEqual(await days(), {
      lines_before: ['2019-01-01', '2026-11-25', '2026-12-06'],
      lines_20261207: ['2026-12-08'],
      lines_20261214: [],
      lines_20261221: [],
      lines_beyond: [],
    })
  })

  test('keeps one of which a part is younger, be it the oldest', async () => {
    await fill()
    const before = await days()

    await dropPartitions(db, LINES, { before: at('2026-11-22') })
    assert.deepEqual(await days(), before)
    await dropPartitions(db, LINES, { before: at('2026-11-29') })

    assert.deepEqual(await days(), { ...before, lines_before: [] })
  })

  test('does what else is to be done in the same transaction, with the first id that stays, and only if anything goes', async () => {
    await fill()
    const told: string[] = []
    const andAlso = async (_: unknown, to: string) => void told.push(to)

    await assert.rejects(
      dropPartitions(db, LINES, {
        before: at('2026-12-01'),
        andAlso: async () => {
          throw new Error('not now')
        },
      }),
      /not now/,
    )
    assert.equal((await days()).lines_20261123?.length, 1)
    for (let round = 0; round < 2; round += 1) await dropPartitions(db, LINES, { before: at('2026-12-01'), andAlso })

    assert.deepEqual(told, [firstIdOf(new Date('2026-11-30'))])
  })
})
