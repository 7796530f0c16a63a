import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { Registry } from 'prom-client'
import { endReceptions } from '#modules/distributions/jobs.ts'
import { scannedBlobs } from '#platform/blobs/scanned-blobs.ts'
import { openScanner } from '#platform/scan/clamd.ts'
import { buildApp } from '#src/app.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, distributionCalls } from '#test/harness/features/distributions.ts'
import { startClamd } from '#test/harness/files/clamd.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { app, pool, v2 } = service
const { create, project, send, spool, run, validate, read } = distributionCalls(service)
const portOf = async (one: typeof app) => {
  await one.listen({ port: 0, host: '127.0.0.1' })
  return (one.server.address() as AddressInfo).port
}
const port = await portOf(app)

const eve = await anEmployee(service, { organizations: [await anOrganization(service)] })
const type = await aDistributionType(service)
const aPdf = () => aPdfOf([`Employee no: ${eve} ${randomUUID()}`])
const aSpool = () => ({ type, bytes: aPdf() })
const statusOf = async (id: number) => (await read(id)).status
const expire = () => endReceptions.run({}, { ...service, signal: new AbortController().signal })
const receptionsOf = async (id: number) =>
  (await pool.query('SELECT FROM distribution_receptions WHERE project_id = $1', [id])).rowCount

