import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startApp } from '#test/harness/app.ts'
import { aReceivingWebhook, aWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import { type Received, type Reply, startReceiver, verify } from '#test/harness/features/webhooks/receiver.ts'
import {
  eventRowsOf,
  noNameServers,
  pass,
  webhookCalls,
  withoutKey,
} from '#test/harness/features/webhooks/webhook-calls.ts'

const service = await startApp({ guard: noNameServers })
const { db } = service
const { sendTest, deliveries, delivery, refresh, remove } = webhookCalls(service)

const hexSignature = (key: string, body: string) => createHmac('sha256', Buffer.from(key)).update(body).digest('hex')

/** Sends a test to a new webhook whose endpoint answers so; answers what was received, and what was logged of it. */
async function tested(answer: (callback: Received) => Reply | Promise<Reply>) {
  const { receiver, webhook } = await aReceivingWebhook(service, { answer })
  const { statusCode } = await sendTest(webhook.id)
  const [listed, ...more] = await deliveries(webhook.id)
  assert.equal(statusCode, 204)
  assert.deepEqual(more, [])
  return { webhook, receiver, log: await delivery(webhook.id, listed.id) }
}

describe('POST /webhooks/{id}/tests', () => {
  test('204 sends webhook.test at once, signed, with the webhook but for its key', async () => {
    const { receiver, webhook } = await aReceivingWebhook(service, { events: ['role.*'] })

    const answer = await sendTest(webhook.id)

    const [callback, ...more] = receiver.received
    assert.ok(callback)
    const { id, created_at, ...rest } = callback.json
    assert.deepEqual([answer.statusCode, answer.body, more], [204, '', []])
    assert.deepEqual(rest, {
      type: 'webhook.test',
      webhook_id: webhook.id,
      actor: { type: 'application', id: 'payroll', name: 'payroll' },
      data: withoutKey(webhook),
    })
    assert.match(id, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    verify(callback, webhook.signature_key)
    const { headers, raw } = callback
    assert.equal(headers['x-event-signature'], hexSignature(webhook.signature_key, raw))
    assert.deepEqual(
      [headers['x-webhook-id'], headers['x-event-id'], headers['x-event-type'], headers['webhook-id']],
      [webhook.id, id, 'webhook.test', id],
    )
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.ok(!raw.includes(webhook.signature_key))
  })

  test('204 logs it as a delivery that succeeded, with its one attempt', async () => {
    const { log, receiver } = await tested(() => ({ status: 202, body: 'thanks' }))

    const [{ attempted_at, duration_ms, ...attempt }] = log.attempts
    assert.deepEqual(
      [log.event_type, log.status, log.attempts_count, log.last_status_code, log.next_attempt_at],
      ['webhook.test', 'succeeded', 1, 202, null],
    )
    assert.deepEqual(attempt, { outcome: 'answered', status_code: 202, response_body: 'thanks' })
    assert.equal(log.last_attempt_at, attempted_at)
    assert.ok(Number.isInteger(duration_ms))
    assert.deepEqual(log.body, receiver.received[0]?.json)
    assert.equal(log.id, receiver.received[0]?.headers['x-event-id'])
  })

  test('204 is not an event of the log', async () => {
    const { webhook } = await tested(() => 200)

    const types = (await eventRowsOf(db, webhook.id)).map((one) => one.type)

    assert.deepEqual(types, ['webhook.created'])
  })

  test('204 also for a webhook that is switched off, which stays off', async () => {
    const { receiver, webhook } = await aReceivingWebhook(service, { is_active: false })

    const answer = await sendTest(webhook.id)

    const [logged] = await deliveries(webhook.id)
    assert.equal(answer.statusCode, 204)
    assert.equal(receiver.received.length, 1)
    assert.equal(receiver.received[0]?.json.data.is_active, false)
    assert.equal(logged.status, 'succeeded')
  })

  for (const status of [302, 400, 404, 429, 500, 503]) {
    test(`204 logs the answer ${status} as failed, and does not try again`, async (t) => {
      const { log, receiver, webhook } = await tested(() => ({ status, headers: { 'retry-after': '1' }, body: 'no' }))
      const { stop } = startDispatcher(service)
      pass(t, service, 60)
      await delay(300)
      await stop()

      assert.deepEqual([log.status, log.last_status_code, log.next_attempt_at], ['failed', status, null])
      assert.equal(log.finished_at !== null, true)
      assert.equal(receiver.received.length, 1)
      assert.equal((await delivery(webhook.id, log.id)).attempts_count, 1)
    })
  }

  test('204 does not follow a redirect', async () => {
    const elsewhere = await startReceiver()
    after(() => elsewhere.close())

    const { log } = await tested(() => ({ status: 307, headers: { location: elsewhere.url } }))

    assert.equal(log.status, 'failed')
    assert.equal(elsewhere.received.length, 0)
  })

  test('204 keeps the first 1,024 bytes of an answer, as text that can be stored', async () => {
    const { log } = await tested(() => ({ status: 200, body: `\0${'é'.repeat(2000)}` }))

    const [{ response_body }] = log.attempts
    assert.equal(response_body, `\ufffd${'é'.repeat(511)}\ufffd`)
  })

  test('204 logs an endpoint that is not there as refused, and a name nobody knows as unresolved', async () => {
    const gone = await startReceiver()
    await gone.close()
    const webhooks = [await aWebhook(service, { url: gone.url }), await aWebhook(service)]

    for (const { id } of webhooks) assert.equal((await sendTest(id)).statusCode, 204)

    const attempts = []
    for (const { id } of webhooks) attempts.push((await delivery(id, (await deliveries(id))[0].id)).attempts[0])
    assert.deepEqual(
      attempts.map(({ outcome, status_code, response_body }) => [outcome, status_code, response_body]),
      [
        ['refused', null, null],
        ['unresolved', null, null],
      ],
    )
  })

  test('after a refresh both keys sign, and the plain signature is of the new one', async () => {
    const { receiver, webhook } = await aReceivingWebhook(service)
    const renewed = (await refresh(webhook.id)).json().signature_key

    await sendTest(webhook.id)

    const [callback] = receiver.received
    assert.ok(callback)
    verify(callback, webhook.signature_key)
    verify(callback, renewed)
    assert.equal(callback.headers['x-event-signature'], hexSignature(renewed, callback.raw))
    assert.throws(() => verify(callback, 'A'.repeat(32)))
  })

  test('204 and no trace when the webhook is deleted meanwhile', async () => {
    let id = ''
    const { receiver, webhook } = await aReceivingWebhook(service, {
      answer: async () => {
        await remove(id)
        return 200
      },
    })
    id = webhook.id

    const answer = await sendTest(id)

    const left = await db.selectFrom('callback_deliveries').select('id').where('endpoint_id', '=', id).execute()
    assert.equal(answer.statusCode, 204)
    assert.equal(receiver.received.length, 1)
    assert.deepEqual(left, [])
  })

  test('each test is a delivery of its own', async () => {
    const { receiver, webhook } = await aReceivingWebhook(service)

    await Promise.all(Array.from({ length: 5 }, () => sendTest(webhook.id)))

    const ids = receiver.received.map((one) => one.json.id)
    const logged: { id: string }[] = await deliveries(webhook.id, 'event_type=webhook.test')
    assert.equal(new Set(ids).size, 5)
    assert.deepEqual(logged.map((one) => one.id).toSorted(), ids.toSorted())
  })

  test('404 for one that is not there', async () => {
    const absent = '01940000-0000-7000-8000-000000000000'

    const answer = await sendTest(absent)

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Webhook ${absent} not found.` })
  })
})
