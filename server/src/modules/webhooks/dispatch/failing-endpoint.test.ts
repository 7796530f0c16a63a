import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Caller } from '#kernel/work.ts'
import { enqueueCallback } from '#modules/webhooks/endpoints/enqueue-callback.ts'
import { mailDisabled } from '#modules/webhooks/jobs.ts'
import { deleteWebhook } from '#modules/webhooks/subscriptions/delete-webhook.ts'
import { disableWebhook } from '#modules/webhooks/subscriptions/disable-webhook.ts'
import { getWebhook } from '#modules/webhooks/subscriptions/get-webhook.ts'
import { unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import {
  advanceTo,
  aHook,
  anOwner,
  aReceiver,
  aReceivingHook,
  changeHook,
  deliveriesAt,
  emitEvents,
  endpointAt,
  idsOf,
  jobsFor,
  runJob,
  startSending,
  untilQuiet,
  waitingAt,
} from '#test/harness/features/webhooks/deliveries.ts'

const { service, dispatch } = await startSending()
// Only a test moves it on: a slow machine takes longer than the pause before a retry.
service.clock.stop()
dispatch()

const DAY = 86_400
const first = <T>(list: T[]): T => list[0] ?? assert.fail('it is empty')

async function eventsOf(owner: Caller, type: string) {
  const { rows } = await sql<{ resource_id: string; actor_type: string; data: { id: string; is_active: boolean } }>`
    SELECT resource_id, actor_type, data FROM events WHERE client_id = ${owner.client.id} AND type = ${type}`.execute(
    service.db,
  )
  return rows
}

/** Tries that were used up at an endpoint, of all that still waits. */
async function triesAt(endpointId: string): Promise<number> {
  return (await waitingAt(service, endpointId)).reduce((sum, one) => sum + one.tries, 0)
}

describe('ten failures in a row', () => {
  test('pause an endpoint: it is tried with one callback at a time, less and less often, until one succeeds', async () => {
    const owner = await anOwner(service)
    let status = 500
    let now = 0
    let most = 0
    const answer = async () => {
      now += 1
      most = Math.max(most, now)
      await wait(30)
      now -= 1
      return status
    }
    const { receiver, webhook } = await aReceivingHook(service, owner, { answer })
    const events = await emitEvents(service, owner, { count: 40 })
    await eventually(async () => (await endpointAt(service, webhook.id)).paused_until !== null)
    await untilQuiet(service)

    assert.ok(receiver.received.length >= 10 && receiver.received.length < 20, `${receiver.received.length} were sent`)
    assert.equal(await triesAt(webhook.id), receiver.received.length)

    most = 0
    for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
      const { paused_until } = await endpointAt(service, webhook.id)
      const left = (Number(paused_until) - service.clock.now().getTime()) / 1000
      assert.ok(left > seconds * 0.8 && left <= seconds, `${left} s are left of ${seconds}`)
      const sent = receiver.received.length
      advanceTo(service, paused_until ?? assert.fail('it is not paused'))
      await eventually(() => receiver.received.length > sent)
      await untilQuiet(service)
      assert.equal(receiver.received.length, sent + 1)
      assert.equal(await triesAt(webhook.id), sent + 1)
    }
    assert.equal(most, 1)

    status = 200
    service.clock.advance(900)
    await eventually(async () => (await endpointAt(service, webhook.id)).failures_in_row === 0)
    await untilQuiet(service)
    service.clock.advance(DAY / 2)
    await eventually(async () => (await waitingAt(service, webhook.id)).length === 0)

    const { failing_since, pauses, paused_until } = await endpointAt(service, webhook.id)
    assert.deepEqual([failing_since, pauses, paused_until], [null, 0, null])
    const deliveries = await deliveriesAt(service, webhook.id)
    assert.ok(deliveries.every((one) => one.succeeded_at && !one.failed_at))
    assert.deepEqual([...new Set(idsOf(receiver))].toSorted(), events)
  })

  test('do not pause it when a success lies between them', async () => {
    const owner = await anOwner(service)
    let count = 0
    const { receiver, webhook } = await aReceivingHook(service, owner, {
      answer: () => {
        count += 1
        return count % 5 === 0 ? 200 : 500
      },
    })

    for (let sent = 1; sent <= 20; sent += 1) {
      await emitEvents(service, owner)
      await eventually(() => receiver.received.length === sent)
    }
    await untilQuiet(service)

    const { paused_until, failures_in_row, failing_since } = await endpointAt(service, webhook.id)
    assert.deepEqual([paused_until, failures_in_row, failing_since], [null, 0, null])
  })

  test('of one endpoint pause no other of the same client', async () => {
    const owner = await anOwner(service)
    const bad = await aReceivingHook(service, owner, { answer: () => 500 })
    const good = await aReceivingHook(service, owner)

    await emitEvents(service, owner, { count: 30 })
    await eventually(async () => (await endpointAt(service, bad.webhook.id)).paused_until !== null)
    await eventually(() => good.receiver.received.length === 30)

    assert.equal((await endpointAt(service, good.webhook.id)).paused_until, null)
  })

  test('are forgotten when it gets another address', async () => {
    const owner = await anOwner(service)
    const { webhook } = await aReceivingHook(service, owner, { answer: () => 500 })
    await emitEvents(service, owner, { count: 20 })
    await eventually(async () => (await endpointAt(service, webhook.id)).paused_until !== null)
    await untilQuiet(service)

    const next = await aReceiver()
    await changeHook(service, owner, webhook.id, { callback_url: next.url })
    service.clock.advance(60)

    await eventually(() => next.received.length === 20)
  })
})

