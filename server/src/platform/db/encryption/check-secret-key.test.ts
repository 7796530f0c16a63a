import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { openDatabase } from '#platform/db/db.ts'
import { openLog } from '#platform/log.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { eventually } from '#test/harness/eventually.ts'
import { checkSecretKey, type SecretKeys } from './check-secret-key.ts'
import { endKeyChange, findKeyChange } from './key-change.ts'
import { reportKeyUse } from './key-use.ts'

const FIRST = 'the secret key of this database, first'
const SECOND = 'the secret key of this database, second'
const THIRD = 'the secret key of this database, third'
const key = only(FIRST)
const otherKey = only('the secret key of another database')

function only(current: string): SecretKeys {
  return { current, accepted: [] }
}

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

const CONTEXT = { clientId: 'acme', table: 'clients', rowId: 'acme', purpose: 'shared token' }
const CHANGE: SecretKeys = { current: SECOND, accepted: [FIRST] }

/** As if no process had been heard of for a minute that writes under the key before. */
async function ageUse(db: Dbs[0]): Promise<void> {
  await sql`UPDATE installation SET old_key_used_at = now() - interval '1 minute'`.execute(db)
}

async function ended(db: Dbs[0], keyring: Keyring): Promise<boolean> {
  await ageUse(db)
  return endKeyChange(db, keyring)
}

async function refusal(db: Dbs[0], keys: SecretKeys): Promise<string> {
  const error = await checkSecretKey(db, keys).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof StartRefused)
  assert.doesNotMatch(error.message, /\n/)
  for (const secret of [FIRST, SECOND, THIRD]) assert.ok(!error.message.includes(secret))
  return error.message
}

describe('a change of the SECRET_KEY', () => {
  test('begins when a process starts with a new key that accepts the one before, and both read all', async (t) => {
    const [db] = await freshDatabase(t, 1)
    const { keyring: before } = await checkSecretKey(db, key)

    const { keyring: after } = await checkSecretKey(db, CHANGE)
    const { keyring: stillBefore } = await checkSecretKey(db, { current: FIRST, accepted: [SECOND] })

    assert.equal((await findKeyChange(db, after))?.isForward, true)
    assert.equal((await findKeyChange(db, stillBefore))?.isForward, false)
    assert.equal(after.decrypt(before.encrypt('old', CONTEXT), CONTEXT), 'old')
    assert.equal(stillBefore.decrypt(after.encrypt('new', CONTEXT), CONTEXT), 'new')
    assert.throws(() => before.decrypt(after.encrypt('new', CONTEXT), CONTEXT))
  })

  test('leaves every fingerprint and signature as it was, over three keys', async (t) => {
    const [db] = await freshDatabase(t, 1)
    const { keyring: first } = await checkSecretKey(db, key)
    const { keyring: second } = await checkSecretKey(db, CHANGE)
    assert.equal(await ended(db, second), true)
    const { keyring: alone } = await checkSecretKey(db, only(SECOND))
    const { keyring: third } = await checkSecretKey(db, { current: THIRD, accepted: [SECOND] })
    assert.equal(await ended(db, third), true)
    const { keyring: last } = await checkSecretKey(db, only(THIRD))

    for (const later of [second, alone, third, last]) {
      assert.deepEqual(later.fingerprint('token'), first.fingerprint('token'))
      assert.deepEqual(later.sign('link'), first.sign('link'))
    }
  })

  test('refuses a process that lacks either key, or writes under a third', async (t) => {
    const [db] = await freshDatabase(t, 1)
    await checkSecretKey(db, key)
    await checkSecretKey(db, CHANGE)

    assert.match(await refusal(db, only(SECOND)), /^SECRET_KEY_ACCEPTED is not the key before/)
    assert.match(
      await refusal(db, only(FIRST)),
      /^SECRET_KEY_ACCEPTED is not the key that SECRET_KEY is being changed to/,
    )
    assert.match(await refusal(db, { current: THIRD, accepted: [FIRST, SECOND] }), /^SECRET_KEY is a third key/)
    assert.match(await refusal(db, only(THIRD)), /^SECRET_KEY is not the one/)
  })

  test('ends only when no process was heard of that writes under the key before', async (t) => {
    const [db] = await freshDatabase(t, 1)
    const { keyring: before } = await checkSecretKey(db, key)
    const { keyring: after } = await checkSecretKey(db, CHANGE)
    assert.equal(await endKeyChange(db, after), false)
    await ageUse(db)

    const stop = reportKeyUse(db, before, openLog('silent'))
    t.after(stop)
    await eventually(async () => ((await findKeyChange(db, after))?.unusedSeconds ?? 60) < 30)

    assert.equal(await endKeyChange(db, after), false)
    assert.equal(await endKeyChange(db, before), false)
    assert.equal(await ended(db, after), true)
    assert.equal(await findKeyChange(db, after), undefined)
  })

  test('cannot be turned back by a process that starts with settings of before', async (t) => {
    const [db] = await freshDatabase(t, 1)
    await checkSecretKey(db, key)
    const { keyring } = await checkSecretKey(db, CHANGE)
    await ended(db, keyring)

    assert.match(
      await refusal(db, { current: FIRST, accepted: [SECOND] }),
      /^SECRET_KEY is a key that was rotated away/,
    )
    assert.match(await refusal(db, key), /^SECRET_KEY is not the one/)
    await checkSecretKey(db, CHANGE)
    assert.equal(await findKeyChange(db, keyring), undefined)
  })

  test('goes to one key only when two are begun at once', async (t) => {
    const dbs = await freshDatabase(t, 6)
    await checkSecretKey(dbs[0], key)

    const outcomes = await Promise.allSettled(
      dbs.map((db, index) => checkSecretKey(db, { current: index % 2 ? SECOND : THIRD, accepted: [FIRST] })),
    )

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
