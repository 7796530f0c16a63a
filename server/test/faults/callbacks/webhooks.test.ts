import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { putValue, putValues } from '#modules/datasets/index.ts'
import { inLength } from '#test/faults/length.ts'
import { startProducer, startSender } from '#test/faults/processes.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, inEnglish, storedPaths } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { leasedDeliveries } from './leases.ts'
import { assertComplete, isSigned, type Ledger, openLedger, settle, taken, verifies } from './ledger.ts'

const codes = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)

/** Many values in one transaction. */
async function changeTogether({ service, datasetId }: Ledger, paths: string[]): Promise<void> {
  const values = paths.map((code) => ({ code, localized_names: inEnglish(code) }))
  await service.doWork(acme, (work) => putValues(work, datasetId, values))
}

async function changeOne({ service, datasetId }: Ledger, path: string): Promise<void> {
  const input = { datasetId, path, localizedNames: inEnglish(path) }
  await service.doWork(acme, (work) => putValue(work, input), { isOneStatement: true })
}

const WAYS = ['statement', 'emit'] as const
/** What producers of three values say when they are killed at the third. */
const TOLD = WAYS.map((way) => [`committed ${way}1`, `committed ${way}2`])

describe('a producer that is killed', () => {
  test('after it wrote the event and before the commit leaves neither the change nor a callback', async () => {
    const ledger = await openLedger(await startApp())
    const producers = WAYS.map((way) => startProducer(ledger, { prefix: way, way, count: 3, dieAt: 'written' }))
    assert.deepEqual(await Promise.all(producers.map(({ ended }) => ended)), ['SIGKILL', 'SIGKILL'])

    await startSender(ledger.service)
    await eventually(() => taken(ledger).length >= 4)
    await settle(ledger)

    assert.deepEqual(
      producers.map(({ lines }) => lines),
      TOLD,
    )
    const stored = await storedPaths(ledger.service.db, ledger.datasetId)
    assert.deepEqual(stored, ['emit1', 'emit2', 'statement1', 'statement2'])
    await assertComplete(ledger)
  })

  test('after the commit and before it woke anyone has its callback sent', async () => {
    const ledger = await openLedger(await startApp())
    await startSender(ledger.service)
    const producers = WAYS.map((way) => startProducer(ledger, { prefix: way, way, count: 3, dieAt: 'committed' }))
    assert.deepEqual(await Promise.all(producers.map(({ ended }) => ended)), ['SIGKILL', 'SIGKILL'])

    assert.equal((await storedPaths(ledger.service.db, ledger.datasetId)).length, 6)
    await settle(ledger)

    assert.deepEqual(
      producers.map(({ lines }) => lines),
      TOLD,
    )
    await assertComplete(ledger)
  })
})

