import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { GUARD_TRIGGERS, listLostGuards } from './guard-triggers.ts'

describe('the triggers that enforce legal holds', () => {
  test('are those of the schema', async (t) => {
    const connection = await aConnection(t)
    const { rows } = await connection.query<{ name: string }>(`
      SELECT relname || '.' || tgname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
      WHERE NOT tgisinternal AND tgname LIKE 'legal\\_hold\\_%' ORDER BY 1`)
    const listed = Object.entries(GUARD_TRIGGERS).flatMap(([table, names]) => names.map((one) => `${table}.${one}`))
    assert.deepEqual(
      rows.map((one) => one.name),
      listed.toSorted(),
    )
    assert.deepEqual(await listLostGuards(connection), [])
  })

  test('are missed when one is disabled or dropped', async (t) => {
    const connection = await aConnection(t)
    await connection.query(
      `ALTER TABLE documents DISABLE TRIGGER legal_hold_trash; DROP TRIGGER legal_hold_delete ON notes`,
    )
    assert.deepEqual(await listLostGuards(connection), ['documents.legal_hold_trash', 'notes.legal_hold_delete'])
  })

  test('are not asked for in a database of an earlier version', async (t) => {
    const connection = await aConnection(t)
    await connection.query('ALTER TABLE legal_holds RENAME TO earlier')
    assert.equal(await listLostGuards(connection), undefined)
  })
})

async function aConnection(t: { after(close: () => Promise<void>): void }): Promise<pg.Client> {
  const database = await createDatabase()
  const connection = new pg.Client(database.connection)
  await connection.connect()
  t.after(async () => {
    await connection.end()
    await database.drop()
  })
  return connection
}