/** An upload that stops in the middle of its file until it is told to go on. */
async function aSlowUpload(id: number, to = port) {
  const boundary = 'slow'
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head = field('name', unique('slow')) + field('distribution_type_value', type)
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="source_file"; filename="a.pdf"\r\n\r\n`
  const pdf = aPdf()
  const sent: ClientRequest = request({
    port: to,
    method: 'POST',
    path: `/api/v1/distrib_projects/${id}/distributions/`,
    headers: { 'x-api-key': 'acme-api-key', 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  sent.on('error', () => {})
  sent.write(head + file)
  sent.write(pdf.subarray(0, 100))
  await eventually(async () => (await receptionsOf(id)) === 1)
  return {
    breakOff: () => sent.destroy(),
    /** Sends the rest of the file, and not the end of the form. */
    sendFile: () => sent.write(Buffer.concat([pdf.subarray(100), Buffer.from(`\r\n--${boundary}\r\n`)])),
    async finish(): Promise<{ status: number | undefined; body: { distribution_id: number } }> {
      sent.end(Buffer.concat([pdf.subarray(100), Buffer.from(`\r\n--${boundary}--\r\n`)]))
      const [answer] = await once(sent, 'response')
      return { status: answer.statusCode, body: JSON.parse((await answer.toArray()).join('')) }
    },
  }
}

describe('Spec 310: auto_validate over several spools', () => {
  test('waits while another spool of the project is being received, and moves on when that one is ready too', async () => {
    const id = await project({ auto_validate: 'true' })
    const first = await spool(id, aSpool())
    const slow = await aSlowUpload(id)

    await run(first)
    const during = await statusOf(id)
    const refusal = await validate(id)
    const { status, body } = await slow.finish()
    const after = await statusOf(id)
    await run(body.distribution_id)

    assert.deepEqual([during, refusal.statusCode, status, after], ['preparing', 400, 200, 'preparing'])
    assert.equal(await statusOf(id), 'validated')
    assert.equal(await receptionsOf(id), 0)
  })

  test('goes on with what it has when the upload breaks off', async () => {
    const id = await project({ auto_validate: 'true' })
    const slow = await aSlowUpload(id)
    await run(await spool(id, aSpool()))
    assert.equal(await statusOf(id), 'preparing')

    slow.breakOff()

    await eventually(async () => (await statusOf(id)) === 'validated')
    assert.equal(await receptionsOf(id), 0)
  })

  test('goes on when the process that received was killed: its lease expires', async () => {
    const id = await project({ auto_validate: 'true' })
    // What a process leaves behind that is killed in the middle of an upload.
    const actor = JSON.stringify({ type: 'application', id: 'main', name: 'main' })
    const lease = (moment: string) =>
      pool.query(
        `INSERT INTO distribution_receptions VALUES ('acme', $1, gen_random_uuid(), $2, clock_timestamp() + $3::interval)`,
        [id, actor, moment],
      )
    await lease('60 seconds')
    await run(await spool(id, aSpool()))
    await expire()
    assert.equal(await statusOf(id), 'preparing')

    await pool.query('UPDATE distribution_receptions SET expires_at = clock_timestamp() WHERE project_id = $1', [id])
    await expire()

    assert.equal(await statusOf(id), 'validated')
    assert.equal(await receptionsOf(id), 0)
  })

  test('a refused upload leaves nothing to wait for, and another project does not wait', async () => {
    const id = await project({ auto_validate: 'true' })
    const other = await project({ auto_validate: 'true' })
    const slow = await aSlowUpload(id)
    const refused = await send(other, { name: 'A', distribution_type_value: type })
    await run(await spool(other, aSpool()))

    assert.equal(refused.statusCode, 400)
    assert.equal(await statusOf(other), 'validated')
    assert.equal((await slow.finish()).status, 200)
  })

  test('an upload to a project that was canceled meanwhile is refused, and the project stays canceled', async () => {
    const id = await project()
    const slow = await aSlowUpload(id)
    await v2('POST', `/distribution_projects/${id}/cancel`)

    const { status } = await slow.finish()

    assert.deepEqual([status, await statusOf(id), await receptionsOf(id)], [400, 'canceled', 0])
  })
})

/** The service behind a scanner that gives its verdict when it is told to. */
async function aScanningService(t: TestContext) {
  const clamd = await startClamd({ manner: 'silent' })
  const blobs = scannedBlobs(service.blobs, openScanner(clamd.address))
  const scanning = await buildApp({ ...service, blobs, metrics: new Registry() })
  t.after(async () => {
    // The scanner first: an upload that still waits for its verdict would hold the service open.
    await clamd.close()
    await scanning.close()
  })
  return {
    port: await portOf(scanning),
    hasSeenAll: () => clamd.streams[0]?.isEnded === true,
    callItClean: () => clamd.sockets()[0]?.end('stream: OK\0'),
  }
}

/** Takes the renewing of leases out of the hands of time: each call is one turn of it, and tells whether it renewed. */
function leaseTurns(t: TestContext, id: number): () => Promise<boolean> {
  t.mock.timers.enable({ apis: ['setInterval'] })
  return async () => {
    await pool.query('UPDATE distribution_receptions SET expires_at = clock_timestamp() WHERE project_id = $1', [id])
    t.mock.timers.tick(15_000)
    // Nothing tells that there was no renewal.
    await wait(300)
    const { rowCount } = await pool.query(
      'SELECT FROM distribution_receptions WHERE project_id = $1 AND expires_at > clock_timestamp()',
      [id],
    )
    return rowCount === 1
  }
}

describe('Spec 310: the lease of a spool that is being received', () => {
  test('is renewed while the scan goes on after the last byte, however long that takes', async (t) => {
    const scanning = await aScanningService(t)
    const id = await project({ auto_validate: 'true' })
    const turn = leaseTurns(t, id)
    const slow = await aSlowUpload(id, scanning.port)
    await run(await spool(id, aSpool()))
    const finished = slow.finish()
    await eventually(scanning.hasSeenAll)

    assert.deepEqual([await turn(), await turn(), await turn()], [true, true, true])
    await expire()
    const during = await statusOf(id)
    scanning.callItClean()
    const { status, body } = await finished
    await run(body.distribution_id)

    assert.deepEqual([during, status, await statusOf(id)], ['preparing', 200, 'validated'])
    assert.equal((await read(id)).distributions_count, 2)
  })

  test('expires when bytes stop arriving before the end of the file', async (t) => {
    const id = await project({ auto_validate: 'true' })
    const turn = leaseTurns(t, id)
    const slow = await aSlowUpload(id)
    await run(await spool(id, aSpool()))

    await eventually(async () => !(await turn()))
    await expire()

    assert.deepEqual([await statusOf(id), await receptionsOf(id)], ['validated', 0])
    slow.breakOff()
  })

  test('expires when the rest of the form never comes after the file', async (t) => {
    const id = await project({ auto_validate: 'true' })
    const turn = leaseTurns(t, id)
    const slow = await aSlowUpload(id)
    await run(await spool(id, aSpool()))
    slow.sendFile()

    await eventually(async () => !(await turn()))
    await expire()

    assert.deepEqual([await statusOf(id), await receptionsOf(id)], ['validated', 0])
    slow.breakOff()
  })

  test('is given back by a finished upload after the project is locked, as by all others', async () => {
    const id = await project()
    const slow = await aSlowUpload(id)
    const other = await pool.connect()
    try {
      await other.query('BEGIN')
      await other.query('SELECT FROM distribution_projects WHERE id = $1 FOR UPDATE', [id])
      const finished = slow.finish()
      await eventually(async () => (await blockedBy(other)) === 1)
      // The holder of the project gets the reception too, at once.
      const { rowCount } = await other.query(
        'SELECT FROM distribution_receptions WHERE project_id = $1 FOR UPDATE NOWAIT',
        [id],
      )
      await other.query('COMMIT')

      assert.equal(rowCount, 1)
      assert.deepEqual([(await finished).status, await receptionsOf(id)], [200, 0])
    } finally {
      other.release(true)
    }
  })
})

/** How many wait for a lock of this connection. */
async function blockedBy(holder: PoolClient): Promise<number> {
  const { rows } = await holder.query('SELECT pg_backend_pid() AS pid')
  const { rowCount } = await pool.query('SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [
    rows[0].pid,
  ])
  return rowCount ?? 0
}

describe('Spec 310: expected_distributions', () => {
  test('a project waits for that many, then validates itself', async () => {
    const id = await project({ auto_validate: 'true', expected_distributions: '2' })
    assert.equal((await read(id)).expected_distributions, 2)
    await run(await spool(id, aSpool()))
    const waiting = await statusOf(id)
    const refusal = await validate(id)
    await run(await spool(id, aSpool()))

    assert.equal(waiting, 'preparing')
    assert.deepEqual(
      [refusal.statusCode, refusal.json()],
      [400, { errors: 'The project is not ready yet: it expects 2 distributions and has 1.' }],
    )
    assert.equal(await statusOf(id), 'validated')
  })

  test('one more than expected is refused on the project, in v1 and v2, before and after its bytes', async () => {
    const id = await project({ expected_distributions: '1' })
    const slow = await aSlowUpload(id)
    await spool(id, aSpool())
    const message = 'The project already has all expected distributions (expected_distributions: 1).'

    const late = await slow.finish()
    const early = await send(id, { name: 'B', distribution_type_value: type, source_file: new File(['x'], 'x') })
    const uploads = await app.inject({
      method: 'POST',
      url: '/api/v2/client/uploads',
      payload: 'x',
      headers: {
        ...(await service.as('payroll')),
        'content-type': 'text/plain',
        'content-disposition': 'attachment; filename="x"',
      },
    })
    const { rows } = await pool.query('SELECT id FROM distribution_types WHERE code = $1', [type])
    const body = {
      name: 'C',
      distribution_type_id: rows[0].id,
      distribution_project_id: id,
      file_id: uploads.json().id,
    }
    const json = await v2('POST', '/distributions', { body })

    for (const answer of [late, { status: early.statusCode, body: early.json() }]) {
      assert.deepEqual(answer, { status: 400, body: { errors: { project_id: [message] } } })
    }
    assert.equal(json.statusCode, 422)
    assert.deepEqual(json.json().errors, [
      { field: 'distribution_project_id', code: 'too_many_distributions', message },
    ])
    assert.equal((await read(id)).distributions_count, 1)
  })

  test('can be changed as long as the project is open: lower lets it go on, never below what it has', async () => {
    const id = await project({ auto_validate: 'true', expected_distributions: '3' })
    const patch = (expected_distributions: unknown) =>
      v2('PATCH', `/distribution_projects/${id}`, { body: { expected_distributions } })
    await run(await spool(id, aSpool()))
    await run(await spool(id, aSpool()))

    const low = await patch(1)
    const wrong = await patch('2')
    assert.deepEqual(
      [low.statusCode, low.json().errors[0].field, low.json().errors[0].code],
      [422, 'expected_distributions', 'too_few'],
    )
    assert.equal(wrong.statusCode, 422)
    assert.equal(await statusOf(id), 'preparing')
    const lowered = await patch(2)
    assert.deepEqual([lowered.statusCode, lowered.json().status], [200, 'validated'])
    assert.equal((await patch(null)).statusCode, 400)
    assert.equal(
      (await v2('PATCH', `/distribution_projects/${id}`, { body: {}, application: 'reader' })).statusCode,
      403,
    )
    assert.equal(
      (await v2('PATCH', `/distribution_projects/${id}`, { body: {}, application: 'rival' })).statusCode,
      404,
    )
  })

  for (const expected_distributions of ['0', '-1', '1.5', '1001', 'two']) {
    test(`400 for ${expected_distributions}`, async () => {
      const answer = await create({ name: 'A', expected_distributions })
      assert.deepEqual([answer.statusCode, Object.keys(answer.json().errors)], [400, ['expected_distributions']])
    })
  }
})