describe('events are handed out', () => {
  test('though their transaction began before others, and was committed long after them', async () => {
    const ledger = await openLedger(await startApp())
    await startSender(ledger.service)
    const written = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const early = ledger.service.doWork(acme, async (work) => {
      await putValue(work, { datasetId: ledger.datasetId, path: 'early', localizedNames: inEnglish('early') })
      written.resolve()
      await mayCommit.promise
    })
    await written.promise

    for (const path of codes('late', 20)) await changeOne(ledger, path)
    await eventually(() => taken(ledger).length === 20)
    await settle(ledger)
    mayCommit.resolve()
    await early
    await settle(ledger)

    await assertComplete(ledger)
    assert.equal(ledger.entries.at(-1)?.path, 'early')
    assert.equal(ledger.entries.map(({ id }) => id).toSorted()[0], ledger.entries.at(-1)?.id)
  })

  test('once, though several workers hand out and send at the same time', async () => {
    const ledger = await openLedger(await startApp())
    const workers = await Promise.all([startSender(ledger.service), startSender(ledger.service)])
    const producers = WAYS.map((way) => startProducer(ledger, { prefix: way, way, count: inLength(100, 5000) }))

    for (let round = 0; round < inLength(5, 50); round += 1) await changeTogether(ledger, codes(`r${round}n`, 100))
    assert.deepEqual(await Promise.all(producers.map(({ ended }) => ended)), [0, 0])
    await settle(ledger, inLength(45, 120))

    assert.deepEqual(await Promise.all(workers.map((worker) => worker.end('SIGTERM'))), [0, 0])
    const handedOut = workers.map(({ lines }) => Number(/handed out (\d+)/.exec(lines.at(-1) ?? '')?.[1]))
    const committed = await storedPaths(ledger.service.db, ledger.datasetId)
    assert.equal(
      handedOut.reduce((sum, one) => sum + one, 0),
      committed.length,
    )
    await assertComplete(ledger)
  })

  test('after a worker was killed in the midst of handing them out', async () => {
    const ledger = await openLedger(await startApp())
    const { db } = ledger.service
    await changeTogether(ledger, codes('n', 50))
    // Fan-out waits for this delivery of the same event to be committed or not.
    await using blocker = await db
      .startTransaction()
      .execute()
      .then((tx) => ({
        [Symbol.asyncDispose]: async () => void (tx.isCommitted || tx.isRolledBack || (await tx.rollback().execute())),
        tx,
      }))
    await sql`
      INSERT INTO callback_deliveries (client_id, endpoint_id, id, event_type, created_at)
      SELECT client_id, ${ledger.webhook.id}, event_id, type, now() FROM event_outbox ORDER BY event_id DESC LIMIT 1
    `.execute(blocker.tx)
    const worker = await startSender(ledger.service)
    await eventually(async () => {
      const { rows } = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db)
      return rows.length > 0
    })

    assert.equal(await worker.end('SIGKILL'), 'SIGKILL')
    await blocker.tx.rollback().execute()
    assert.equal(ledger.entries.length, 0)
    await startSender(ledger.service)
    await eventually(() => taken(ledger).length >= 50)
    await settle(ledger)

    await assertComplete(ledger)
  })
})

describe('an endpoint that hangs', () => {
  test('keeps ten callbacks waiting, and nobody else’s, though thousands are older', async () => {
    const service = await startApp()
    const { promise: released, resolve: release } = Promise.withResolvers<number>()
    const hanging = await openLedger(service, () => released)
    await changeTogether(hanging, codes('h', 3000))
    // A webhook is not told of what is older than itself.
    const healthy = await openLedger(service)
    await startSender(service)
    await eventually(() => hanging.entries.length >= 10)

    await changeTogether(healthy, codes('n', 100))
    await eventually(() => taken(healthy).length === 100, { withinSeconds: 30 }).catch(() => {})

    assert.equal(taken(healthy).length, 100)
    assert.ok(hanging.receiver.maxConcurrency() <= 10)
    const held = (await leasedDeliveries(service.db)).filter(({ endpointId }) => endpointId === hanging.webhook.id)
    assert.ok(held.length <= 10)
    const unanswered = hanging.entries.map(({ id }) => id)
    release(200)
    await settle(hanging, 90)
    await assertComplete(healthy)
    await assertComplete(hanging, unanswered)
  })
})

describe('a key that is replaced under load', () => {
  test('every callback is signed with the old one or the new one, and soon with the new one', async () => {
    const ledger = await openLedger(await startApp())
    await startSender(ledger.service)
    const producer = startProducer(ledger, { prefix: 'p', way: 'statement', count: inLength(300, 5000) })

    for (let change = 1; change <= inLength(2, 10); change += 1) {
      const before = ledger.entries.length
      await eventually(() => ledger.entries.length > before + 50 || producer.process.exitCode !== null)
      // Until the answer is here, callbacks that carry the new key carry the old one too.
      ledger.keys.push(await refreshKey(ledger))
    }
    assert.equal(await producer.ended, 0)
    await settle(ledger)
    await assertComplete(ledger)

    const sentBefore = ledger.entries.length
    await changeTogether(ledger, codes('after', 20))
    await settle(ledger)
    const [previous = '', newest = ''] = ledger.keys.slice(-2)
    const sentAfter = ledger.entries.slice(sentBefore).map(({ callback }) => callback)
    assert.equal(sentAfter.length, 20)
    assert.ok(sentAfter.every((callback) => isSigned(callback, [newest]) && verifies(callback, previous)))
  })

  async function refreshKey({ service, webhook }: Ledger): Promise<string> {
    const answer = await service.v2('POST', `/webhooks/${webhook.id}/refresh_signature_key`)
    assert.equal(answer.statusCode, 200)
    return answer.json().signature_key
  }
})
