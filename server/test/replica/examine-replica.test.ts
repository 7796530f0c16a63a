import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { examineReplica } from '#platform/db/replica/examine-replica.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { openReplicatedServer } from '#test/harness/database/replicated-server.ts'
import { startTransactionPooler } from '#test/harness/database/transaction-pooler.ts'

const another = await createDatabase()
const server = await openReplicatedServer()
const replica = await server.startReplica()
const database = await createDatabase()
await replica.caughtUp()
after(async () => {
  await server.close()
  await another.drop()
})
const direct = database.connection
const named = (connection: { host: string; port: number; user: string }, name = direct.database) => ({
  connectionString: `postgres://${connection.user}@/${name}?host=${encodeURIComponent(connection.host)}&port=${connection.port}`,
  setting: 'DATABASE_READ_URL' as const,
})

async function examined(read: Parameters<typeof examineReplica>[0]['read']) {
  const said: string[] = []
  const found = await examineReplica({ direct, read }, { say: (line) => void said.push(line) })
  return { ...found, said }
}

describe('what DATABASE_READ_URL names', () => {
  test('a replica of the database: nothing is said', async () => {
    assert.deepEqual(await examined(named(replica.connection)), { hasOwnSessions: true, said: [] })
  })

  const REFUSED = 'DATABASE_READ_URL names another database than DATABASE_URL; it must lead to a replica of it.'

  test('another database of the same server is refused', async () => {
    await assert.rejects(examined(named(replica.connection, 'postgres')), { name: 'StartRefused', message: REFUSED })
  })

  test('another server is refused', async () => {
    const { host, port, user, database: name } = another.connection
    await assert.rejects(examined(named({ host, port, user }, name)), { name: 'StartRefused', message: REFUSED })
  })

  test('the primary itself: the start says that it answers everything', async () => {
    const { said } = await examined(named(server.connection))

    assert.deepEqual(said, [
      'DATABASE_READ_URL names a server that follows no other; the primary answers until it does.',
    ])
  })

  test('nothing that answers: the start says so, and goes on', async () => {
    const { said, hasOwnSessions } = await examined(named({ host: '127.0.0.1', port: 9, user: 'dossier' }))

    assert.equal(hasOwnSessions, false)
    assert.equal(said.length, 1)
    assert.match(
      said[0] ?? '',
      /^DATABASE_READ_URL names a database that cannot be reached \(.*\); the primary answers/,
    )
  })

  test('a pooler without prepared statements is refused', async (t) => {
    const pooler = await startTransactionPooler(
      { ...replica.connection, database: direct.database },
      { connections: 2 },
    )
    t.after(pooler.stop)
    const { host, port, user } = pooler.connection

    await assert.rejects(
      examined(named({ host, port, user })),
      /^StartRefused: DATABASE_READ_URL names a pooler that shares/,
    )
  })
})
