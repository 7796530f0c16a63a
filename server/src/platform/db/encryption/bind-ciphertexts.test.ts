import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { Undecryptable } from '#platform/crypto/keyring.ts'
import { openDatabase } from '#platform/db/db.ts'
import { ENCRYPTED_COLUMNS } from '#src/deps.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { testKeyring as keyring, legacyCiphertext, SECRET_KEY } from '#test/harness/keyring.ts'
import { bindCiphertexts } from './bind-ciphertexts.ts'
import { checkSecretKey } from './check-secret-key.ts'

const tokenOf = (clientId: string) => ({ clientId, table: 'clients', rowId: clientId, purpose: 'shared token' })

/** A database as an older version left it: these clients, whose shared tokens are bound to nothing. */
async function anOldDatabase(t: TestContext, tokens: Record<string, string>) {
  const database = await createDatabase()
  const { db, pool, close } = openDatabase(database.connection, { poolSize: 4 })
  t.after(async () => {
    await close()
    await database.drop()
  })
  await pool.query('INSERT INTO installation (secret_key_check) VALUES ($1)', [keyring.unboundCheck()])
  for (const [id, stored] of Object.entries(tokens)) {
    await pool.query(
      `INSERT INTO clients (id, name, languages, sealed_shared_token, created_at, updated_at)
       VALUES ($1, $1, '{en-us}', $2, now(), now())`,
      [id, stored],
    )
  }
  const stored = async (id: string): Promise<string> =>
    (await pool.query('SELECT sealed_shared_token AS text FROM clients WHERE id = $1', [id])).rows[0].text
  return { db, pool, stored, bind: () => bindCiphertexts(db, keyring, ENCRYPTED_COLUMNS) }
}

const secretKeys = { current: SECRET_KEY, accepted: [] }
const old = (text: string) => legacyCiphertext(SECRET_KEY, text)

describe('bindCiphertexts', () => {
  test('encrypts again what an older version stored, in every column, each for its own row', async (t) => {
    const { db, pool, stored, bind } = await anOldDatabase(t, { acme: old('token of acme'), globex: old('of globex') })
    await pool.query(
      `INSERT INTO callback_endpoints (client_id, id, url, sealed_key, sealed_previous_key, is_webhook, created_at)
       SELECT 'acme', gen_random_uuid(), 'https://a.test/', $1, CASE WHEN n % 2 = 0 THEN $2 END, true, now()
       FROM generate_series(1, 2500) AS n`,
      [old('key'), old('previous')],
    )
    await pool.query(
      `INSERT INTO signature_certificates (client_id, sealed_key, certificates, is_made, created_at)
       VALUES ('acme', $1, '', true, now())`,
      [old('sealing')],
    )
    assert.equal((await checkSecretKey(db, secretKeys)).isBound, false)

    await Promise.all([bind(), bind()])

    assert.equal((await checkSecretKey(db, secretKeys)).isBound, true)
    assert.equal(keyring.decrypt(await stored('acme'), tokenOf('acme')), 'token of acme')
    assert.equal(keyring.decrypt(await stored('globex'), tokenOf('globex')), 'of globex')
    const { rows: endpoints } = await pool.query('SELECT id, sealed_key, sealed_previous_key FROM callback_endpoints')
    const texts = endpoints.map(({ id, sealed_key, sealed_previous_key }) => {
      const context = { clientId: 'acme', table: 'callback_endpoints', rowId: id, purpose: 'signature key' }
      return `${keyring.decrypt(sealed_key, context)} ${sealed_previous_key && keyring.decrypt(sealed_previous_key, context)}`
    })
    assert.equal(texts.filter((one) => one === 'key previous').length, 1250)
    assert.equal(texts.filter((one) => one === 'key null').length, 1250)
    const { rows } = await pool.query('SELECT sealed_key FROM signature_certificates')
    const sealing = { clientId: 'acme', table: 'signature_certificates', rowId: 'acme', purpose: 'sealing key' }
    assert.equal(keyring.decrypt(rows[0].sealed_key, sealing), 'sealing')
  })

  test('leaves what could not be read before as it is, and binds the rest', async (t) => {
    const { stored, bind } = await anOldDatabase(t, { acme: 'garbage', globex: old('of globex') })

    await bind()

    assert.equal(await stored('acme'), 'garbage')
    assert.equal(keyring.decrypt(await stored('globex'), tokenOf('globex')), 'of globex')
  })

  test('binds nothing once that was done: an old text that is brought back is refused', async (t) => {
    const { db, pool, stored, bind } = await anOldDatabase(t, { acme: old('of acme'), globex: old('of globex') })
    const before = await stored('globex')
    await bind()
    await pool.query(`UPDATE clients SET sealed_shared_token = $1 WHERE id = 'acme'`, [before])

    await bind()

    const brought = await stored('acme')
    assert.equal(brought, before)
    assert.throws(() => keyring.decrypt(brought, tokenOf('acme')), Undecryptable)
    assert.equal((await checkSecretKey(db, secretKeys)).isBound, true)
  })
})

describe('every encrypted column', () => {
  test('is listed', async (t) => {
    const { pool } = await anOldDatabase(t, {})

    const { rows } = await pool.query<{ name: string }>(`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name ~ '^(sealed|encrypted)_' AND data_type = 'text' ORDER BY name`)

    assert.deepEqual(
      rows.map((one) => one.name),
      ENCRYPTED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort(),
    )
  })
})
