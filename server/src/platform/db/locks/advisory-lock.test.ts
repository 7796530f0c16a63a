import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openDatabase, type Tx } from '#platform/db/db.ts'
import { transact } from '#platform/db/transact.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { eventually } from '#test/harness/eventually.ts'
import { takeLock, takeSharedLock } from './advisory-lock.ts'

const database = await createDatabase({ isEmpty: true })
const { db, pool, close } = openDatabase(database.connection, { poolSize: 8 })
after(async () => {
  await close()
  await database.drop()
})

type Turn = (tx: Tx, what: string) => Promise<void>

/** A transaction that asks for its turn and, once it is at it, stays until it is told to leave or to fail. */
function start(turn: Turn, what: string) {
  const { promise: told, resolve: leave, reject: fail } = Promise.withResolvers<void>()
  const state = { isIn: false, leave, fail }
  const ended = transact(db, async (tx) => {
    await turn(tx, what)
    state.isIn = true
    await told
  })
  ended.catch(() => {})
  return Object.assign(state, { ended })
}

async function waiting(): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(`
    SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
  return Number(rows[0]?.count)
}

describe('waitForTurn', () => {
  test('lets one transaction past at a time: the next is at it when the first has ended', async () => {
    const first = start(takeLock, 'a thing')
    await eventually(() => first.isIn)
    const second = start(takeLock, 'a thing')
    await eventually(async () => (await waiting()) === 1)

    const early = second.isIn
    first.leave()
    await eventually(() => second.isIn)
    second.leave()
    await Promise.all([first.ended, second.ended])

    assert.equal(early, false)
    assert.equal(await waiting(), 0)
  })

  test('lets the next one past when the first has failed', async () => {
    const first = start(takeLock, 'a thing')
    await eventually(() => first.isIn)
    const second = start(takeLock, 'a thing')
    await eventually(async () => (await waiting()) === 1)

    first.fail(new Error('later'))
    await assert.rejects(first.ended, /later/)
    await eventually(() => second.isIn)
    second.leave()

    await second.ended
  })

  test('keeps different things apart, also those whose names are nearly the same', async () => {
    const all = ['', ' ', 'a thing', 'A thing', 'a thing '].map((what) => start(takeLock, what))

    await eventually(() => all.every((one) => one.isIn))
    for (const one of all) one.leave()

    await Promise.all(all.map((one) => one.ended))
  })

  test('lets a transaction past that is at it already', async () => {
    await transact(db, async (tx) => {
      await takeLock(tx, 'a thing')
      await takeLock(tx, 'a thing')
      await takeSharedLock(tx, 'a thing')
    })

    assert.equal(await waiting(), 0)
  })

  test('never lets two change the same at once', async () => {
    await pool.query('CREATE TABLE counted (it integer); INSERT INTO counted VALUES (0)')

    await Promise.all(
      Array.from({ length: 30 }, () =>
        transact(db, async (tx) => {
          await takeLock(tx, 'counting')
          const { rows } = await tx.query({ text: 'SELECT it FROM counted' })
          await tx.query({ text: 'UPDATE counted SET it = $1', values: [rows[0].it + 1] })
        }),
      ),
    )

    assert.deepEqual((await pool.query('SELECT it FROM counted')).rows, [{ it: 30 }])
  })
})

describe('shareTurn', () => {
  test('lets any number past together, and none who waits for a turn of its own before they have ended', async () => {
    const sharing = Array.from({ length: 4 }, () => start(takeSharedLock, 'a thing'))
    await eventually(() => sharing.every((one) => one.isIn))
    const alone = start(takeLock, 'a thing')
    await eventually(async () => (await waiting()) === 1)

    const [last, ...others] = sharing
    for (const one of others) one.leave()
    await Promise.all(others.map((one) => one.ended))
    const early = alone.isIn
    last?.leave()
    await eventually(() => alone.isIn)
    alone.leave()
    await alone.ended

    assert.equal(early, false)
  })

  test('waits while one is at its own turn', async () => {
    const alone = start(takeLock, 'a thing')
    await eventually(() => alone.isIn)
    const sharing = [start(takeSharedLock, 'a thing'), start(takeSharedLock, 'a thing')]
    await eventually(async () => (await waiting()) === 2)

    const early = sharing.map((one) => one.isIn)
    alone.leave()
    await eventually(() => sharing.every((one) => one.isIn))
    for (const one of sharing) one.leave()
    await Promise.all(sharing.map((one) => one.ended))

    assert.deepEqual(early, [false, false])
  })

  test('waits behind one that waits for its own turn, so that this one comes to it at all', async () => {
    const sharing = start(takeSharedLock, 'a thing')
    await eventually(() => sharing.isIn)
    const alone = start(takeLock, 'a thing')
    await eventually(async () => (await waiting()) === 1)
    const late = start(takeSharedLock, 'a thing')
    await eventually(async () => (await waiting()) === 2)

    sharing.leave()
    await eventually(() => alone.isIn)
    const early = late.isIn
    alone.leave()
    await eventually(() => late.isIn)
    late.leave()
    await Promise.all([sharing.ended, alone.ended, late.ended])

    assert.equal(early, false)
  })
})
