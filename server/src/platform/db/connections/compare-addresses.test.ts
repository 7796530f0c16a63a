import assert from 'node:assert/strict'
import { after, describe, type TestContext, test } from 'node:test'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { startTransactionPooler } from '#test/harness/database/transaction-pooler.ts'
import { compareAddresses } from './compare-addresses.ts'

const database = await createDatabase()
after(database.drop)
const { connection } = database

async function aPooler(t: TestContext, connections: number) {
  const pooler = await startTransactionPooler(connection, { connections })
  t.after(pooler.stop)
  return pooler.connection
}

/** The other database of a server, with the same name as its user. */
const elsewhere = { ...connection, database: 'postgres' }

describe('two addresses of a database', () => {
  test('both of PostgreSQL itself: each connection has its own session', async () => {
    assert.deepEqual(await compareAddresses({ direct: connection, pooled: connection }), { hasOwnSessions: true })
  })

  test('of two databases are refused, before anything is changed in one of them', async () => {
    await assert.rejects(compareAddresses({ direct: elsewhere, pooled: connection }), {
      name: 'StartRefused',
      message: 'DATABASE_DIRECT_URL names another database than DATABASE_URL; both must lead to the same one.',
    })
  })

  test('with a pooler that does not prepare statements on each of its connections are refused', async (t) => {
    await assert.rejects(compareAddresses({ direct: connection, pooled: await aPooler(t, 2) }), {
      name: 'StartRefused',
      message:
        'DATABASE_URL names a pooler that shares connections between transactions without their prepared statements; use PgBouncer 1.21 or newer with max_prepared_statements=500.',
    })
  })

  test('with a pooler at the direct one are refused, and the line names that setting', async (t) => {
    const { host, port, user } = await aPooler(t, 2)
    const connectionString = `postgres://${user}@${host}:${port}/${connection.database}`

    await assert.rejects(
      compareAddresses({ direct: { connectionString, setting: 'DATABASE_DIRECT_URL' }, pooled: connection }),
      {
        name: 'StartRefused',
        message:
          'DATABASE_DIRECT_URL names a pooler that shares connections between transactions; it must lead to PostgreSQL itself.',
      },
    )
  })
})
