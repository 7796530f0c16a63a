import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { defineEvent, emit } from '#kernel/events/define-event.ts'
import type { Caller, Work } from '#kernel/work.ts'
import type { PendingEvent } from '#platform/db/work.ts'
import { eventually } from '#test/harness/eventually.ts'
import {
  advanceTo,
  anOwner,
  aReceiver,
  aReceivingHook,
  deliveriesAt,
  emitEvents,
  idsOf,
  startSending,
  untilQuiet,
  waitingAt,
} from '#test/harness/features/webhooks/deliveries.ts'
import { verify } from '#test/harness/features/webhooks/receiver.ts'
import { enqueueCallback } from './enqueue-callback.ts'

const { service, dispatch } = await startSending()
service.clock.stop()
dispatch()

const SECRET = 'c2VjcmV0T2ZBY21lQW5kTm9ib2R5RWxz'
const OTHER_SECRET = 'YW5vdGhlclNlY3JldE9mQWNtZUFuZEFs'
const created = defineEvent<{ id: string }>('request.created')
const plainly = (key: string, raw: string) => createHmac('sha256', key).update(raw).digest('hex')
const first = <T>(list: T[]): T => list[0] ?? assert.fail('it is empty')

type Options = { secret?: string; more?: object; data?: object }

async function callBackIn(
  work: Work,
  url: string,
  { secret = SECRET, more, data = {} }: Options,
): Promise<PendingEvent> {
  const event = emit(work, created, { id: 'r1', ...data })
  await enqueueCallback(work, service.keyring, { url, secret, event, more })
  return event
}
const callBackTo = (owner: Caller, url: string, options: Options = {}) =>
  service.doWork(owner, (work) => callBackIn(work, url, options))

async function endpointsOf({ client }: Caller) {
  const { rows } = await sql<{ id: string; url: string; is_webhook: boolean }>`
    SELECT id, url, is_webhook FROM callback_endpoints WHERE client_id = ${client.id}`.execute(service.db)
  return rows
}

describe('a callback to an address that came with a request', () => {
  test('tells of the event, of no webhook, and is signed with the secret', async () => {
    const owner = await anOwner(service)
    const receiver = await aReceiver()

    const data = { subject: 'Été "1" 🙂' }
    const event = await callBackTo(owner, receiver.url, { more: { check_url: 'https://dossier.test/é' }, data })
    const { headers, raw, json } = await eventually(() => receiver.received[0])

    assert.deepEqual(json, {
      id: event.id,
      type: 'request.created',
      webhook_id: null,
      created_at: event.createdAt.toISOString().replace('Z', '+00:00'),
      actor: { ...owner.actor },
      check_url: 'https://dossier.test/é',
      data: { id: 'r1', ...data },
    })
    assert.equal(headers['x-webhook-id'], undefined)
    assert.deepEqual(
      [headers['x-event-id'], headers['x-event-type'], headers['webhook-id']],
      [event.id, 'request.created', event.id],
    )
    assert.equal(headers['x-event-signature'], plainly(SECRET, raw))
    verify({ headers, raw }, SECRET)
  })

  test('is not made when the work rolls back, and nothing of it is stored', async () => {
    const owner = await anOwner(service)
    const receiver = await aReceiver()

    await assert.rejects(
      service.doWork(owner, async (work) => {
        await callBackIn(work, receiver.url, {})
        throw new Error('rolled back')
      }),
    )
    await untilQuiet(service)

    assert.deepEqual(await endpointsOf(owner), [])
    assert.deepEqual(receiver.received, [])
  })

  test('is made though nobody has subscribed to events, and the event is logged once', async () => {
    const owner = await anOwner(service)
    const receiver = await aReceiver()

    const event = await callBackTo(owner, receiver.url)
    await eventually(() => receiver.received.length === 1)
    await untilQuiet(service)
    await emitEvents(service, owner)
    await untilQuiet(service)

    assert.deepEqual(idsOf(receiver), [event.id])
  })

  test('that fails is tried again with the same body', async () => {
    const owner = await anOwner(service)
    const answers = [503, 200]
    const receiver = await aReceiver(() => answers.shift() ?? 200)

    await callBackTo(owner, receiver.url)
    await eventually(() => receiver.received.length === 1)
    await untilQuiet(service)
    const { id } = first(await endpointsOf(owner))
    advanceTo(service, first(await waitingAt(service, id)).due_at)
    await eventually(() => receiver.received.length === 2)
    await untilQuiet(service)

    assert.equal(receiver.received[0]?.raw, receiver.received[1]?.raw)
    assert.ok(first(await deliveriesAt(service, id)).succeeded_at)
  })

  test('may go to several addresses for one event', async () => {
    const owner = await anOwner(service)
    const receivers = [await aReceiver(), await aReceiver()]

    const event = await service.doWork(owner, async (work) => {
      const emitted = emit(work, created, { id: 'r1' })
      for (const { url } of receivers) {
        await enqueueCallback(work, service.keyring, { url, secret: SECRET, event: emitted })
      }
      return emitted
    })
    await eventually(() => receivers.every(({ received }) => received.length === 1))

    for (const receiver of receivers) assert.deepEqual(idsOf(receiver), [event.id])
  })
})