describe('410', () => {
  test('disables the webhook once, which is told as an event and to be mailed, and holds what waits', async () => {
    const owner = await anOwner(service)
    let status = 410
    const { receiver, webhook } = await aReceivingHook(service, owner, { answer: () => status })
    const witness = await aReceivingHook(service, owner, { events: ['webhook.disabled'] })
    const events = await emitEvents(service, owner, { count: 12 })
    await eventually(() => witness.receiver.received.length === 1)
    await untilQuiet(service)

    const { is_active, disabled_reason, disabled_at } = await getWebhook(service.db, owner.client, webhook.id)
    assert.deepEqual([is_active, disabled_reason], [false, 'gone'])
    assert.ok(disabled_at)
    assert.deepEqual(
      (await eventsOf(owner, 'webhook.disabled')).map((one) => [one.resource_id, one.actor_type, one.data.is_active]),
      [[webhook.id, 'system', false]],
    )
    assert.equal(witness.receiver.received[0]?.json.data.disabled_reason, 'gone')
    assert.deepEqual(await jobsFor(service, mailDisabled.name, owner.client.id), [
      { client_id: owner.client.id, webhook_id: webhook.id },
    ])
    assert.equal((await waitingAt(service, webhook.id)).length, 12)

    const sent = receiver.received.length
    service.clock.advance(3600)
    await emitEvents(service, owner)
    await untilQuiet(service)
    await wait(300)
    assert.equal(receiver.received.length, sent)

    status = 200
    await changeHook(service, owner, webhook.id, { is_active: true })
    await eventually(() => receiver.received.length === sent + 12)
    await untilQuiet(service)
    assert.deepEqual(idsOf(receiver).slice(sent).toSorted(), events)
    const after = await getWebhook(service.db, owner.client, webhook.id)
    assert.deepEqual([after.is_active, after.disabled_reason, after.disabled_at], [true, null, null])
  })

  test('of an address that came with a request fails the delivery at once', async () => {
    const owner = await anOwner(service)
    const receiver = await aReceiver(() => 410)
    const event = { id: randomUUID(), type: 'request.created', data: '{}', createdAt: service.clock.now() }
    await service.doWork(owner, (work) =>
      enqueueCallback(work, service.keyring, { url: receiver.url, secret: 'secret', event }),
    )
    await eventually(() => receiver.received.length === 1)
    await untilQuiet(service)

    const { rows } = await sql<{ endpoint_id: string }>`
      SELECT endpoint_id FROM callback_deliveries WHERE client_id = ${owner.client.id}`.execute(service.db)
    const id = first(rows).endpoint_id
    const delivery = first(await deliveriesAt(service, id))
    assert.ok(delivery.failed_at && !delivery.succeeded_at)
    assert.equal(delivery.attempts.length, 1)
    assert.deepEqual(await waitingAt(service, id), [])
    assert.equal((await endpointAt(service, id)).is_held, false)
    assert.deepEqual(await eventsOf(owner, 'webhook.disabled'), [])
    assert.deepEqual(await jobsFor(service, mailDisabled.name, owner.client.id), [])
  })
})

