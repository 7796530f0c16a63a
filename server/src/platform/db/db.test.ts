import assert from 'node:assert/strict'
import { after, describe, type TestContext, test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { eventually } from '#test/harness/eventually.ts'
import { type Db, openDatabase } from './db.ts'
import { statement } from './statement.ts'

const database = await createDatabase()
const admin = openDatabase(database.connection, { poolSize: 1 })
after(async () => {
  await admin.close()
  await database.drop()
})

function open(t: TestContext, poolSize = 1) {
  const opened = openDatabase(database.connection, { poolSize })
  t.after(opened.close)
  return opened
}
const prepared = 'SELECT statement, name FROM pg_prepared_statements ORDER BY statement'
const terminate = (pid: number) => admin.pool.query('SELECT pg_terminate_backend($1)', [pid])

describe('a statement', () => {
  test('with values is prepared once for each connection, however often it runs', async (t) => {
    const { db, pool } = open(t)
    const double = statement<{ it: number }, { value: number }>('SELECT $value::int * 2 AS it')

    for (const value of [1, 2, 3]) assert.deepEqual(await double(db, { value }), [{ it: value * 2 }])
    for (const name of ['a', 'b']) await db.selectFrom('clients').select('id').where('name', '=', name).execute()

    const { rows } = await pool.query(prepared)
    assert.deepEqual(
      rows.map((row) => row.statement),
      ['SELECT $1::int * 2 AS it', 'select "id" from "clients" where "name" = $1'],
    )
  })

  test('that is to be planned anew is not prepared', async (t) => {
    const { db, pool } = open(t)
    const anew = statement<{ it: number }, { value: number }>('/* plan anew */ SELECT $value::int AS it')

    assert.deepEqual([await anew(db, { value: 1 }), await anew(db, { value: 2 })], [[{ it: 1 }], [{ it: 2 }]])

    assert.deepEqual((await pool.query(prepared)).rows, [])
  })

  test('with the same text twice at once on one connection answers both', async (t) => {
    const { db } = open(t)
    const same = statement<{ it: number }, { value: number }>('SELECT $value::int + 1 AS it')

    const answers = await db
      .transaction()
      .execute((tx) => Promise.all([same(tx, { value: 1 }), same(tx, { value: 2 }), same(tx, { value: 3 })]))

    assert.deepEqual(answers.flat(), [{ it: 2 }, { it: 3 }, { it: 4 }])
  })

  test('that was refused in a broken transaction can be prepared afterwards on the same connection', async (t) => {
    const { db } = open(t)
    const late = statement<{ it: number }, { value: number }>('SELECT $value::int + 10 AS it')

    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await Promise.all([sql`SELECT 1 / 0`.execute(tx), late(tx, { value: 1 }), late(tx, { value: 2 })])
      }),
    )

    assert.deepEqual(await late(db, { value: 5 }), [{ it: 15 }])
  })

  test('with a syntax error is refused each time, and harms no other', async (t) => {
    const { db } = open(t)
    const wrong = () => db.executeQuery(CompiledQuery.raw('SELEC $1', [1]))

    for (let round = 0; round < 3; round++) await assert.rejects(wrong, { code: '42601' })

    assert.deepEqual((await sql`SELECT 1 AS it`.execute(db)).rows, [{ it: 1 }])
  })
})

describe('a connection', () => {
  test('that is killed while idle does not end the process, and is replaced', async (t) => {
    const { db, pool } = open(t)
    const before = await pidOf(db)

    await terminate(before)
    await eventually(() => pool.totalCount === 0)

    assert.notEqual(await pidOf(db), before)
  })

  test('that is killed while a statement runs fails that statement only', async (t) => {
    const { db } = open(t)
    const pid = await pidOf(db)

    const sleeping = sql`SELECT pg_sleep(30)`.execute(db)
    const rejected = assert.rejects(sleeping)
    await eventually(async () => (await stateOf(pid)) === 'active')
    await terminate(pid)

    await rejected
    assert.notEqual(await pidOf(db), pid)
  })

  test('that is killed between two statements of a transaction fails that transaction only', async (t) => {
    const { db } = open(t)

    const broken = db.transaction().execute(async (tx) => {
      const pid = await pidOf(tx)
      await terminate(pid)
      await eventually(async () => (await stateOf(pid)) === undefined)
      await pidOf(tx)
    })

    await assert.rejects(broken)
    assert.ok((await pidOf(db)) > 0)
  })

  test('waits its turn when all of the pool are in use', async (t) => {
    const { db, pool } = open(t, 2)

    const answers = await Promise.all(Array.from({ length: 20 }, () => pidOf(db)))

    assert.ok(new Set(answers).size <= 2)
    assert.ok(pool.totalCount <= 2)
  })

  test('says that it is ours', async (t) => {
    const { db } = open(t)

    const { rows } = await sql`SELECT current_setting('application_name') AS name`.execute(db)

    assert.deepEqual(rows, [{ name: 'dossier' }])
  })
})

async function pidOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db)
  return rows[0]?.pid ?? 0
}

async function stateOf(pid: number): Promise<string | undefined> {
  const { rows } = await admin.pool.query('SELECT state FROM pg_stat_activity WHERE pid = $1', [pid])
  return rows[0]?.state
}
