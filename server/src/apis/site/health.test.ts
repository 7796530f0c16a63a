import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#platform/db/db.ts'
import { buildApp } from '#src/app.ts'
import { startApp } from '#test/harness/app.ts'

const service = await startApp()

/** The same service on a pool of its own, which a test may break. */
async function aServiceToBreak() {
  const { db, pool, close } = openDatabase(service.connection, { poolSize: 2 })
  const deps = { ...service, db, pool, publicUrl: 'http://dossier.test', metricsToken: undefined }
  return { app: await buildApp(deps), db, pool, close }
}

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
    assert.deepEqual(answer.json(), { status: 'ok' })
  })

  test('503 when the database is gone', async () => {
    const { app, close } = await aServiceToBreak()
    await app.inject({ url: '/health/ready' })
    await close()

    const answer = await app.inject({ url: '/health/ready' })

    assert.equal(answer.statusCode, 503)
    assert.deepEqual(answer.json(), { status: 'unavailable' })
    await app.close()
  })

  test('503 within a few seconds when no connection comes free', async () => {
    const { app, pool, close } = await aServiceToBreak()
    const held = [await pool.connect(), await pool.connect()]
    const startedAt = performance.now()

    const answer = await app.inject({ url: '/health/ready' })

    assert.equal(answer.statusCode, 503)
    assert.ok(performance.now() - startedAt < 5000)
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

    assert.equal((await app.inject({ url: '/health/ready' })).statusCode, 200)
    await app.close()
    await close()
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
