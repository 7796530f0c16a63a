import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aDemoFolder } from '#test/harness/processes/data-folders.ts'
import { aFolder, demoCredentials, freePort, launchService, startService } from '#test/harness/processes/service.ts'
import { createDossier } from '../../../sdk/src/index.ts'

const SECRET_KEY = 'one key for all processes of this test'

/** An outside database, as DATABASE_URL names it. */
async function outsideDatabase() {
  const database = await createDatabase({ isEmpty: true })
  const { host, user, port, database: name } = database.connection
  const client = new pg.Client(database.connection)
  await client.connect()
  after(async () => {
    await client.end()
    await database.drop()
  })
  return { url: `postgres://${user}@/${name}?host=${encodeURIComponent(host)}&port=${port}`, client }
}

describe('processes on one outside database', () => {
  test('four that start together run each migration once, all of them answer, and a worker runs the jobs of one', async () => {
    const { url, client } = await outsideDatabase()
    const env = { DATABASE_URL: url, SECRET_KEY }
    const dataDir = await aFolder()

    const services = await Promise.all([1, 2, 3, 4].map(() => startService({ dataDir, env: { ...env, ROLE: 'api' } })))

    const { rows } = await client.query(`SELECT count(*) AS all, count(DISTINCT name) AS names FROM migrations`)
    assert.equal(rows[0].all, rows[0].names)
    const clients = await client.query('SELECT id FROM clients')
    assert.deepEqual(clients.rows, [{ id: 'demo' }])

    // One of them has loaded the demo, and says whom to be.
    const api = await eventually(() => services.find(({ output }) => /API key/.test(output().stdout)))
    for (const service of services) if (service !== api) assert.equal(await service.end('SIGTERM'), 0)
    const dossier = createDossier({ baseUrl: api.url, ...demoCredentials(api.output()) }).raw
    // A form of the demo uses the data set.
    await dossier.DELETE('/api/v2/client/forms/{code}', { params: { path: { code: 'mobility' } } })
    await dossier.DELETE('/api/v2/client/datasets/{id}', { params: { path: { id: 'offices' } } })
    const left = async () => Number((await client.query('SELECT count(*) FROM dataset_values')).rows[0].count)
    const before = await left()

    const port = await freePort()
    const worker = await launchService({ dataDir, env: { ...env, ROLE: 'worker', WORKER_PORT: String(port) } })
    await eventually(async () => (await left()) === 0, { withinSeconds: 30 })
    const vitals = `http://127.0.0.1:${port}`
    assert.equal((await fetch(`${vitals}/health/ready`)).status, 200)
    assert.match(await (await fetch(`${vitals}/metrics`)).text(), /dossier_callback_queue/)
    assert.equal((await fetch(`${vitals}/api/v2/client/datasets`)).status, 404)

    assert.equal(before, 5)
    assert.equal(await worker.end('SIGTERM'), 0)
    assert.equal(await api.end('SIGTERM'), 0)
  })
})

describe('SIGTERM', () => {
  test('a call in flight is finished, and the process ends with 0', async () => {
    const { dataDir, welcome } = await aDemoFolder()
    const service = await startService({ dataDir })
    const token = await createDossier({ baseUrl: service.url, ...demoCredentials(welcome) }).tokens.current()
    const values = Array.from({ length: 10_000 }, (_, n) => ({ code: `c${n}`, localized_names: [] }))
    const body = JSON.stringify({ values })

    const bulk = request(`${service.url}/api/v2/client/datasets/offices/values/bulk`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      },
    })
    bulk.flushHeaders()
    // Now the service has the call, and waits for its body.
    await once(bulk, 'continue')
    const ended = service.end('SIGTERM')
    bulk.end(body)
    const [answer] = await once(bulk, 'response')

    assert.deepEqual(await json(answer), { created: 10_000, updated: 0, unchanged: 0 })
    assert.equal(await ended, 0)
  })
})
