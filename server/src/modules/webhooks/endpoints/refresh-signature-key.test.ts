import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aReceivingWebhook, aWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import type { Received } from '#test/harness/features/webhooks/receiver.ts'
import {
  endpointRow,
  eventRowsOf,
  noNameServers,
  pass,
  storedFor,
  webhookCalls,
  withoutKey,
} from '#test/harness/features/webhooks/webhook-calls.ts'
import { decryptKey } from './endpoint-key.ts'
import { refreshSignatureKey } from './refresh-signature-key.ts'

const service = await startApp({ guard: noNameServers })
const { v2, db, doWork, clock, keyring, logged, requestToken } = service
const { refresh, read, patch } = webhookCalls(service)

const DAY = 24 * 3600

/** A token is valid for an hour, and these tests let more time pass. */
async function call(path: string) {
  const headers = { authorization: `Bearer ${await requestToken('payroll')}` }
  const answer = await v2('POST', `/webhooks/${path}`, { headers })
  assert.ok(answer.statusCode < 300, answer.body)
  return answer
}
const refreshed = async (id: string): Promise<string> =>
  (await call(`${id}/refresh_signature_key`)).json().signature_key

/** The signatures that a callback should carry, worked out here. */
function signatures({ headers, raw }: Received, ...keys: string[]): string {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`
  const sign = (key: string) => createHmac('sha256', Buffer.from(key, 'base64')).update(content).digest('base64')
  return keys.map((key) => `v1,${sign(key)}`).join(' ')
}

describe('POST /webhooks/{id}/refresh_signature_key', () => {
  test('200 answers the whole webhook with another key, and emits webhook.updated without any', async () => {
    const before = await aWebhook(service, { owner_email: 'owner@acme.test' })
    clock.advance(5)

    const answer = await refresh(before.id)

    const { signature_key, updated_at, ...rest } = answer.json()
    const { signature_key: old, updated_at: was, ...same } = before
    const [, event, ...more] = await eventRowsOf(db, before.id)
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(rest, same)
    assert.match(signature_key, /^[A-Za-z0-9]{32}$/)
    assert.notEqual(signature_key, old)
    assert.ok(updated_at > was)
    assert.deepEqual(await read(before.id), answer.json())
    assert.deepEqual(
      [event?.type, event?.actor_id, event?.data],
      ['webhook.updated', 'payroll', withoutKey(answer.json())],
    )
    assert.deepEqual(more, [])
  })

  test('200 stores both keys encrypted, and log lines have neither', async () => {
    const { id, signature_key: old } = await aWebhook(service)

    const renewed = (await refresh(id)).json().signature_key

    const stored = JSON.stringify(await storedFor(db, 'acme'))
    const { sealed_key, sealed_previous_key } = await endpointRow(db, id)
    for (const key of [old, renewed]) assert.ok(!stored.includes(key) && !logged.join('').includes(key))
    const keys = [sealed_key, sealed_previous_key ?? ''].map((one) => decryptKey(keyring, 'acme', id, one))
    assert.deepEqual(keys, [renewed, old])
  })

  test('200 also for a webhook that is switched off, which stays off', async () => {
    const { id } = await aWebhook(service, { is_active: false })

    const answer = await refresh(id)

    assert.deepEqual([answer.statusCode, answer.json().is_active], [200, false])
  })

  test('200 for several at once: each makes a key, and the last one counts', async () => {
    const { id, signature_key: first } = await aWebhook(service)

    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(id)))

    const keys = answers.map((answer) => answer.json().signature_key)
    assert.equal(new Set([first, ...keys]).size, 6)
    assert.ok(keys.includes((await read(id)).signature_key))
    assert.equal((await eventRowsOf(db, id)).length, 6)
  })

  test('a later change of the webhook keeps the new key', async () => {
    const { id } = await aWebhook(service)
    const { signature_key } = (await refresh(id)).json()

    const answer = await patch(id, { name: 'Renamed' })

    assert.equal(answer.json().signature_key, signature_key)
  })

  test('404 for one that is not there', async () => {
    const absent = '01940000-0000-7000-8000-000000000000'

    const answer = await refresh(absent)

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Webhook ${absent} not found.` })
  })

  test('the key and its event vanish together when a later step fails', async () => {
    const { id } = await aWebhook(service)
    const before = await storedFor(db, 'acme')
    const failing = doWork(acme, async (work) => {
      await refreshSignatureKey(work, id, { keyring, permissions: ['*'] })
      throw new Error('a later step')
    })

    await assert.rejects(failing, /a later step/)

    assert.deepEqual(await storedFor(db, 'acme'), before)
  })
})

describe('callbacks after a refresh', () => {
  test('carry the new signature and then the old one for 24 hours, and then the new one alone', async (t) => {
    const { receiver, webhook } = await aReceivingWebhook(service)
    const renewed = await refreshed(webhook.id)

    await call(`${webhook.id}/tests`)
    pass(t, service, DAY - 60)
    await call(`${webhook.id}/tests`)
    pass(t, service, 120)
    await call(`${webhook.id}/tests`)

    const [early, late, over] = receiver.received
    assert.ok(early && late && over)
    for (const callback of [early, late]) {
      assert.equal(callback.headers['webhook-signature'], signatures(callback, renewed, webhook.signature_key))
    }
    assert.equal(over.headers['webhook-signature'], signatures(over, renewed))
    for (const { headers, raw } of receiver.received) {
      const plain = createHmac('sha256', renewed).update(raw).digest('hex')
      assert.equal(headers['x-event-signature'], plain)
    }
  })

  test('carry the last two keys when it was refreshed twice within a day', async (t) => {
    const { receiver, webhook } = await aReceivingWebhook(service)
    const second = await refreshed(webhook.id)
    pass(t, service, DAY / 2)
    const third = await refreshed(webhook.id)

    await call(`${webhook.id}/tests`)
    pass(t, service, DAY - 60)
    await call(`${webhook.id}/tests`)

    for (const callback of receiver.received) {
      assert.equal(callback.headers['webhook-signature'], signatures(callback, third, second))
    }
    assert.equal(receiver.received.length, 2)
  })

  test('that had failed before are signed with the keys of the time when they are tried again', async (t) => {
    let status = 500
    const { receiver, webhook } = await aReceivingWebhook(service, {
      events: ['dataset.created'],
      answer: () => status,
    })
    const { stop, wake } = startDispatcher(service)
    await v2('PUT', `/datasets/${unique('ds')}`, { body: { localized_names: [] } })
    await eventually(() => receiver.received.length === 1)
    const renewed = await refreshed(webhook.id)
    status = 200

    await eventually(async () => {
      pass(t, service, 2)
      wake()
      return receiver.received.length === 2
    })

    await stop()
    const [before, later] = receiver.received
    assert.ok(before && later)
    assert.equal(before.headers['webhook-signature'], signatures(before, webhook.signature_key))
    assert.equal(later.headers['webhook-signature'], signatures(later, renewed, webhook.signature_key))
    assert.equal(later.raw, before.raw)
  })
})