describe('five days of failures', () => {
  /** A webhook with one callback, some days later another, and so on. */
  async function callbacksAfter(answers: number[], days: number[]) {
    const owner = await anOwner(service)
    const { receiver, webhook } = await aReceivingHook(service, owner, { answer: () => answers.shift() ?? 500 })
    for (const [index, pause] of [0, ...days].entries()) {
      // Only the newest counts: what failed before is not tried again.
      await sql`DELETE FROM callback_queue WHERE endpoint_id = ${webhook.id}`.execute(service.db)
      service.clock.advance(pause * DAY)
      await emitEvents(service, owner)
      await eventually(() => receiver.received.length === index + 1)
      await untilQuiet(service)
    }
    return { owner, webhook, receiver }
  }

  test('disable the webhook, which is told as an event and to be mailed, and hold what waits', async () => {
    const { owner, webhook } = await callbacksAfter([], [2, 3])
    await eventually(async () => !(await getWebhook(service.db, owner.client, webhook.id)).is_active)

    const { disabled_reason } = await getWebhook(service.db, owner.client, webhook.id)
    assert.equal(disabled_reason, 'failing')
    assert.equal((await eventsOf(owner, 'webhook.disabled')).length, 1)
    assert.equal((await jobsFor(service, mailDisabled.name, owner.client.id)).length, 1)
    assert.equal((await waitingAt(service, webhook.id)).length, 1)
    assert.ok((await endpointAt(service, webhook.id)).is_held)
  })

  test('are not over before', async () => {
    const { owner, webhook } = await callbacksAfter([], [2, 2.9])
    await wait(300)

    assert.ok((await getWebhook(service.db, owner.client, webhook.id)).is_active)
  })

  test('begin anew after a success', async () => {
    const { owner, webhook } = await callbacksAfter([500, 500, 200, 500, 500], [2, 2, 2, 2])
    await wait(300)

    assert.ok((await getWebhook(service.db, owner.client, webhook.id)).is_active)
    const { failing_since } = await endpointAt(service, webhook.id)
    const days = (service.clock.now().getTime() - Number(failing_since)) / DAY / 1000
    assert.ok(Math.abs(days - 2) < 0.1, `${days} days`)
  })

  test('begin anew when the webhook is switched on again', async () => {
    const { owner, webhook, receiver } = await callbacksAfter([], [5])
    await eventually(async () => !(await getWebhook(service.db, owner.client, webhook.id)).is_active)

    await changeHook(service, owner, webhook.id, { is_active: true })
    service.clock.advance(60)
    await eventually(() => receiver.received.length === 3)
    await untilQuiet(service)
    await wait(300)

    assert.ok((await getWebhook(service.db, owner.client, webhook.id)).is_active)
  })
})

describe('the mail about a webhook that was disabled', () => {
  async function aDisabledHook(owner_email?: string) {
    const owner = await anOwner(service)
    const name = unique('Été')
    const webhook = await aHook(service, owner, { name, ...(owner_email === undefined ? {} : { owner_email }) })
    await service.doWork(owner, (work) => disableWebhook(work, webhook.id, 'gone'))
    const data = { client_id: owner.client.id, webhook_id: webhook.id }
    return {
      owner,
      webhook,
      data,
      mails: async () => (await service.mails()).filter((one) => one.subject?.includes(name)),
    }
  }
  const addressesOf = (mails: Awaited<ReturnType<typeof service.mails>>) =>
    mails.flatMap((one) => one.to ?? []).map((one) => one.address)

  test('goes to its owner, and says which it is and how to go on', async () => {
    const { webhook, data, mails } = await aDisabledHook('ann@acme.test')

    await runJob(service, mailDisabled, data)

    const mail = first(await mails())
    assert.deepEqual(addressesOf([mail]), ['ann@acme.test'])
    for (const part of [webhook.id, webhook.callback_url, '410', 'recover']) assert.ok(mail.text?.includes(part), part)
    assert.ok(!mail.text?.includes(webhook.signature_key))
  })

  test('goes to those who may change webhooks when it names no owner', async () => {
    const { data, mails } = await aDisabledHook()

    await runJob(service, mailDisabled, data)

    assert.deepEqual(addressesOf(await mails()), ['webhooks-write@acme.test'])
  })

  test('has the same id when it is sent twice', async () => {
    const { data, mails } = await aDisabledHook('ann@acme.test')

    await runJob(service, mailDisabled, data)
    await runJob(service, mailDisabled, data)

    assert.equal(new Set((await mails()).map((one) => one.messageId)).size, 1)
  })

  test('is not sent when it was switched on again, or deleted', async () => {
    const one = await aDisabledHook('ann@acme.test')
    const other = await aDisabledHook('ann@acme.test')
    await changeHook(service, one.owner, one.webhook.id, { is_active: true })
    await service.doWork(other.owner, (work) =>
      deleteWebhook(work, other.webhook.id, { keyring: service.keyring, permissions: ['*'] }),
    )

    for (const { data, mails } of [one, other]) {
      await runJob(service, mailDisabled, data)
      assert.deepEqual(await mails(), [])
    }
  })
})
