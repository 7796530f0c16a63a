import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { diskStore } from '#platform/blobs/disk-store.ts'
import { encryptedBlobs } from '#platform/blobs/encrypted-blobs.ts'
import { s3Store } from '#platform/blobs/s3/s3-store.ts'
import { type DatabaseAddress, openDatabase } from '#platform/db/db.ts'
import type { Http } from '#platform/http/routes.ts'
import { buildApp } from '#src/app.ts'
import { startApp } from '#test/harness/app.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { eventually } from '#test/harness/eventually.ts'
import { startS3 } from '#test/harness/files/s3.ts'
import { startSmallServer } from '#test/harness/http/small-server.ts'
import { testKeyring } from '#test/harness/keyring.ts'
import { freePort } from '#test/harness/processes/service.ts'
import { healthRoutes } from './health.ts'
import { openReadiness } from './readiness.ts'

const service = await startApp()

/** The same service on a pool of its own, which a test may break. */
async function aServiceToBreak(address: DatabaseAddress = service.connection, changes: { blobs?: Blobs } = {}) {
  const { db, pool, close } = openDatabase(address, { poolSize: 2 })
  const deps = { ...service, db, pool, publicUrl: 'http://dossier.test', metricsToken: undefined, ...changes }
  return { app: await buildApp(deps), db, pool, close }
}

const ready = (app: Http) => app.inject({ url: '/health/ready' })

describe('GET /health/live', () => {
  test('200 while the process runs', async () => {
    const answer = await service.app.inject({ url: '/health/live' })

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), { status: 'ok' })
  })

  test('200 though the database is gone: a restart would not help', async () => {
    const { app, close } = await aServiceToBreak()
    await close()

    assert.equal((await app.inject({ url: '/health/live' })).statusCode, 200)
    await app.close()
  })
})