describe('its endpoint', () => {
  test('is shared by all that name the same address, and by no other client', async () => {
    const owner = await anOwner(service)
    const other = await anOwner(service)
    const receiver = await aReceiver()

    for (let times = 0; times < 3; times += 1) await callBackTo(owner, receiver.url)
    await callBackTo(owner, `${receiver.url}?other`)
    await callBackTo(other, receiver.url, { secret: OTHER_SECRET })
    await eventually(() => receiver.received.length === 5)

    const urls = (await endpointsOf(owner)).map((one) => one.url)
    assert.deepEqual(urls.toSorted(), [receiver.url, `${receiver.url}?other`])
    const [foreign, ...more] = await endpointsOf(other)
    assert.deepEqual([foreign?.url, foreign?.is_webhook, more], [receiver.url, false, []])
    const keys = receiver.received.map(({ headers, raw }) =>
      [SECRET, OTHER_SECRET].findIndex((key) => headers['x-event-signature'] === plainly(key, raw)),
    )
    assert.deepEqual(keys.toSorted(), [0, 0, 0, 0, 1])
  })

  test('is made once by many works that are the first to name an address, and each is told', async () => {
    const owner = await anOwner(service)
    const receiver = await aReceiver()

    const events = await Promise.all(Array.from({ length: 20 }, () => callBackTo(owner, receiver.url)))
    await eventually(() => receiver.received.length === 20)

    assert.equal((await endpointsOf(owner)).length, 1)
    assert.deepEqual(idsOf(receiver).toSorted(), events.map((one) => one.id).toSorted())
  })

  test('uses another secret from the time on when one is given, also for what still waits', async () => {
    const owner = await anOwner(service)
    const answers = [500]
    const receiver = await aReceiver(() => answers.shift() ?? 200)
    await callBackTo(owner, receiver.url)
    await eventually(() => receiver.received.length === 1)
    await untilQuiet(service)

    await callBackTo(owner, receiver.url, { secret: OTHER_SECRET })
    await eventually(() => receiver.received.length === 2)
    await untilQuiet(service)
    service.clock.advance(10)
    await eventually(() => receiver.received.length === 3)

    const [before, ...after] = receiver.received
    assert.equal(before?.headers['x-event-signature'], plainly(SECRET, String(before?.raw)))
    for (const { headers, raw } of after) assert.equal(headers['x-event-signature'], plainly(OTHER_SECRET, raw))
    assert.equal((await endpointsOf(owner)).length, 1)
  })

  test('may have an address of many thousand characters', async () => {
    const owner = await anOwner(service)
    const receiver = await aReceiver()
    const url = `${receiver.url}?${'x'.repeat(8000)}`

    await callBackTo(owner, url)
    await callBackTo(owner, `${url}y`)
    await callBackTo(owner, url)
    await eventually(() => receiver.received.length === 3)

    assert.deepEqual((await endpointsOf(owner)).map((one) => one.url).toSorted(), [url, `${url}y`])
  })

  test('that a long work has named keeps no results waiting, though it fails meanwhile', async () => {
    const owner = await anOwner(service)
    const receiver = await aReceiver(() => 500)
    const other = await aReceivingHook(service, owner)
    await callBackTo(owner, receiver.url)
    await eventually(() => receiver.received.length === 1)
    await untilQuiet(service)
    const named = Promise.withResolvers<void>()
    const over = Promise.withResolvers<void>()
    const longWork = service.doWork(owner, async (work) => {
      await callBackIn(work, receiver.url, {})
      named.resolve()
      await over.promise
    })
    await named.promise
    service.clock.advance(10)
    await eventually(() => receiver.received.length === 2)
    await emitEvents(service, owner)
    await eventually(() => other.receiver.received.length === 1)

    const isLogged = async () => (await deliveriesAt(service, other.webhook.id))[0]?.succeeded_at !== null
    const logged = eventually(isLogged)
    await logged.finally(() => {
      over.resolve()
      return longWork
    })
  })

  test('whose address is none is a failure of that delivery, and of nothing else', async () => {
    const owner = await anOwner(service)

    await callBackTo(owner, 'nonsense')
    await untilQuiet(service)

    const { id } = first(await endpointsOf(owner))
    const delivery = await eventually(async () =>
      (await deliveriesAt(service, id)).find((one) => one.attempts.length === 1),
    )
    assert.equal(delivery.attempts[0]?.outcome, 'invalid_url')
  })
})
