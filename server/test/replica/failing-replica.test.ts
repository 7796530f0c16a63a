import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { openReplicatedServer } from '#test/harness/database/replicated-server.ts'
import { openTestDeps } from '#test/harness/deps.ts'
import { eventually } from '#test/harness/eventually.ts'
import { outcomesIn, untilUsed, v2Of } from './two-processes.ts'

const server = await openReplicatedServer()
const replica = await server.startReplica()
const service = await startApp({ replica: replica.connection })
after(server.close)
const { v2, app } = service

/** Writes a role, and looks for it in the list; answers how long that took. */
async function writeAndRead(): Promise<number> {
  const code = unique('role')
  const written = await v2('PUT', `/roles/${code}`, { body: { name: code, permissions: [] } })
  assert.equal(written.statusCode, 201, written.body)
  const startedAt = performance.now()
  const listed = await v2('GET', '/roles?per_page=100')
  assert.equal(listed.statusCode, 200, listed.body)
  assert.ok((listed.json() as { code: string }[]).some((one) => one.code === code))
  return performance.now() - startedAt
}

const readiness = async () => (await app.inject({ method: 'GET', url: '/health/ready' })).json()
const passedOver = () => eventually(() => service.replica?.state.reason !== undefined)

describe('a replica that is gone', () => {
  test('killed: the primary answers, without a wait; and the replica again once it is back', async () => {
    await untilUsed(service)
    await writeAndRead()

    await replica.kill()
    const first = await writeAndRead()
    await passedOver()
    const outcomes = await outcomesIn(service, async () => {
      for (let n = 0; n < 5; n += 1) assert.ok((await writeAndRead()) < 1000)
    })
    const told = await readiness()
    await replica.start()
    await untilUsed(service)
    const back = await outcomesIn(service, writeAndRead)

    assert.ok(first < 2500, `${first} ms`)
    assert.equal(outcomes.answered, 0)
    assert.deepEqual([told.status, told.checks.replica.status], ['ok', 'failing'])
    assert.ok(back.answered > 0)
  })

  test('frozen: what waits for it is answered by the primary within seconds, and the next calls at once', async () => {
    await untilUsed(service)
    await Promise.all(Array.from({ length: 8 }, writeAndRead))

    replica.freeze()
    const first = await Promise.all(Array.from({ length: 8 }, writeAndRead)).finally(() => undefined)
    await passedOver()
    const next = await writeAndRead()
    replica.thaw()
    await untilUsed(service)

    assert.ok(Math.max(...first) < 5000, `${first}`)
    assert.ok(next < 1000, `${next} ms`)
  })
})

/** Another process on a server that has the database of the service, which reads from a further one. */
async function aProcess(primary: TestApp['connection'], readFrom: TestApp['connection']) {
  const { database } = service.connection
  const { clock, log } = service
  const opened = await openTestDeps({ ...primary, database }, { clock, log, readAddress: { ...readFrom, database } })
  return opened
}

describe('a replica that leads itself', () => {
  test('answers nothing: what is written there is of another history', async () => {
    const promoted = await server.startReplica()
    const follower = await server.startReplica()
    const reading = await aProcess(server.connection, promoted.connection)
    await untilUsed(reading)
    await promoted.promote()
    await eventually(
      async () => (await promoted.query('SELECT pg_is_in_recovery() AS is_standby'))[0]?.is_standby === false,
    )
    const { database } = service.connection
    for (let n = 0; n < 3; n += 1) {
      await promoted.query(`UPDATE roles SET name = 'of another history'`, database)
    }

    const outcomes = await outcomesIn(reading, async () => {
      const listed = await v2Of(reading, service, '/roles?per_page=100')
      assert.doesNotMatch(listed.body, /another history/)
    })

    assert.equal(outcomes.answered, 0)
    assert.match(reading.replica?.state.reason ?? '', /not a replica/)
    await reading.close()

    // What takes over is followed by none of the others: one of them is ahead of it by its bytes, and lacks all of it.
    await writeAndRead()
    const taken = await aProcess(promoted.connection, follower.connection)
    const stale = await outcomesIn(taken, async () => {
      const listed = await v2Of(taken, service, '/roles?per_page=100')
      assert.match(listed.body, /another history/)
    })
    assert.equal(stale.answered, 0)
    assert.match(taken.replica?.state.reason ?? '', /does not follow/)
    await taken.close()
  })
})
