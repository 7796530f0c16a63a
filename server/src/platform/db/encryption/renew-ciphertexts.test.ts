import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import { openKeyring } from '#platform/crypto/keyring.ts'
import { openDatabase } from '#platform/db/db.ts'
import { ENCRYPTED_COLUMNS } from '#src/deps.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { renewColumn } from './renew-ciphertexts.ts'

const OLD = 'the key before, which is long enough'
const NEW = 'the key after, which is long enough, too'
const before = openKeyring(OLD)
const after = openKeyring(NEW)
const both = openKeyring(NEW, { accepted: [OLD] })

const tokenOf = (id: string) => ({ clientId: id, table: 'clients', rowId: id, purpose: 'shared token' })
const keyOf = (id: string) => ({ clientId: 'acme', table: 'callback_endpoints', rowId: id, purpose: 'signature key' })

async function aDatabase(t: TestContext) {
  const database = await createDatabase()
  const { db, pool, close } = openDatabase(database.connection, { poolSize: 4 })
  t.after(async () => {
    await close()
    await database.drop()
  })
  await pool.query(
    `INSERT INTO clients (id, name, languages, sealed_shared_token, created_at, updated_at)
     VALUES ('acme', 'acme', '{en-us}', $1, now(), now()), ('globex', 'globex', '{en-us}', 'garbage', now(), now())`,
    [before.encrypt('token of acme', tokenOf('acme'))],
  )
  return { db, pool }
}

async function addEndpoints(pool: { query(text: string, values: unknown[]): Promise<unknown> }, count: number) {
  const ids = Array.from({ length: count }, () => randomUUID())
  const texts = ids.map((id, index) => before.encrypt(`key ${index}`, keyOf(id)))
  await pool.query(
    `INSERT INTO callback_endpoints (client_id, id, url, sealed_key, is_webhook, created_at)
     SELECT 'acme', id, 'https://a.test/', text, true, now() FROM unnest($1::uuid[], $2::text[]) AS one (id, text)`,
    [ids, texts],
  )
  return ids
}

const columnOf = (table: string) => {
  const found = ENCRYPTED_COLUMNS.find((one) => one.table === table)
  assert.ok(found)
  return found
}

describe('renewColumn', () => {
  test('brings every text under the new key in many batches, and a second run finds nothing to do', async (t) => {
    const { db, pool } = await aDatabase(t)
    const ids = await addEndpoints(pool, 1700)

    const first = await renewColumn(db, both, columnOf('callback_endpoints'))
    const second = await renewColumn(db, both, columnOf('callback_endpoints'))

    assert.deepEqual(first, { seen: 1700, renewed: 1700, unreadable: 0 })
    assert.deepEqual(second, { seen: 1700, renewed: 0, unreadable: 0 })
    const { rows } = await pool.query<{ id: string; sealed_key: string }>(
      'SELECT id, sealed_key FROM callback_endpoints',
    )
    const texts = new Map(rows.map((row) => [row.id, after.decrypt(row.sealed_key, keyOf(row.id))]))
    assert.deepEqual(
      ids.map((id) => texts.get(id)),
      ids.map((_, index) => `key ${index}`),
    )
  })

  test('works on every encrypted column there is', async (t) => {
    const { db } = await aDatabase(t)

    for (const column of ENCRYPTED_COLUMNS) await renewColumn(db, both, column)

    assert.deepEqual(await renewColumn(db, both, columnOf('clients')), { seen: 2, renewed: 0, unreadable: 1 })
  })

  test('leaves a text that no key can read as it is, and counts it', async (t) => {
    const { db, pool } = await aDatabase(t)

    const outcome = await renewColumn(db, both, columnOf('clients'))

    assert.deepEqual(outcome, { seen: 2, renewed: 1, unreadable: 1 })
    const { rows } = await pool.query("SELECT sealed_shared_token AS text FROM clients WHERE id = 'globex'")
    assert.equal(rows[0].text, 'garbage')
  })

  test('overwrites nothing that is written meanwhile, and finds it in the next run', async (t) => {
    const { db, pool } = await aDatabase(t)
    const [id] = (await addEndpoints(pool, 1)) as [string]
    const writer = await pool.connect()
    await writer.query('BEGIN')
    const changed = before.encrypt('changed', keyOf(id))
    await writer.query('UPDATE callback_endpoints SET sealed_key = $1 WHERE id = $2', [changed, id])

    const meanwhile = await renewColumn(db, both, columnOf('callback_endpoints'))
    await writer.query('COMMIT')
    writer.release()
    const next = await renewColumn(db, both, columnOf('callback_endpoints'))

    assert.deepEqual([meanwhile.renewed, next.renewed], [1, 1])
    const { rows } = await pool.query('SELECT sealed_key AS text FROM callback_endpoints')
    assert.equal(after.decrypt(rows[0].text, keyOf(id)), 'changed')
  })

  test('may run twice at once', async (t) => {
    const { db, pool } = await aDatabase(t)
    const ids = await addEndpoints(pool, 1200)

    await Promise.all([1, 2].map(() => renewColumn(db, both, columnOf('callback_endpoints'))))
    const last = await renewColumn(db, both, columnOf('callback_endpoints'))

    const { rows } = await pool.query<{ id: string; sealed_key: string }>(
      'SELECT id, sealed_key FROM callback_endpoints',
    )
    assert.equal(rows.length, ids.length)
    if (last.renewed === 0) for (const row of rows) after.decrypt(row.sealed_key, keyOf(row.id))
    assert.equal((await renewColumn(db, both, columnOf('callback_endpoints'))).renewed, 0)
  })
})