describe('GET /health/ready', () => {
  test('200 when the database answers', async () => {
    const answer = await service.app.inject({ url: '/health/ready' })

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), {
      status: 'ok',
      checks: {
        process: { status: 'ok' },
        database: { status: 'ok' },
        migrations: { status: 'ok' },
        files: { status: 'ok' },
      },
    })
  })

  test('503 when the database only reads, and says so', async () => {
    const database = await createDatabase()
    const { app, pool, close } = await aServiceToBreak(database.connection)
    await pool.query(`ALTER DATABASE ${database.connection.database} SET default_transaction_read_only = on`)
    const reading = await aServiceToBreak(database.connection)

    const { status, checks } = (await ready(reading.app)).json()

    assert.equal(status, 'unavailable')
    assert.match(checks.database.reason, /^The database server only reads/)
    for (const one of [app, reading.app]) await one.close()
    await Promise.all([close(), reading.close()])
    await database.drop()
  })

  test('503 when the database is gone, and says so', async () => {
    const { app, close } = await aServiceToBreak()
    assert.equal((await ready(app)).statusCode, 200)
    await close()

    await eventually(async () => (await ready(app)).statusCode === 503)

    const { status, checks } = (await ready(app)).json()
    assert.equal(status, 'unavailable')
    assert.equal(checks.database.status, 'failing')
    assert.match(checks.database.reason, /^The database .*\.$/)
    assert.deepEqual([checks.migrations, checks.files], [{ status: 'unknown' }, { status: 'ok' }])
    await app.close()
  })

  test('503 with a reason that names no address and no log-in, when nothing listens where the database should be', async () => {
    const port = await freePort()
    const connectionString = `postgres://secret-user:secret-word@127.0.0.1:${port}/secret-name`
    const { app, close } = await aServiceToBreak({ connectionString })

    const answer = await ready(app)

    assert.equal(answer.statusCode, 503)
    assert.deepEqual(answer.json().checks.database, {
      status: 'failing',
      reason: 'The database refuses connections.',
    })
    assert.ok(!/secret|127\.0/.test(answer.body))
    await app.close()
    await close()
  })

  test('503 when the database lacks a migration of this version, or any schema, but not for one of a newer version', async () => {
    const database = await createDatabase()
    const { app, pool, close } = await aServiceToBreak(database.connection)
    const migrations = async () => (await ready(app)).json().checks.migrations
    await pool.query(`INSERT INTO migrations (name, checksum) VALUES ('9999-of-tomorrow', '')`)
    assert.deepEqual(await migrations(), { status: 'ok' })

    await pool.query(`DELETE FROM migrations WHERE name = '0001-clients'`)
    await eventually(async () => (await migrations()).status === 'failing')
    assert.deepEqual(await migrations(), {
      status: 'failing',
      reason: 'The database lacks the migration 0001-clients.',
    })
    assert.equal((await ready(app)).statusCode, 503)

    await pool.query('DROP TABLE migrations')
    await eventually(async () => (await migrations()).reason === 'The database has no schema.')
    assert.deepEqual((await ready(app)).json().checks.database, { status: 'ok' })
    await app.close()
    await close()
    await database.drop()
  })

  test('200 as degraded when the folder of files is missing: calls without files are answered', async () => {
    const blobs = encryptedBlobs(diskStore('/nowhere/at/all'), testKeyring)
    const { app, close } = await aServiceToBreak(service.connection, { blobs })

    const answer = await ready(app)

    assert.equal(answer.statusCode, 200)
    const { status, checks } = answer.json()
    assert.equal(status, 'degraded')
    assert.deepEqual(checks.files, { status: 'failing', reason: 'The folder of files is missing.' })
    await app.close()
    await close()
  })

  for (const [status, reason] of [
    [403, 'The file store refuses the credentials.'],
    [404, 'The bucket is missing.'],
  ] as const) {
    test(`200 as degraded when the bucket answers ${status}, and says what that means`, async (t) => {
      const s3 = await startS3((_request, response) => {
        response.writeHead(status).end()
        return true
      })
      t.after(() => s3.stop())
      const blobs = encryptedBlobs(s3Store(s3.settings, s3), testKeyring)
      const { app, close } = await aServiceToBreak(service.connection, { blobs })

      const { checks } = (await ready(app)).json()

      assert.deepEqual(checks.files, { status: 'failing', reason })
      await app.close()
      await close()
    })
  }

  test('asks the database once for a thousand probes', async () => {
    const { app, pool, close } = await aServiceToBreak()
    let queries = 0
    const query = pool.query.bind(pool)
    pool.query = ((...given: Parameters<typeof query>) => {
      queries += 1
      return query(...given)
    }) as typeof pool.query

    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => ready(app)))
      assert.ok(answers.every(({ statusCode }) => statusCode === 200))
    }

    // One, and another for each second that passes on a busy machine.
    assert.ok(queries >= 1 && queries <= 10, `${queries} queries`)
    await app.close()
    await close()
  })

  test('503 within a few seconds when no connection comes free', async () => {
    const { app, pool, close } = await aServiceToBreak()
    const held = [await pool.connect(), await pool.connect()]
    const startedAt = performance.now()

    const answer = await app.inject({ url: '/health/ready' })

    assert.equal(answer.statusCode, 503)
    assert.ok(performance.now() - startedAt < 5000)
    assert.equal(answer.json().checks.database.reason, 'No connection of the pool became free within 2 s.')
    for (const one of held) one.release()
    await app.close()
    await close()
  })

  test('200 again after the connections were cut: they are made anew', async () => {
    const { app, pool, close } = await aServiceToBreak()
    await app.inject({ url: '/health/ready' })
    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    await service.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    await setTimeout(200)

    await eventually(async () => (await ready(app)).statusCode === 200)
    await app.close()
    await close()
  })
})

describe('a service that stops', () => {
  test('503 for what still comes on open connections: /health/ready says why, other calls are to be tried again', async () => {
    const { app, port } = await startSmallServer((scope) => {
      healthRoutes(scope, openReadiness(service))
      scope.get('/quick', async () => ({}))
    })
    const begin = async (path: string) => {
      const socket = connect(port, '127.0.0.1')
      const text = buffer(socket).then(String)
      await once(socket, 'connect')
      // Half a call: the connection is not idle, so that it is not closed.
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n`)
      return { text, end: () => socket.write('\r\n') }
    }
    const connections = [await begin('/health/ready'), await begin('/quick')]
    await setTimeout(100)

    const closed = app.close()
    for (const { end } of connections) end()
    const [ready = '', quick = ''] = await Promise.all(connections.map(({ text }) => text))
    await closed

    assert.match(ready, /^HTTP\/1\.1 503 /)
    assert.match(ready, /"process":\{"status":"failing","reason":"The process is shutting down\."\}/)
    assert.match(quick, /^HTTP\/1\.1 503 /)
    assert.match(quick, /^retry-after: 1\r$/im)
    assert.match(quick, /"code":"shutting_down"/)
  })
})

describe('a connection that is cut while it is used', () => {
  test('fails what used it and nothing else: the process lives, and the next call is answered', async () => {
    const { app, db, close } = await aServiceToBreak()

    const cut = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx)
      await service.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
      await setTimeout(200)
      await sql`SELECT 1`.execute(tx)
    })

    await assert.rejects(cut)
    assert.equal((await app.inject({ url: '/health/ready' })).statusCode, 200)
    await setTimeout(100)
    await app.close()
    await close()
  })
})
