import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { openDatabase } from './db.ts'
import { loneStatement, statement } from './statement.ts'
import { transact } from './transact.ts'

const database = await createDatabase()
const { db, pool, close } = openDatabase(database.connection, { poolSize: 2 })
after(async () => {
  await close()
  await database.drop()
})
await pool.query('CREATE TABLE kept (it int PRIMARY KEY)')

const keep = statement<never, { it: number }>('INSERT INTO kept VALUES ($it)')
const keepAlone = loneStatement<never, { it: number }>('INSERT INTO kept VALUES ($it + 0)')
const kept = async () => (await pool.query<{ it: number }>('SELECT it FROM kept ORDER BY it')).rows.map((row) => row.it)

describe('transact', () => {
  test('keeps all of a step, or nothing when it throws', async () => {
    await pool.query('TRUNCATE kept')

    await transact(db, async (tx) => {
      await keep(tx, { it: 1 })
      await keep(tx, { it: 2 })
    })
    await assert.rejects(
      transact(db, async (tx) => {
        await keep(tx, { it: 3 })
        throw new Error('later')
      }),
      /later/,
    )

    assert.deepEqual(await kept(), [1, 2])
  })

  test('keeps nothing when what goes out with the commit fails, and says why', async () => {
    await pool.query('TRUNCATE kept')
    let finish = async () => {}

    const failed = transact(
      db,
      async (tx) => {
        await keep(tx, { it: 1 })
        finish = async () => void (await keep(tx, { it: 1 }))
      },
      { finish: () => finish() },
    )

    await assert.rejects(failed, { code: '23505' })
    assert.deepEqual(await kept(), [])
  })

  test('a statement that could stand alone is part of the transaction, unless the step is one statement', async () => {
    await pool.query('TRUNCATE kept')

    await assert.rejects(
      transact(db, async (tx) => {
        await keepAlone(tx, { it: 1 })
        throw new Error('later')
      }),
      /later/,
    )
    await transact(db, (tx) => keepAlone(tx, { it: 2 }), { isOneStatement: true })

    assert.deepEqual(await kept(), [2])
  })

  test('a second statement after one that stood alone is refused', async () => {
    await pool.query('TRUNCATE kept')

    const twice = transact(
      db,
      async (tx) => {
        await keepAlone(tx, { it: 1 })
        await keep(tx, { it: 2 })
      },
      { isOneStatement: true },
    )

    await assert.rejects(twice, /was sent already/)
    assert.deepEqual(await kept(), [1])
  })

  test('a step without any statement begins no transaction', async () => {
    assert.equal(await transact(db, async () => 7), 7)
  })
})
