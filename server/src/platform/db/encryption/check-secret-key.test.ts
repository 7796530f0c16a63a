import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { openKeyring } from '#platform/crypto/keyring.ts'
import { openDatabase } from '#platform/db/db.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { checkSecretKey } from './check-secret-key.ts'

const key = openKeyring('the secret key of this database, first')
const otherKey = openKeyring('the secret key of another database')

describe('checkSecretKey', () => {
  test('takes the first key, and the same key ever after', async (t) => {
    const [db] = await freshDatabase(t, 1)

    await checkSecretKey(db, key)
    await checkSecretKey(db, key)

    assert.equal((await db.selectFrom('installation').selectAll().execute()).length, 1)
  })

  test('refuses another key in one line that names the variable, and keeps the first', async (t) => {
    const [db] = await freshDatabase(t, 1)
    await checkSecretKey(db, key)

    await assert.rejects(checkSecretKey(db, otherKey), (error) => {
      assert.ok(error instanceof StartRefused)
      assert.match(error.message, /^SECRET_KEY .+$/)
      return true
    })

    await checkSecretKey(db, key)
  })

  test('lets five processes with one key start at once on a fresh database', async (t) => {
    for (let round = 0; round < 5; round++) {
      const dbs = await freshDatabase(t, 5)

      await Promise.all(dbs.map((db) => checkSecretKey(db, key)))
    }
  })

  test('lets only one of two keys win when both come at once to a fresh database', async (t) => {
    const dbs = await freshDatabase(t, 6)

    const outcomes = await Promise.allSettled(dbs.map((db, index) => checkSecretKey(db, index % 2 ? key : otherKey)))

    const won = new Set(outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [index % 2] : [])))
    assert.equal(won.size, 1)
    assert.equal(outcomes.filter((one) => one.status === 'fulfilled').length, 3)
  })
})

type Dbs = [ReturnType<typeof openDatabase>['db'], ...ReturnType<typeof openDatabase>['db'][]]

/** Pools of their own on one database, connected already so that they begin together. */
async function freshDatabase(t: TestContext, pools: number): Promise<Dbs> {
  const database = await createDatabase()
  const opened = Array.from({ length: pools }, () => openDatabase(database.connection, { poolSize: 1 }))
  await Promise.all(opened.map(({ pool }) => pool.query('SELECT 1')))
  t.after(async () => {
    await Promise.all(opened.map(({ close }) => close()))
    await database.drop()
  })
  return opened.map(({ db }) => db) as Dbs
}
