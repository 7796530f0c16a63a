import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { refreshSignatureKey } from '#modules/webhooks/endpoints/refresh-signature-key.ts'
import { deleteWebhook } from '#modules/webhooks/subscriptions/delete-webhook.ts'
import { aDataset, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import {
  advanceTo,
  aHook,
  anOwner,
  aReceiver,
  aReceivingHook,
  byAnyone,
  changeHook,
  deliveriesAt,
  emitEvents,
  idsOf,
  startSending,
  untilQuiet,
  waitingAt,
} from '#test/harness/features/webhooks/deliveries.ts'
import { aReceivingWebhook } from '#test/harness/features/webhooks/dispatcher.ts'
import { type Received, verify } from '#test/harness/features/webhooks/receiver.ts'

const { service, dispatch } = await startSending()
// Only a test moves it on: a slow machine takes longer than the pause before a retry.
service.clock.stop()
dispatch()

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const plainly = (key: string, raw: string) => createHmac('sha256', key).update(raw).digest('hex')
const first = <T>(list: T[]): T => list[0] ?? assert.fail('it is empty')

describe('a callback', () => {
  test('tells of a change made by a call, with every header, signed in both ways', async () => {
    const { receiver, webhook } = await aReceivingWebhook(service, { events: ['dataset_value.created'] })
    const dataset = await aDataset(service, { dimensions: ['country'] })
    const put = await service.v2('PUT', `/datasets/${dataset}/values/fr`, { body: { localized_names: [] } })
    assert.equal(put.statusCode, 201)

    const { headers, raw, json } = await eventually(() => receiver.received[0])

    const log = await service.v2('GET', '/events?type=dataset_value.created')
    const event = log.json()[0]
    assert.deepEqual(json, {
      id: event.id,
      type: 'dataset_value.created',
      created_at: event.created_at,
      webhook_id: webhook.id,
      actor: { type: 'application', id: 'payroll', name: 'payroll' },
      data: put.json(),
    })
    assert.match(json.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    assert.deepEqual(
      [headers['content-type'], headers['user-agent'], headers['x-webhook-id'], headers['x-event-id']],
      ['application/json; charset=utf-8', 'Dossier-Webhooks/1', webhook.id, event.id],
    )
    assert.deepEqual([headers['x-event-type'], headers['webhook-id']], ['dataset_value.created', event.id])
    assert.ok(Math.abs(Number(headers['webhook-timestamp']) - service.clock.now().getTime() / 1000) < 60)
    assert.equal(headers['x-event-signature'], plainly(webhook.signature_key, raw))
    verify({ headers, raw }, webhook.signature_key)
    await service.v2('DELETE', `/webhooks/${webhook.id}`)
  })

  test('is signed so that another key, another body or another time does not fit', async () => {
    const owner = await anOwner(service)
    const { receiver, webhook } = await aReceivingHook(service, owner)
    await emitEvents(service, owner)

    const { headers, raw } = await eventually(() => receiver.received[0])

    verify({ headers, raw }, webhook.signature_key)
    assert.throws(() => verify({ headers, raw: `${raw} ` }, webhook.signature_key))
    assert.throws(() => verify({ headers, raw }, webhook.signature_key.split('').reverse().join('')))
    const later = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }
    assert.throws(() => verify({ headers: later, raw }, webhook.signature_key))
  })

  test('carries the signatures of both keys for a day after a refresh, and then only that of the new one', async () => {
    const owner = await anOwner(service)
    const { receiver, webhook } = await aReceivingHook(service, owner)
    const fresh = await service.doWork(owner, (work) => refreshSignatureKey(work, webhook.id, byAnyone(service)))

    await emitEvents(service, owner)
    const soon = await eventually(() => receiver.received[0])
    await untilQuiet(service)
    service.clock.advance(24 * 3600 + 1)
    await emitEvents(service, owner)
    const late = await eventually(() => receiver.received[1])

    for (const key of [webhook.signature_key, fresh.signature_key]) verify(soon, key)
    assert.equal(soon.headers['x-event-signature'], plainly(fresh.signature_key, soon.raw))
    assert.equal(String(late.headers['webhook-signature']).split(' ').length, 1)
    assert.equal(late.headers['x-event-signature'], plainly(fresh.signature_key, late.raw))
  })

  test('has the same id and body at each attempt, and the time of that attempt', async () => {
    const owner = await anOwner(service)
    const answers = [500, 500, 200]
    const { receiver, webhook } = await aReceivingHook(service, owner, { answer: () => answers.shift() ?? 500 })
    const [event] = await emitEvents(service, owner, { data: { name: 'Zoë' } })

    for (const tries of [1, 2]) {
      await eventually(() => receiver.received.length === tries)
      await untilQuiet(service)
      advanceTo(service, first(await waitingAt(service, webhook.id)).due_at)
    }
    await eventually(() => receiver.received.length === 3)

    assert.equal(new Set(receiver.received.map((one) => one.raw)).size, 1)
    assert.deepEqual(idsOf(receiver), [event, event, event])
    const times = receiver.received.map((one) => Number(one.headers['webhook-timestamp']))
    assert.ok((times[1] ?? 0) >= (times[0] ?? 0) + 4 && (times[2] ?? 0) >= (times[1] ?? 0) + 24, String(times))
    for (const { headers, raw } of receiver.received) {
      assert.equal(headers['x-event-signature'], plainly(webhook.signature_key, raw))
    }
  })

  test('carries text of every script, and characters that have a meaning in JSON', async () => {
    const owner = await anOwner(service)
    const { receiver, webhook } = await aReceivingHook(service, owner)
    const data = {
      name: 'Été — 東京 — مرحبا — 🙂👩‍👩‍👧 — "quoted" \\ {} \u2028 \u0007',
      nested: [{ a: null }, 1.5, true],
    }
    await emitEvents(service, owner, { data })

    const callback = await eventually(() => receiver.received[0])

    assert.deepEqual(callback.json.data, { id: 'thing-0', ...data })
    assert.equal(Number(callback.headers['content-length']), Buffer.byteLength(callback.raw))
    assert.equal(callback.headers['x-event-signature'], plainly(webhook.signature_key, callback.raw))
  })

  test('may be large', async () => {
    const owner = await anOwner(service)
    const { receiver, webhook } = await aReceivingHook(service, owner)
    const text = 'é'.repeat(3_000_000)
    await emitEvents(service, owner, { data: { text } })

    const callback = await eventually(() => receiver.received[0], { withinSeconds: 20 })

    assert.ok(callback.json.data.text === text)
    assert.equal(callback.headers['x-event-signature'], plainly(webhook.signature_key, callback.raw))
  })

  test('is made once when it succeeds, and logged', async () => {
    const owner = await anOwner(service)
    const answer = { status: 201, body: `${'y'.repeat(1000)}${'é'.repeat(500)}` }
    const { receiver, webhook } = await aReceivingHook(service, owner, { answer: () => answer })
    const [event] = await emitEvents(service, owner)
    await eventually(() => receiver.received.length === 1)
    await untilQuiet(service)

    const delivery = first(await deliveriesAt(service, webhook.id))

    assert.equal(delivery.id, event)
    assert.ok(delivery.succeeded_at && !delivery.failed_at)
    assert.deepEqual(
      delivery.attempts.map(({ outcome, status_code, response_body }) => [outcome, status_code, response_body]),
      [['answered', 201, `${'y'.repeat(1000)}${'é'.repeat(12)}`]],
    )
    assert.deepEqual(await waitingAt(service, webhook.id), [])
    assert.equal(receiver.received.length, 1)
  })
})

describe('which events a webhook gets', () => {
  test('those that it names, of its client, from the time on when it was made', async () => {
    const owner = await anOwner(service)
    const rival = await anOwner(service)
    const witness = await aReceivingHook(service, owner, { events: ['*'] })
    const foreign = await aReceivingHook(service, rival, { events: ['*'] })
    const early = await emitEvents(service, owner, { type: 'dataset.created' })
    const { receiver } = await aReceivingHook(service, owner, { events: ['dataset.*', 'role.updated'] })
    const wanted = [
      ...(await emitEvents(service, owner, { type: 'dataset.created' })),
      ...(await emitEvents(service, owner, { type: 'role.updated' })),
    ]
    const unwanted = await emitEvents(service, owner, { type: 'role.created' })
    const [rivals] = await emitEvents(service, rival, { type: 'dataset.created' })

    await eventually(() => witness.receiver.received.length === 6)
    await untilQuiet(service)

    assert.deepEqual(idsOf(receiver).toSorted(), wanted)
    // The others tell of the two webhooks.
    const rest = witness.receiver.received.filter((one) => one.json.type !== 'webhook.created')
    assert.deepEqual(idsOf({ received: rest }).toSorted(), [...early, ...wanted, ...unwanted])
    const theirs = foreign.receiver.received.filter((one) => one.json.type !== 'webhook.created')
    assert.deepEqual(idsOf({ received: theirs }), [rivals])
  })

  test('Spec 470: events of its own, and those of other webhooks', async () => {
    const owner = await anOwner(service)
    const one = await aReceivingHook(service, owner, { events: ['webhook.*'] })
    const other = await aReceivingHook(service, owner, { events: ['*'] })
    await changeHook(service, owner, one.webhook.id, { name: 'another name' })
    await changeHook(service, owner, other.webhook.id, { name: 'yet another' })
    await eventually(() => one.receiver.received.length === 4 && other.receiver.received.length === 3)
    await untilQuiet(service)

    const told = (received: Received[]) => received.map(({ json }) => `${json.type} ${json.data.id}`).toSorted()
    assert.deepEqual(
      told(one.receiver.received),
      [one, other].flatMap(({ webhook: { id } }) => [`webhook.created ${id}`, `webhook.updated ${id}`]).toSorted(),
    )
    assert.deepEqual(
      told(other.receiver.received),
      [
        `webhook.created ${other.webhook.id}`,
        ...[one, other].map(({ webhook: { id } }) => `webhook.updated ${id}`),
      ].toSorted(),
    )
    assert.ok(!one.receiver.received.some(({ raw }) => raw.includes(other.webhook.signature_key)))
  })

  test('each of two gets all, under its own id and key', async () => {
    const owner = await anOwner(service)
    const hooks = [await aReceivingHook(service, owner), await aReceivingHook(service, owner)]
    const events = await emitEvents(service, owner, { count: 30 })
    await eventually(() => hooks.every(({ receiver }) => receiver.received.length === 30))

    for (const { receiver, webhook } of hooks) {
      assert.deepEqual(idsOf(receiver).toSorted(), events)
      for (const { json, headers, raw } of receiver.received) {
        assert.equal(json.webhook_id, webhook.id)
        assert.equal(headers['x-event-signature'], plainly(webhook.signature_key, raw))
        assert.match(String(headers['x-webhook-id']), UUID)
      }
    }
  })

  test('thousands of events of one work arrive, each once', async () => {
    const owner = await anOwner(service)
    const { receiver } = await aReceivingHook(service, owner)

    const events = await emitEvents(service, owner, { count: 1200 })
    await eventually(() => receiver.received.length >= 1200, { withinSeconds: 30 })
    await untilQuiet(service)

    assert.deepEqual(idsOf(receiver).toSorted(), events)
  })
})

describe('a webhook that is off', () => {
  test('gets nothing while it was off from the start, and what comes after it was switched on', async () => {
    const owner = await anOwner(service)
    const witness = await aReceivingHook(service, owner)
    const { receiver, webhook } = await aReceivingHook(service, owner, { is_active: false })
    await emitEvents(service, owner)
    await eventually(() => witness.receiver.received.length === 1)
    await untilQuiet(service)
    assert.deepEqual(idsOf(receiver), [])

    await changeHook(service, owner, webhook.id, { is_active: true })
    const after = await emitEvents(service, owner)
    await eventually(() => witness.receiver.received.length === 2 && receiver.received.length === 1)

    assert.deepEqual(idsOf(receiver), after)
  })

  test('holds what waits, and sends that and only that when it is on again', async () => {
    const owner = await anOwner(service)
    let status = 500
    const { receiver, webhook } = await aReceivingHook(service, owner, { answer: () => status })
    const held = await emitEvents(service, owner, { count: 3 })
    await eventually(() => receiver.received.length === 3)
    await untilQuiet(service)
    await changeHook(service, owner, webhook.id, { is_active: false })
    const witness = await aReceivingHook(service, owner)
    service.clock.advance(60)
    await emitEvents(service, owner)
    await eventually(() => witness.receiver.received.length === 1)
    await untilQuiet(service)

    assert.equal(receiver.received.length, 3)
    assert.equal((await waitingAt(service, webhook.id)).length, 3)

    status = 200
    await changeHook(service, owner, webhook.id, { is_active: true })
    await eventually(() => receiver.received.length === 6)
    await untilQuiet(service)

    assert.deepEqual(idsOf(receiver).slice(3).toSorted(), held)
  })

  test('once deleted gets nothing more, though something waits for it', async () => {
    const owner = await anOwner(service)
    const witness = await aReceivingHook(service, owner)
    const { receiver, webhook } = await aReceivingHook(service, owner, { answer: () => 500 })
    await emitEvents(service, owner)
    await eventually(() => receiver.received.length === 1)
    await untilQuiet(service)

    await service.doWork(owner, (work) =>
      deleteWebhook(work, webhook.id, { keyring: service.keyring, permissions: ['*'] }),
    )
    service.clock.advance(60)
    await emitEvents(service, owner)
    await eventually(() => witness.receiver.received.length === 2)
    await untilQuiet(service)

    assert.equal(receiver.received.length, 1)
  })
})

describe('another address', () => {
  test('gets what still waits', async () => {
    const owner = await anOwner(service)
    const { receiver, webhook } = await aReceivingHook(service, owner, { answer: () => 500 })
    const events = await emitEvents(service, owner)
    await eventually(() => receiver.received.length === 1)
    await untilQuiet(service)

    const next = await aReceiver()
    await changeHook(service, owner, webhook.id, { callback_url: `${next.url}?to=%C3%A9#part` })
    service.clock.advance(10)
    await eventually(() => next.received.length === 1)

    assert.deepEqual(idsOf(next), events)
    assert.equal(receiver.received.length, 1)
  })

  test('where nobody listens is tried again, and its failure is logged without its address', async () => {
    const owner = await anOwner(service)
    const closed = await aReceiver()
    await closed.close()
    const webhook = await aHook(service, owner, { name: unique('closed'), callback_url: closed.url })
    await emitEvents(service, owner)
    const delivery = await eventually(async () =>
      (await deliveriesAt(service, webhook.id)).find((one) => one.attempts.length === 1),
    )

    assert.deepEqual(
      delivery.attempts.map(({ outcome, status_code, response_body }) => [outcome, status_code, response_body]),
      [['refused', null, null]],
    )
    assert.equal(first(await waitingAt(service, webhook.id)).tries, 1)
    assert.ok(!service.logged.some((line) => line.includes(closed.url)))
  })
})

describe('a dispatcher', () => {
  test('that starts later sends what was written before; one that stopped sends nothing more', async () => {
    const { service: other, dispatch: dispatchHere } = await startSending()
    const owner = await anOwner(other)
    const { receiver } = await aReceivingHook(other, owner)
    const before = await emitEvents(other, owner, { count: 3 })
    const dispatcher = dispatchHere()
    await eventually(() => receiver.received.length === 3)
    await dispatcher.stop()

    await emitEvents(other, owner)
    await new Promise((done) => setTimeout(done, 600))

    assert.deepEqual(idsOf(receiver).toSorted(), before)
  })

  test('that stops waits for what is on its way, and leaves the rest to the next', async () => {
    const { service: other, dispatch: dispatchHere } = await startSending()
    const owner = await anOwner(other)
    const { receiver, webhook } = await aReceivingHook(other, owner, { answer: () => ({ status: 200, delayMs: 300 }) })
    const events = await emitEvents(other, owner, { count: 25 })
    const dispatcher = dispatchHere()
    await eventually(() => receiver.received.length === 10)

    await dispatcher.stop(5000)
    const made = (await deliveriesAt(other, webhook.id)).filter((one) => one.succeeded_at)
    const waiting = await waitingAt(other, webhook.id)
    assert.equal(made.length, receiver.received.length)
    assert.equal(made.length + waiting.length, 25)
    assert.ok(waiting.every((one) => one.lease === null && one.tries === 0))

    dispatchHere()
    await eventually(() => receiver.received.length === 25)
    assert.deepEqual(idsOf(receiver).toSorted(), events)
  })

  test('that stops gives back what is not answered in time, which another then sends', async () => {
    const { service: other, dispatch: dispatchHere } = await startSending()
    const owner = await anOwner(other)
    const never = new Promise<number>(() => {})
    let isStuck = true
    const { receiver, webhook } = await aReceivingHook(other, owner, { answer: () => (isStuck ? never : 200) })
    await emitEvents(other, owner)
    const dispatcher = dispatchHere()
    await eventually(() => receiver.received.length === 1)

    await dispatcher.stop(5000)
    const waiting = first(await waitingAt(other, webhook.id))
    assert.deepEqual([waiting.lease, waiting.tries], [null, 0])

    isStuck = false
    dispatchHere()
    await eventually(async () => first(await deliveriesAt(other, webhook.id)).succeeded_at !== null)
    assert.equal(receiver.received.length, 2)
  })
})
