import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import type pg from 'pg'
import { openDatabase } from '#platform/db/db.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { eventually } from '#test/harness/eventually.ts'
import { connectAtStart } from './connect-at-start.ts'

const database = await createDatabase()
const { pool, close } = openDatabase(database.connection)
after(async () => {
  await close()
  await database.drop()
})

/** Ends the connection as the death of its process would, in the middle of what it has asked for. */
function die(connection: pg.ClientBase): void {
  const { connection: inside } = connection as unknown as { connection: { stream: Socket } }
  inside.stream.destroy()
}

async function isThere(pid: number): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])
  return rowCount !== 0
}

async function backendOf(connection: pg.ClientBase): Promise<number> {
  return (await connection.query('SELECT pg_backend_pid() AS pid')).rows[0].pid
}

describe('a process that dies', () => {
  test('in the middle of a statement: its backend ends long before the statement would', async () => {
    const { db, pool: own } = openDatabase(database.connection)
    const connection = await own.connect()
    const pid = await backendOf(connection)
    connection.query('SELECT pg_sleep(300)').catch(() => {})

    die(connection)

    await eventually(async () => !(await isThere(pid)), { withinSeconds: 30 })
    connection.release(true)
    await db.destroy()
  })

  test('while it waits for the lock of the start: its backend does not stay in the queue', async () => {
    const holder = await connectAtStart(database.connection)
    await holder.query('SELECT pg_advisory_lock(1)')
    const connection = await connectAtStart(database.connection)
    const pid = await backendOf(connection)
    connection.query('SELECT pg_advisory_lock(1)').catch(() => {})

    die(connection)

    await eventually(async () => !(await isThere(pid)), { withinSeconds: 30 })
    await holder.end()
  })
})

describe('the connections of the service', () => {
  test('notice a dead peer and an abandoned transaction, and bound no statement', async () => {
    const { rows } = await pool.query(`
      SELECT current_setting('client_connection_check_interval') AS peer,
        current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('statement_timeout') AS statement`)

    assert.deepEqual(rows, [{ peer: '2s', idle: '5min', statement: '0' }])
  })

  test('that others get as well keep the settings of their role', async (t) => {
    const opened = openDatabase(database.connection, { hasOwnSessions: false })
    t.after(opened.close)
    const text = `SELECT current_setting('client_connection_check_interval') AS peer,
      current_setting('idle_in_transaction_session_timeout') AS idle`

    const pooled = (await opened.pool.query(text)).rows
    const shared = await opened.db.sharedConnections.query({ text })

    assert.deepEqual([pooled, shared], [[{ peer: '0', idle: '0' }], [{ peer: '0', idle: '0' }]])
  })
})
