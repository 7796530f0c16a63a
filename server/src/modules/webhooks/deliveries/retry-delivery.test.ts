import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { DeliveryStatus } from '#modules/webhooks/subscriptions/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aReceivingWebhook, aWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import {
  noNameServers,
  storedDeliveries,
  storedFor,
  webhookCalls,
} from '#test/harness/features/webhooks/webhook-calls.ts'
import { retryDelivery } from './retry-delivery.ts'

const service = await startApp({ guard: noNameServers })
const { db, doWork, clock } = service
const { retry, delivery, patch, sendTest, deliveries } = webhookCalls(service)

const HOUR_MS = 3_600_000
const ahead = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS)

async function stored(webhookId: string, status: DeliveryStatus, outcomeAt?: Date): Promise<string> {
  const [id = ''] = await storedDeliveries(service, webhookId, { status, ...(outcomeAt ? { outcomeAt } : {}) })
  return id
}

const waitingOf = (deliveryId: string) =>
  db.selectFrom('callback_queue').selectAll().where('delivery_id', '=', deliveryId).execute()

describe('POST /webhooks/{id}/deliveries/{delivery_id}/retries', () => {
  for (const status of ['failed', 'succeeded'] as const) {
    test(`202 makes one that has ${status} pending again, with all its tries`, async () => {
      const { id } = await aWebhook(service)
      const one = await stored(id, status)

      const answer = await retry(id, one)

      const shown = answer.json()
      const [waiting] = await waitingOf(one)
      assert.equal(answer.statusCode, 202)
      assert.deepEqual([shown.status, shown.attempts_count, shown.finished_at], ['pending', 1, null])
      assert.ok(Math.abs(Date.parse(shown.next_attempt_at) - clock.now().getTime()) < 5000)
      assert.deepEqual(await delivery(id, one), shown)
      assert.deepEqual([waiting?.tries, waiting?.is_retry, waiting?.lease], [0, false, null])
    })
  }

  test('202 makes one that waits due at once, and it does not gain tries', async () => {
    const { id } = await aWebhook(service)
    const one = await stored(id, 'pending', ahead(5))
    await db.updateTable('callback_queue').set({ tries: 4, is_retry: true }).where('delivery_id', '=', one).execute()

    const answer = await retry(id, one)

    const [waiting, ...more] = await waitingOf(one)
    assert.equal(answer.statusCode, 202)
    assert.equal(answer.json().status, 'pending')
    assert.ok(Date.parse(answer.json().next_attempt_at) <= clock.now().getTime())
    assert.deepEqual([waiting?.tries, more], [4, []])
  })

  test('202 sends it before all that waits, also while the endpoint is paused', async () => {
    const { receiver, webhook } = await aReceivingWebhook(service, { answer: () => 500 })
    await storedDeliveries(service, webhook.id, { status: 'pending', outcomeAt: ahead(-2), count: 5 })
    const one = await stored(webhook.id, 'failed')
    await db
      .updateTable('callback_endpoints')
      .set({ failures_in_row: 10, failing_since: clock.now(), pauses: 3, paused_until: ahead(1) })
      .where('id', '=', webhook.id)
      .execute()
    const { stop } = startDispatcher(service)

    await retry(webhook.id, one)

    await eventually(() => receiver.received.length > 0)
    await stop()
    assert.deepEqual(
      receiver.received.map(({ json }) => json.id),
      [one],
    )
  })

  test('202 leaves one alone that is being sent at this moment', async () => {
    const { id } = await aWebhook(service)
    const one = await stored(id, 'pending', ahead(0.01))
    const lease = '01940000-0000-7000-8000-000000000001'
    await db.updateTable('callback_queue').set({ lease }).where('delivery_id', '=', one).execute()
    const before = await waitingOf(one)

    const answer = await retry(id, one)

    assert.equal(answer.statusCode, 202)
    assert.deepEqual(await waitingOf(one), before)
  })

  for (const status of ['failed', 'succeeded', 'pending'] as const) {
    test(`202 sends one that was ${status} again, under the same id`, async () => {
      const { receiver, webhook } = await aReceivingWebhook(service)
      const one = await stored(webhook.id, status, status === 'pending' ? ahead(5) : undefined)
      const { stop } = startDispatcher(service)

      await retry(webhook.id, one)

      await eventually(async () => (await delivery(webhook.id, one)).status === 'succeeded')
      await stop()
      const shown = await delivery(webhook.id, one)
      assert.deepEqual(
        receiver.received.map(({ headers }) => headers['x-event-id']),
        [one],
      )
      assert.equal(shown.attempts_count, status === 'pending' ? 1 : 2)
      assert.deepEqual([shown.last_status_code, shown.next_attempt_at], [200, null])
    })
  }

  test('202 sends a test again that had failed', async () => {
    let status = 500
    const { receiver, webhook } = await aReceivingWebhook(service, { answer: () => status })
    await sendTest(webhook.id)
    const [failed] = await deliveries(webhook.id)
    status = 200
    const { stop } = startDispatcher(service)

    await retry(webhook.id, failed.id)

    await eventually(async () => (await delivery(webhook.id, failed.id)).status === 'succeeded')
    await stop()
    assert.equal(receiver.received[1]?.raw, receiver.received[0]?.raw)
  })

  test('202 for many at once sends it once', async () => {
    const { receiver, webhook } = await aReceivingWebhook(service)
    const one = await stored(webhook.id, 'failed')

    const answers = await Promise.all(Array.from({ length: 8 }, () => retry(webhook.id, one)))

    const { stop } = startDispatcher(service)
    await eventually(async () => (await delivery(webhook.id, one)).status === 'succeeded')
    await delay(300)
    await stop()
    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      Array(8).fill(202),
    )
    assert.equal(receiver.received.length, 1)
  })

  for (const status of ['failed', 'succeeded', 'pending'] as const) {
    test(`409 for one that is ${status} while the webhook is off, and it stays so`, async () => {
      const { id } = await aWebhook(service)
      const one = await stored(id, status, status === 'pending' ? ahead(5) : undefined)
      await patch(id, { is_active: false })
      const before = await storedFor(db, 'acme')

      const answer = await retry(id, one)

      assert.equal(answer.statusCode, 409)
      assert.deepEqual(answer.json(), {
        code: 'webhook_inactive',
        message: `The webhook ${id} is disabled; enable it first.`,
      })
      assert.deepEqual(await storedFor(db, 'acme'), before)
    })
  }

  test('404 for one that is not there, also while the webhook is off', async () => {
    const absent = '01940000-0000-7000-8000-000000000000'

    for (const is_active of [true, false]) {
      const { id } = await aWebhook(service, { is_active })
      const answer = await retry(id, absent)

      assert.equal(answer.statusCode, 404)
      assert.deepEqual(answer.json(), { code: 'not_found', message: `Delivery ${absent} not found.` })
    }
  })

  test('nothing is left when a later step fails', async () => {
    const { id } = await aWebhook(service)
    const one = await stored(id, 'failed')
    const failing = doWork(acme, async (work) => {
      await retryDelivery(work, id, one, ['*'])
      throw new Error('a later step')
    })

    await assert.rejects(failing, /a later step/)

    assert.equal((await delivery(id, one)).status, 'failed')
    assert.deepEqual(await waitingOf(one), [])
  })
})
