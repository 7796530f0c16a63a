import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { eventually } from '#test/harness/eventually.ts'
import {
  aHook,
  anOwner,
  aReceiver,
  aReceivingHook,
  changeHook,
  emitEvents,
  startSending,
  untilQuiet,
} from '#test/harness/features/webhooks/deliveries.ts'
import { queueDepth } from './queue-depth.ts'

const { service, dispatch } = await startSending()
dispatch()
/** Another service, whose events nobody hands out. */
const still = await startApp()

/** What a line of /metrics says; undefined when there is none. */
async function metric(line: string, { app } = service): Promise<number | undefined> {
  const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  const found = body.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}
const queue = (state: string, of = service) => metric(`dossier_callback_queue{state="${state}"}`, of)
const attempts = async (outcome: string) => (await metric(`dossier_callback_attempts_total{outcome="${outcome}"}`)) ?? 0
const OLDEST = 'dossier_callback_oldest_due_seconds'

describe('metrics of the queue, when nobody sends', () => {
  test('all are nought while nothing waits', async () => {
    for (const state of ['events', 'due', 'scheduled', 'held']) assert.equal(await queue(state, still), 0, state)
    assert.equal(await metric(OLDEST, still), 0)
  })

  test('events that are to be handed out, and how long the oldest has waited', async () => {
    const owner = await anOwner(still)
    await aHook(still, owner)
    await emitEvents(still, owner, { count: 3 })
    still.clock.advance(100)

    // One more tells of the webhook itself.
    await eventually(async () => (await queue('events', still)) === 4)
    assert.ok(((await metric(OLDEST, still)) ?? 0) >= 100)
  })
})

describe('metrics of what is sent', () => {
  test('attempts by outcome, and how long they took', async () => {
    const owner = await anOwner(service)
    const outcomes: [string, number][] = [
      ['2xx', 204],
      ['3xx', 302],
      ['4xx', 404],
      ['5xx', 503],
    ]
    for (const [outcome, status] of outcomes) {
      const before = await attempts(outcome)
      const { receiver, webhook } = await aReceivingHook(service, owner, { answer: () => status })
      await emitEvents(service, owner, { count: 2 })
      await eventually(() => receiver.received.length === 2)
      await eventually(async () => (await attempts(outcome)) === before + 2)
      await changeHook(service, owner, webhook.id, { is_active: false })
    }
    const closed = await aReceiver()
    await closed.close()
    await aHook(service, owner, { callback_url: closed.url })
    await emitEvents(service, owner)
    await eventually(async () => (await attempts('refused')) === 1)

    const count = await metric('dossier_callback_duration_seconds_count')
    assert.equal(count, 9)
    assert.equal(await metric('dossier_callback_duration_seconds_bucket{le="+Inf"}'), 9)
    assert.equal(await metric('dossier_callback_duration_seconds_bucket{le="15"}'), 9)
    const sum = (await metric('dossier_callback_duration_seconds_sum')) ?? -1
    assert.ok(sum >= 0 && sum < 9 * 15)
  })
})

describe('metrics of the queue', () => {
  test('what is scheduled, what is held, what is due, and how long the oldest of that has waited', async () => {
    await untilQuiet(service)
    const before = await queueDepth(service.db, service.clock.now())
    const owner = await anOwner(service)
    const never = new Promise<number>(() => {})
    const hanging = await aReceivingHook(service, owner, { events: ['role.*'], answer: () => never })
    await emitEvents(service, owner, { type: 'role.created', count: 15 })
    const off = await aReceivingHook(service, owner, { events: ['user.*'], answer: () => 500 })
    await emitEvents(service, owner, { type: 'user.created', count: 4 })
    await eventually(() => off.receiver.received.length === 4 && hanging.receiver.received.length === 10)
    await changeHook(service, owner, off.webhook.id, { is_active: false })

    await eventually(async () => (await queue('due')) === 5)
    // What is being sent counts as scheduled: it is due again should its worker die.
    await eventually(async () => (await queue('scheduled')) === before.scheduled + 10)
    await eventually(async () => (await queue('held')) === before.held + 4)
    await eventually(async () => (await queue('events')) === 0)
    service.clock.advance(20)
    await eventually(async () => ((await metric(OLDEST)) ?? 0) >= 20)
  })

  test('no line names a client, a webhook or an address', async () => {
    const owner = await anOwner(service)
    const { receiver, webhook } = await aReceivingHook(service, owner)
    await emitEvents(service, owner)
    await eventually(() => receiver.received.length === 1)

    const { body } = await service.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })

    for (const secret of [owner.client.id, webhook.id, webhook.callback_url]) assert.ok(!body.includes(secret))
  })
})
