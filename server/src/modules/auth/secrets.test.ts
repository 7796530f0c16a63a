import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { applySetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { anApplication, basic } from '#test/harness/builders.ts'

const service = await startApp()
const { app, db } = service

type Column = { table_schema: string; table_name: string; column_name: string }

/** The whole database as text, column by column; bytes as text too, and as hexadecimal. */
async function everythingStored(): Promise<Map<string, string>> {
  const { rows: columns } = await sql<Column>`
    SELECT table_schema, table_name, column_name FROM information_schema.columns
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema')
      AND (table_schema, table_name) IN (
        SELECT table_schema, table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE')`.execute(db)
  const stored = new Map<string, string>()
  for (const { table_schema, table_name, column_name } of columns) {
    const column = sql.ref(column_name)
    const { rows } = await sql<{ text: string | null }>`
      SELECT string_agg(CASE WHEN pg_typeof(${column}) = 'bytea'::regtype
        THEN ${column}::text || ' ' || encode(${column}::text::bytea, 'escape') ELSE ${column}::text END, ' ') AS text
      FROM ${sql.table(`${table_schema}.${table_name}`)}`.execute(db)
    stored.set(`${table_schema}.${table_name}.${column_name}`, rows[0]?.text ?? '')
  }
  return stored
}

describe('secrets', () => {
  test('are nowhere in the database in clear: not of applications, keys, tokens or clients', async () => {
    const client = {
      id: 'initech',
      shared_token: 'initech-shared-token-in-clear',
      applications: [{ id: 'scanner', secret: 'scanner-secret-in-clear' }, { id: 'made' }],
      api_keys: [{ name: 'door', key: 'door-key-in-clear' }],
    }
    const applied = await applySetup(service, { clients: [client] })
    const made = applied.flatMap((one) => one.changes.flatMap((change) => change.madeSecret ?? []))
    const { id, secret } = await anApplication(service)
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v2/client/tokens',
      headers: { authorization: basic(id, secret), 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=client_credentials&scope=client&client_id=acme',
    })
    const secrets = [
      'initech-shared-token-in-clear',
      'scanner-secret-in-clear',
      'door-key-in-clear',
      'payroll-secret',
      'acme-api-key',
      'acme-shared-token',
      secret,
      answer.json().access_token,
      ...made,
    ]

    const stored = await everythingStored()

    assert.equal(made.length, 1)
    assert.ok(stored.get('public.applications.id')?.includes('scanner'), 'the scan must find what is there')
    assert.ok((stored.get('public.applications.secret_hash') ?? '').length > 60)
    for (const [column, text] of stored) {
      for (const one of secrets) {
        assert.ok(!text.includes(one), `${column} holds a secret`)
        assert.ok(!text.includes(Buffer.from(one).toString('hex')), `${column} holds a secret in hexadecimal`)
        assert.ok(
          !text.includes(Buffer.from(one).toString('base64').replace(/=+$/, '')),
          `${column} holds it in base64`,
        )
      }
    }
  })
})
