import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { putValues } from '#modules/datasets/index.ts'
import { inLength, isLong, testWhenLong } from '#test/faults/length.ts'
import { startSender, startWholeService, startWorkerService } from '#test/faults/processes.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, inEnglish } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import type { Reply } from '#test/harness/features/webhooks/receiver.ts'
import type { Service } from '#test/harness/processes/service.ts'
import { deliveriesLeasedByDeadWorkers, endLeases, idsOf, type LeasedDelivery, leasedDeliveries } from './leases.ts'
import { assertComplete, type Entry, type Ledger, openLedger, repeated, settle, taken } from './ledger.ts'

const WITHIN_LEASE_SECONDS = 65

async function changeSome({ service, datasetId }: Ledger, count: number, prefix = 'n'): Promise<void> {
  const values = Array.from({ length: count }, (_, n) => ({ code: `${prefix}${n}`, localized_names: inEnglish('any') }))
  await service.doWork(acme, (work) => putValues(work, datasetId, values))
}

/** What was held comes back: by itself in the long form, which takes its minute. */
async function sendAgain({ service }: Ledger, held: LeasedDelivery[]): Promise<void> {
  if (!isLong) await endLeases(service.db, held)
}

describe('a worker that is killed', { concurrency: inLength(1, 3) }, () => {
  test('after it took deliveries: another sends them, each once', async () => {
    const ledger = await openLedger(await startApp())
    await changeSome(ledger, 30)
    const worker = await startSender(ledger.service, { dieAt: 'claimed' })
    assert.equal(await worker.ended, 'SIGKILL')

    const held = await deliveriesLeasedByDeadWorkers(ledger.service.db)
    assert.equal(held.length, 10)
    assert.equal(ledger.entries.length, 0)
    await sendAgain(ledger, held)
    await startSender(ledger.service)
    await settle(ledger, WITHIN_LEASE_SECONDS)

    await assertComplete(ledger)
  })

  test('while calls are under way: what was not answered is sent again', async () => {
    const ledger = await openLedger(await startApp(), () => new Promise<Reply>(() => {}))
    await changeSome(ledger, 10)
    const worker = await startSender(ledger.service)
    await eventually(() => ledger.entries.length === 10)
    // Time enough to write results, if there were any.
    await delay(500)
    await worker.end('SIGKILL')

    const held = await deliveriesLeasedByDeadWorkers(ledger.service.db)
    assert.deepEqual(idsOf(held), ledger.entries.map(({ id }) => id).toSorted())
    ledger.answer = () => 200
    await sendAgain(ledger, held)
    await startSender(ledger.service)
    await settle(ledger, WITHIN_LEASE_SECONDS)

    assert.equal(taken(ledger).length, 10)
    await assertComplete(ledger, idsOf(held))
  })

  test('after the answers and before it wrote them: only what was answered comes twice', async () => {
    const ledger = await openLedger(await startApp())
    await changeSome(ledger, 30)
    const worker = await startSender(ledger.service, { dieAt: 'answered' })
    assert.equal(await worker.ended, 'SIGKILL')

    const held = await deliveriesLeasedByDeadWorkers(ledger.service.db)
    const answered = ledger.entries.map(({ id }) => id)
    assert.ok(answered.length > 0 && answered.length <= held.length)
    await sendAgain(ledger, held)
    await startSender(ledger.service)
    await settle(ledger, WITHIN_LEASE_SECONDS)

    assert.deepEqual(repeated(ledger).toSorted(), answered.toSorted())
    await assertComplete(ledger, idsOf(held))
  })

  const KILLS = inLength(2, 20)
  test(`${KILLS} times at random, with the API that makes the changes: nothing that was stored goes untold`, async () => {
    const ledger = await openLedger(await startApp())
    const headers = await ledger.service.as('payroll')
    const mayRepeat = new Set<string>()

    for (let kill = 0; kill < KILLS; kill += 1) {
      const service = await startWholeService(ledger.service)
      const writers = [0, 1, 2, 3].map((writer) => writeUntilRefused(service, `k${kill}w${writer}n`))
      const before = taken(ledger).length
      await eventually(() => taken(ledger).length > before + 20, { withinSeconds: 30 })
      await delay(Math.random() * 300)
      await service.end('SIGKILL')
      await Promise.all(writers)
      const held = await deliveriesLeasedByDeadWorkers(ledger.service.db)
      for (const id of idsOf(held)) mayRepeat.add(id)
      const isLast = kill === KILLS - 1
      await (isLast ? sendAgain(ledger, held) : endLeases(ledger.service.db, held))
    }
    await startSender(ledger.service)
    await settle(ledger, WITHIN_LEASE_SECONDS)

    assert.ok(taken(ledger).length > KILLS * 20)
    await assertComplete(ledger, mayRepeat)

    async function writeUntilRefused({ url }: Service, prefix: string): Promise<void> {
      for (let n = 0; ; n += 1) {
        const address = `${url}/api/v2/client/datasets/${ledger.datasetId}/values/${prefix}${n}`
        const body = JSON.stringify({ localized_names: inEnglish('any') })
        const call = { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body }
        const answer = await fetch(address, call).catch(() => undefined)
        if (answer?.status !== 201) return
        await answer.arrayBuffer().catch(() => {})
      }
    }
  })

  testWhenLong('beside another one, which goes on and takes over what comes back', async () => {
    const ledger = await openLedger(await startApp())
    const mayRepeat = new Set<string>()
    const survivor = await startSender(ledger.service)

    for (let kill = 0; kill < 3; kill += 1) {
      const worker = await startSender(ledger.service)
      const before = ledger.entries.length
      await changeSome(ledger, 2000, `k${kill}n`)
      // What the dead had in hand may keep the endpoint from getting more until it comes back.
      await eventually(() => ledger.entries.length > before + 50, { withinSeconds: WITHIN_LEASE_SECONDS })
      await delay(Math.random() * 300)
      await worker.end('SIGKILL')
      await delay(500)
      for (const id of idsOf(await leasedDeliveries(ledger.service.db))) mayRepeat.add(id)
    }
    await settle(ledger, WITHIN_LEASE_SECONDS)

    assert.equal(await survivor.end('SIGTERM'), 0)
    await assertComplete(ledger, mayRepeat)
  })
})

