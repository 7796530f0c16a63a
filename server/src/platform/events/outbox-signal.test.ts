import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openDatabase } from '#platform/db/db.ts'
import { eventually } from '#test/harness/eventually.ts'
import { startPlatform } from '#test/harness/platform.ts'
import { type OutboxSignal, openOutboxSignal } from './outbox-signal.ts'

const { connection, pool } = await startPlatform()

/** Stands for another process: it has a pool of its own. */
function anotherProcess(t: TestContext): OutboxSignal {
  const opened = openDatabase(connection, { poolSize: 1 })
  t.after(() => opened.close())
  return openOutboxSignal(connection, opened.pool)
}

/** The connections on which someone listens. */
async function listeners(): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'`,
  )
  return rows.map((one) => one.pid)
}

/** A process that listens, and counts what it hears. */
async function aListener(t: TestContext) {
  const signal = openOutboxSignal(connection, pool)
  const heard = { times: 0 }
  const stop = signal.listen(() => {
    heard.times += 1
  })
  t.after(stop)
  const pid = await eventually(async () => (await listeners())[0])
  return { signal, heard, stop, pid }
}

describe('the outbox signal', () => {
  test('reaches the listener of the same process at once, each time', async (t) => {
    const { signal, heard } = await aListener(t)

    signal.notify()
    assert.equal(heard.times, 1)
    signal.notify()
    assert.equal(heard.times, 2)
  })

  test('is not sent to other processes by one that listens itself', async (t) => {
    const counter = await aCounter(t)
    const { signal } = await aListener(t)

    signal.notify()
    await pool.query('NOTIFY dossier_events')

    await eventually(() => counter.notified > 0)
    assert.equal(counter.notified, 1)
  })

  test('reaches the listener from another process', async (t) => {
    const { heard } = await aListener(t)

    anotherProcess(t).notify()

    await eventually(() => heard.times === 1)
  })

  test('is sent about fifty times a second at most, and once more after the last call', async (t) => {
    const counter = await aCounter(t)
    const other = anotherProcess(t)
    const startedAt = performance.now()
    let told = 0
    while (performance.now() - startedAt < 600) {
      other.notify()
      told += 1
      await wait(1)
    }
    const elapsed = performance.now() - startedAt

    assert.ok(counter.notified <= elapsed / 20 + 2, `${counter.notified} for ${told} in ${elapsed} ms`)
    await eventually(() => counter.notified >= 3)
    await wait(150)
    const before = counter.notified
    other.notify()
    other.notify()
    other.notify()
    await eventually(() => counter.notified === before + 2)
  })

  test('that cannot be sent fails no caller', async (t) => {
    const opened = openDatabase({ ...connection, host: '127.0.0.1', port: 9 }, { poolSize: 1 })
    t.after(() => opened.close())

    openOutboxSignal(connection, opened.pool).notify()

    await wait(50)
  })
})

describe('the outbox signal, after a failure or a stop', () => {
  test('reaches the listener again after its connection was killed', async (t) => {
    const { heard, pid } = await aListener(t)
    await pool.query('SELECT pg_terminate_backend($1)', [pid])

    await eventually(async () => (await listeners()).some((one) => one !== pid))
    const before = heard.times
    anotherProcess(t).notify()

    await eventually(() => heard.times > before)
  })

  test('reaches no stopped listener, which leaves no connection', async (t) => {
    const { heard, stop } = await aListener(t)

    await stop()

    await eventually(async () => (await listeners()).length === 0)
    anotherProcess(t).notify()
    await wait(100)
    assert.equal(heard.times, 0)
  })

  test('is sent to others again once this process has stopped listening', async (t) => {
    const counter = await aCounter(t)
    const { signal, heard, stop } = await aListener(t)
    await stop()

    signal.notify()

    await eventually(() => counter.notified === 1)
    assert.equal(heard.times, 0)
  })

  test('has a listener that can be stopped while the database is unreachable', { timeout: 30_000 }, async () => {
    const stop = openOutboxSignal({ ...connection, host: '127.0.0.1', port: 9 }, pool).listen(() => {})
    await wait(50)

    await stop()
  })

  test('has a listener that can be stopped before it has connected', { timeout: 30_000 }, async () => {
    const stop = openOutboxSignal(connection, pool).listen(() => {})

    await stop()
  })
})

/** Counts what is told to other processes. Its own LISTEN is written so that `listeners` does not see it. */
async function aCounter(t: TestContext) {
  const listener = new pg.Client(connection)
  const counter = { notified: 0 }
  listener.on('notification', () => {
    counter.notified += 1
  })
  await listener.connect()
  t.after(() => listener.end())
  await listener.query('/* counts */ LISTEN dossier_events')
  return counter
}
