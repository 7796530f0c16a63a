import assert from 'node:assert/strict'
import { after, describe, type TestContext, test } from 'node:test'
import { openDatabase } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'
import { transact } from '#platform/db/transact.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { eventually } from '#test/harness/eventually.ts'

const database = await createDatabase()
after(() => database.drop())

const whoAmI = lookup<{ pid: number; it: number }, { n: number }>('SELECT pg_backend_pid() AS pid, $n::int AS it')

function open(t: TestContext) {
  const opened = openDatabase(database.connection, { poolSize: 2 })
  t.after(opened.close)
  return opened
}

describe('a lookup', () => {
  test('gets its own answer, though hundreds share a few connections', async (t) => {
    const { db, pool } = open(t)

    const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => whoAmI(db, { n })))

    assert.deepEqual(
      answers.map(([row]) => row?.it),
      Array.from({ length: 300 }, (_, n) => n),
    )
    assert.ok(new Set(answers.map(([row]) => row?.pid)).size <= 4)
    assert.equal(pool.totalCount, 0)
  })

  test('takes one connection while it is alone, and all of them when many ask at once', async (t) => {
    const { db } = open(t)
    const pidOf = async (n: number) => (await whoAmI(db, { n }))[0]?.pid

    const alone = new Set<number | undefined>()
    for (let n = 0; n < 8; n += 1) alone.add(await pidOf(n))
    const together = new Set(await Promise.all(Array.from({ length: 8 }, (_, n) => pidOf(n))))

    assert.deepEqual([alone.size, together.size], [1, 4])
  })

  test('that fails leaves those beside it alone', async (t) => {
    const { db } = open(t)
    const divide = lookup<{ it: number }, { n: number }>('SELECT 6 / $n::int AS it')

    const answers = await Promise.allSettled([2, 0, 3, 0, 1, 0, 6, 0].map((n) => divide(db, { n })))

    assert.deepEqual(
      answers.map((one) => (one.status === 'fulfilled' ? one.value[0]?.it : one.reason.code)),
      [3, '22012', 2, '22012', 6, '22012', 1, '22012'],
    )
  })

  test('finds a new connection after its own was killed', async (t) => {
    const { db, pool } = open(t)
    const answered = await Promise.all(Array.from({ length: 8 }, (_, n) => whoAmI(db, { n })))
    const before = new Set(answered.map(([row]) => row?.pid))

    for (const pid of before) await pool.query('SELECT pg_terminate_backend($1)', [pid])
    await eventually(async () => (await whoAmI(db, { n: 1 }).catch(() => undefined))?.[0]?.it === 1)

    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => whoAmI(db, { n })))
    assert.ok(answers.every(([row]) => row && !before.has(row.pid)))
  })

  test('within a transaction uses the connection of the transaction', async (t) => {
    const { db } = open(t)

    const pids = await transact(db, async (tx) => [await whoAmI(tx, { n: 1 }), await whoAmI(tx, { n: 2 })])

    assert.equal(pids[0]?.[0]?.pid, pids[1]?.[0]?.pid)
  })
})