describe('a worker that is asked to stop', () => {
  test('ends its calls and gives the rest back: each callback is sent once', async () => {
    const ledger = await openLedger(await startApp(), () => ({ status: 200, delayMs: 150 }))
    await changeSome(ledger, 150)
    const worker = await startWorkerService(ledger.service)
    await eventually(() => ledger.entries.length >= 30)

    assert.equal(await worker.end('SIGTERM'), 0)

    assert.ok(ledger.entries.length < 150)
    assert.deepEqual(await leasedDeliveries(ledger.service.db), [])
    await startSender(ledger.service)
    await settle(ledger)
    await assertComplete(ledger)
  })

  test('gives back at once what is not answered in time', async () => {
    const ledger = await openLedger(await startApp(), () => new Promise<Reply>(() => {}))
    await changeSome(ledger, 20)
    const worker = await startSender(ledger.service, { graceMs: 300 })
    await eventually(() => ledger.entries.length === 10)

    assert.equal(await worker.end('SIGTERM'), 0)

    const unanswered = ledger.entries.map(({ id }) => id)
    assert.deepEqual(await leasedDeliveries(ledger.service.db), [])
    ledger.answer = () => 200
    await startSender(ledger.service)
    await settle(ledger)
    await assertComplete(ledger, unanswered)
  })
})

describe('a worker that was stopped for longer than its lease', () => {
  test('goes on, and what it has to tell of calls that another has taken over counts for nothing', async () => {
    const ledger = await openLedger(await startApp())
    const { db } = ledger.service
    const toSleeper = Promise.withResolvers<Reply>()
    const toOther = Promise.withResolvers<Reply>()
    ledger.answer = () => toSleeper.promise
    await changeSome(ledger, 5)
    const sleeper = await startSender(ledger.service)
    await eventually(() => ledger.entries.length === 5)
    sleeper.signal('SIGSTOP')
    const lost = await leasedDeliveries(db)
    assert.equal(lost.length, 5)

    ledger.answer = () => toOther.promise
    await endLeases(db, lost)
    await startSender(ledger.service)
    await eventually(() => ledger.entries.length === 10)
    const takenOver = await leasedDeliveries(db)
    toSleeper.resolve(500)
    sleeper.signal('SIGCONT')
    assert.equal(await sleeper.end('SIGTERM'), 0)

    assert.deepEqual(await leasedDeliveries(db), takenOver)
    assert.deepEqual(idsOf(takenOver), idsOf(lost))
    toOther.resolve(200)
    await settle(ledger)
    await assertComplete(ledger, idsOf(lost))
    const deliveries = await db.selectFrom('callback_deliveries').select(['attempts', 'succeeded_at']).execute()
    const statuses = deliveries.map(({ attempts }) =>
      (attempts as unknown as { status_code: number }[]).map((one) => one.status_code),
    )
    assert.deepEqual(statuses, Array(5).fill([200]))
    assert.ok(deliveries.every(({ succeeded_at }) => succeeded_at !== null))
  })

  testWhenLong('does not send what it still had to send', async () => {
    const ledger = await openLedger(await startApp(), () => ({ status: 200, delayMs: 20 }))
    await changeSome(ledger, 3000)
    const sleeper = await startSender(ledger.service)
    await eventually(() => taken(ledger).length > 300)
    sleeper.signal('SIGSTOP')
    const lost = await leasedDeliveries(ledger.service.db)
    const other = await startSender(ledger.service)
    await settle(ledger, 120)

    const before: Entry[] = [...ledger.entries]
    sleeper.signal('SIGCONT')
    await delay(3000)
    assert.equal(await sleeper.end('SIGTERM'), 0)
    assert.equal(await other.end('SIGTERM'), 0)

    assert.deepEqual(ledger.entries.slice(before.length), [])
    await assertComplete(ledger, idsOf(lost))
  })
})
