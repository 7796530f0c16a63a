import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '#platform/db/db.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { RetryingPool } from './retrying-pool.ts'

const database = await createDatabase()
const admin = new pg.Client(database.connection)
await admin.connect()
after(async () => {
  await admin.end()
  await database.drop()
})

/** A user who may have so many connections. */
async function aUser(connections: number) {
  const user = `few_${process.pid}_${Math.floor(Math.random() * 1e6)}`
  await admin.query(`CREATE ROLE ${user} LOGIN CONNECTION LIMIT ${connections}`)
  return { ...database.connection, user }
}

describe('a pool on a server that has no free connection', () => {
  test('waits for one of its own', async (t) => {
    const { db, pool, close } = openDatabase(await aUser(1), { poolSize: 5 })
    t.after(close)

    const asked = Array.from({ length: 5 }, () => pool.query('SELECT pg_sleep(0.05)'))
    const transactions = Array.from({ length: 5 }, () => db.transaction().execute((tx) => sql`SELECT 1`.execute(tx)))

    assert.equal((await Promise.all(asked)).length, 5)
    assert.equal((await Promise.all(transactions)).length, 5)
  })

  test('waits until somebody else lets go, with its shared connections too', async (t) => {
    const connection = await aUser(2)
    const others = [new pg.Client(connection), new pg.Client(connection)]
    for (const one of others) await one.connect()
    const { db, pool, close } = openDatabase(connection)
    t.after(close)

    const asked = [pool.query('SELECT 1'), db.sharedConnections.query({ text: 'SELECT 1' })]
    await delay(300)
    for (const one of others) await one.end()

    await Promise.all(asked)
  })

  test('gives up in the end with the reason, by promise and by callback', async (t) => {
    const connection = await aUser(1)
    const other = new pg.Client(connection)
    await other.connect()
    const pool = new RetryingPool({ ...connection, connectionTimeoutMillis: 300 })
    t.after(async () => {
      await other.end()
      await pool.end()
    })

    await assert.rejects(pool.connect(), { code: '53300' })
    await assert.rejects(pool.query('SELECT 1'), { code: '53300' })
  })

  test('does not wait where another attempt is of no use', async (t) => {
    const pool = new RetryingPool({ ...database.connection, user: 'nobody', connectionTimeoutMillis: 60_000 })
    t.after(() => pool.end())

    await assert.rejects(pool.connect(), { code: '28000' })
  })
})
