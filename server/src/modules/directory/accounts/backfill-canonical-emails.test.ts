import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { type Db, openDatabase } from '#platform/db/db.ts'
import { canonicalEmail } from '#platform/net/email.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { backfillCanonicalEmails } from './backfill-canonical-emails.ts'

const FOLDER = join(import.meta.dirname, '../../../../migrations')
const IT = '0024-log-in-addresses.sql'

const ADDRESSES = ['Ada@Acme.test', 'REN\u00c9@acme.test', 'ａｄａ@globex.test', 'm\u0130ke@acme.test']

test('log-ins that were there keep the address of their person, in the canonical form of the code', async (t) => {
  const { query } = await databaseBefore(t)
  for (const [index, email] of ADDRESSES.entries()) await aLogIn(query, `M-${index}`, email)

  await query(await readFile(join(FOLDER, IT), 'utf8'))

  const rows = await query('SELECT email, canonical_email FROM accounts ORDER BY technical_id')
  assert.deepEqual(
    rows,
    ADDRESSES.map((email) => ({ email, canonical_email: canonicalEmail(email) })),
  )
})

test('of several log-ins with one address, the one that was used last keeps it', async (t) => {
  const { query } = await databaseBefore(t)
  await aLogIn(query, 'M-1', 'ada@acme.test')
  await aLogIn(query, 'M-2', 'ADA@acme.test', '2026-01-02')
  await aLogIn(query, 'M-3', 'ada@acme.test', '2026-01-01')

  await query(await readFile(join(FOLDER, IT), 'utf8'))

  const rows = await query('SELECT technical_id FROM accounts WHERE email IS NOT NULL')
  assert.deepEqual(rows, [{ technical_id: 'M-2' }])
})

test('an address whose domain is in another script is completed by the start, for one log-in of each kind', async (t) => {
  const { query, db } = await databaseBefore(t)
  await aLogIn(query, 'M-1', 'ada@b\u00fccher.test')
  await aLogIn(query, 'M-2', 'ADA@b\u00fccher.test', '2026-01-02')

  await query(await readFile(join(FOLDER, IT), 'utf8'))
  await Promise.all([backfillCanonicalEmails(db), backfillCanonicalEmails(db)])

  const rows = await query('SELECT technical_id, email, canonical_email FROM accounts ORDER BY technical_id')
  assert.deepEqual(rows, [
    { technical_id: 'M-1', email: null, canonical_email: null },
    { technical_id: 'M-2', email: 'ADA@b\u00fccher.test', canonical_email: 'ada@xn--bcher-kva.test' },
  ])
})

type Query = (sql: string, values?: unknown[]) => Promise<unknown[]>

async function databaseBefore(t: { after(end: () => Promise<void>): void }): Promise<{ query: Query; db: Db }> {
  const database = await createDatabase({ isEmpty: true })
  const connection = new pg.Client(database.connection)
  await connection.connect()
  const { db, close } = openDatabase(database.connection, { poolSize: 2 })
  t.after(async () => {
    await close()
    await connection.end()
    await database.drop()
  })
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-/.test(name)).sort()
  for (const name of names.slice(0, names.indexOf(IT)))
    await connection.query(await readFile(join(FOLDER, name), 'utf8'))
  await connection.query(`INSERT INTO clients (id, name, languages, sealed_shared_token, created_at, updated_at)
    VALUES ('acme', 'Acme', '{en-us}', '', now(), now())`)
  return { db, query: async (sql, values) => (await connection.query(sql, values)).rows }
}

async function aLogIn(query: Query, technicalId: string, email: string, lastLogIn?: string): Promise<void> {
  await query(
    `WITH manager AS (
       INSERT INTO users (client_id, technical_id, first_name, last_name, email, sort_name, search_text, created_at, updated_at)
       VALUES ('acme', $1, 'Ada', 'Byron', $2, '', '', now(), now()) RETURNING key
     )
     INSERT INTO accounts (client_id, scope, technical_id, user_key, is_active, last_login_at, created_at, updated_at)
     SELECT 'acme', 'manager', $1, key, true, $3, now(), now() FROM manager`,
    [technicalId, email, lastLogIn ?? null],
  )
}
