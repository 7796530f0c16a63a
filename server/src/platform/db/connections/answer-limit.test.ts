import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'
import { transact } from '#platform/db/transact.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { answeredWithin } from './answer-limit.ts'

const database = await createDatabase()
const { db, pool, close } = openDatabase(database.connection, { poolSize: 2 })
after(async () => {
  await close()
  await database.drop()
})

const unavailable = { name: 'DatabaseUnavailable', message: 'Query read timeout' }
const lateLookup = lookup<{ one: number }, { seconds: number }>('SELECT 1 AS one FROM pg_sleep($seconds)')

describe('a statement without an answer', () => {
  const ways: Record<string, () => Promise<unknown>> = {
    'of a pool': () => pool.query('SELECT pg_sleep(60)'),
    'of a query builder': () => sql`SELECT pg_sleep(60)`.execute(db),
    'of a transaction': () => transact(db, (tx) => sql`SELECT pg_sleep(60)`.execute(tx)),
    'that many share a connection for': () => lateLookup(db, { seconds: 60 }),
  }
  for (const [name, ask] of Object.entries(ways)) {
    test(`is given up in time, and its connection with it: one ${name}`, async () => {
      await assert.rejects(answeredWithin(200, ask), unavailable)

      assert.deepEqual((await pool.query('SELECT 1 AS one')).rows, [{ one: 1 }])
      assert.deepEqual(await lateLookup(db, { seconds: 0 }), [{ one: 1 }])
    })
  }

  test('waits for its answer where the limit is longer', async () => {
    const answered = await answeredWithin(60_000, () => pool.query('SELECT 1 AS one FROM pg_sleep(0.4)'))

    assert.deepEqual(answered.rows, [{ one: 1 }])
  })
})
