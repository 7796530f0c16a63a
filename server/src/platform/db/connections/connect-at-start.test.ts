import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { after, describe, type TestContext, test } from 'node:test'
import pg from 'pg'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { startTransactionPooler } from '#test/harness/database/transaction-pooler.ts'
import { connectAtStart } from './connect-at-start.ts'

const database = await createDatabase()
after(database.drop)
const { connection } = database

const STARTING = 'SFATAL\0C57P03\0Mthe database system is starting up\0\0'
const FULL_POOLER = 'SFATAL\0C08P01\0Mno more connections allowed (max_client_conn)\0\0'

/** Refuses the first connections, by default as a server that is starting up does, and then leads to the real one. */
async function aStartingServer(t: TestContext, refusals: number, fields = STARTING) {
  let count = 0
  const refusal = Buffer.concat([Buffer.from('E\0\0\0\0'), Buffer.from(fields)])
  refusal.writeInt32BE(refusal.length - 1, 1)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    count += 1
    if (count <= refusals) socket.once('data', () => socket.end(refusal))
    else socket.pipe(connect(`${connection.host}/.s.PGSQL.${connection.port}`)).pipe(socket)
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return { ...connection, host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

/** A user who may have one connection, and has it. */
async function aFullServer(t: TestContext) {
  const admin = new pg.Client(connection)
  await admin.connect()
  const user = `one_${process.pid}_${Math.floor(Math.random() * 1e6)}`
  await admin.query(`CREATE ROLE ${user} LOGIN CONNECTION LIMIT 1`)
  const holder = new pg.Client({ ...connection, user })
  await holder.connect()
  let isHeld = true
  const letGo = async () => {
    if (isHeld) await holder.end()
    isHeld = false
  }
  t.after(async () => {
    await letGo()
    await admin.end()
  })
  return { full: { ...connection, user }, letGo }
}

describe('a start that meets a server which takes no connection', () => {
  test('waits for one that is starting up, and says so in one line', async (t) => {
    const starting = await aStartingServer(t, 3)
    const said: string[] = []

    const client = await connectAtStart(starting, { waitMs: 60_000, say: (line) => said.push(line) })

    await client.end()
    assert.deepEqual(said, [
      'PostgreSQL is starting up, recovering or shutting down (the database system is starting up); waiting for up to 60 s.',
    ])
  })

  test('waits for a PgBouncer that has all the clients it may have', async (t) => {
    const full = await aStartingServer(t, 1, FULL_POOLER)
    const said: string[] = []

    const client = await connectAtStart(full, { waitMs: 60_000, say: (line) => said.push(line) })

    await client.end()
    assert.deepEqual(said, [
      'PostgreSQL has no free connection (no more connections allowed (max_client_conn)); waiting for up to 60 s.',
    ])
  })

  test('waits for one that is full until somebody leaves', async (t) => {
    const { full, letGo } = await aFullServer(t)
    const said: string[] = []

    const say = (line: string) => {
      said.push(line)
      void letGo()
    }
    const connecting = connectAtStart(full, { waitMs: 60_000, say })

    await (await connecting).end()
    assert.equal(said.length, 1)
    assert.match(
      said[0] ?? '',
      /^PostgreSQL has no free connection \(too many connections for role .*\); waiting for up to 60 s\.$/,
    )
  })

  test('gives up in the end, with one clear line', async (t) => {
    const { full } = await aFullServer(t)

    await assert.rejects(connectAtStart(full, { waitMs: 1000, say: () => {} }), {
      name: 'StartRefused',
      message: /^PostgreSQL has no free connection \(too many connections for role .*\); gave up after 1 s\.$/,
    })
  })

  test('does not wait for one that refuses for good', async () => {
    await assert.rejects(connectAtStart({ ...connection, user: 'nobody' }), {
      name: 'StartRefused',
      message: /^DATABASE_URL names a database that cannot be reached \(role "nobody" does not exist\)\.$/,
    })
  })
})

describe('a start behind a pooler by transaction', () => {
  const parameters = [
    ['statement_timeout', 'unsupported startup parameter: statement_timeout'],
    ['geqo', 'unsupported startup parameter in options: geqo'],
  ] as const
  for (const [parameter, message] of parameters) {
    test(`is refused in one line that names a parameter which the pooler refuses: ${message}`, async (t) => {
      const pooler = await aStartingServer(t, 1, `SFATAL\0C08P01\0M${message}\0\0`)

      await assert.rejects(connectAtStart(pooler), {
        name: 'StartRefused',
        message: `DATABASE_URL sets ${parameter}, which its pooler refuses; leave it out, or add it to ignore_startup_parameters of PgBouncer.`,
      })
    })
  }

  test('is refused in one line that says what to do, instead of waiting for its own lock', async (t) => {
    const pooler = await startTransactionPooler(connection)
    t.after(pooler.stop)

    await assert.rejects(connectAtStart(pooler.connection), {
      name: 'StartRefused',
      message:
        'DATABASE_URL names a pooler that shares connections between transactions; set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
    })
  })
})
