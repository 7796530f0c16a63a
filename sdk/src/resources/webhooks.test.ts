import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { credentialsOf } from '../../../server/test/harness/app.ts'
import { unique } from '../../../server/test/harness/builders.ts'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { type Received, startReceiver } from '../../../server/test/harness/features/webhooks/receiver.ts'
import { startServing } from '../../../server/test/harness/serving.ts'
import { all } from '../../test/all.ts'
import { createDossier, DossierError } from '../index.ts'

const { url, pool: db } = await startServing()
const sdk = createDossier({ baseUrl: url, ...credentialsOf('payroll') })

const isMissing = (error: unknown) => error instanceof DossierError && error.status === 404
const settings = () => ({ name: unique('hook'), callback_url: 'https://hr.example.com/in', events: ['employee.*'] })

async function aReceiver(answer?: (callback: Received) => number) {
  const receiver = await startReceiver(answer)
  after(() => receiver.close())
  return receiver
}

describe('sdk.webhooks', () => {
  test('create makes one with a key, and get, page and list answer it', async () => {
    const given = settings()

    const webhook = await sdk.webhooks.create(given)

    const read = await sdk.webhooks.get(webhook.id)
    const page = await sdk.webhooks.page({ per_page: 100 })
    const listed = await all(sdk.webhooks.list({ is_active: true }))
    assert.partialDeepStrictEqual(webhook, { ...given, is_active: true })
    assert.match(webhook.signature_key, /^[A-Za-z0-9]{32}$/)
    assert.deepEqual(read, webhook)
    for (const items of [page.items, listed]) {
      assert.deepEqual(
        items.filter(({ id }) => id === webhook.id),
        [webhook],
      )
    }
  })

  test('put replaces the settings, and patch some of them', async () => {
    const { id } = await sdk.webhooks.create({ ...settings(), owner_email: 'it@acme.test' })
    const other = settings()

    const replaced = await sdk.webhooks.put(id, other)
    const patched = await sdk.webhooks.patch(id, { is_active: false })

    assert.partialDeepStrictEqual(replaced, { ...other, id, owner_email: null, is_active: true })
    assert.partialDeepStrictEqual(patched, { ...other, id, is_active: false })
    assert.equal((await sdk.webhooks.health(id)).state, 'inactive')
  })

  test('delete removes it, and answers nothing', async () => {
    const { id } = await sdk.webhooks.create(settings())

    assert.equal(await sdk.webhooks.delete(id), undefined)

    await assert.rejects(sdk.webhooks.get(id), isMissing)
  })

  test('test sends a callback, and deliveries tell of it', async () => {
    const receiver = await aReceiver()
    const { id } = await sdk.webhooks.create({ ...settings(), callback_url: receiver.url })

    assert.equal(await sdk.webhooks.test(id), undefined)

    const deliveries = sdk.webhooks.deliveries(id)
    const listed = await all(deliveries.list())
    const page = await deliveries.page({ event_type: 'webhook.test' })
    assert.equal(receiver.received[0]?.json.type, 'webhook.test')
    assert.deepEqual(
      listed.map((one) => [one.event_type, one.status, one.last_status_code]),
      [['webhook.test', 'succeeded', 200]],
    )
    assert.deepEqual(page.items, listed)
    assert.deepEqual((await deliveries.get(listed[0]?.id ?? '')).body, receiver.received[0]?.json)
  })

  test('refreshSignatureKey answers it with another key', async () => {
    const before = await sdk.webhooks.create(settings())

    const refreshed = await sdk.webhooks.refreshSignatureKey(before.id)

    assert.notEqual(refreshed.signature_key, before.signature_key)
    assert.deepEqual(await sdk.webhooks.get(before.id), refreshed)
  })

  test('deliveries.retry sends one again', async () => {
    let answer = 500
    const receiver = await aReceiver(() => answer)
    const webhook = await sdk.webhooks.create({ ...settings(), callback_url: receiver.url })
    await sdk.employees.put(unique('E'), { first_name: 'Eve', last_name: 'Moneypenny' })
    const deliveries = sdk.webhooks.deliveries(webhook.id)
    const [failed] = await eventually(async () => {
      const found = await all(deliveries.list({ status: 'pending' }))
      return found[0]?.attempts_count === 1 && found
    })
    const health = await sdk.webhooks.health(webhook.id)
    answer = 204

    const retried = await deliveries.retry(failed?.id ?? '')

    const delivered = await eventually(async () => (await deliveries.page({ status: 'succeeded' })).items[0] ?? false)
    assert.deepEqual([health.state, health.failures_in_row, health.waiting], ['failing', 1, 1])
    assert.deepEqual([retried.id, delivered.id, delivered.attempts_count], [failed?.id, failed?.id, 2])
    assert.equal((await sdk.webhooks.health(webhook.id)).state, 'ok')
  })

  test('recover sends all again that have failed, and recoveries tell how far that is', async () => {
    let answer = 500
    const receiver = await aReceiver(() => answer)
    const { id } = await sdk.webhooks.create({ ...settings(), callback_url: receiver.url })
    for (const _ of [1, 2]) await sdk.webhooks.test(id)
    answer = 200

    const recovery = await sdk.webhooks.recover(id, { since: '2020-01-31T09:00:00+00:00' })

    const finished = await eventually(async () => {
      const now = await sdk.webhooks.recoveries(id).get(recovery.id)
      return now.status === 'finished' && now
    })
    assert.equal(finished.recovered, 2)
    await eventually(async () => (await sdk.webhooks.deliveries(id).page({ status: 'succeeded' })).items.length === 2)
    assert.equal(receiver.received.length, 4)
  })

  test('a refusal is thrown, by each call', async () => {
    const { id } = await sdk.webhooks.create({ ...settings(), is_active: false })
    const absent = '01940000-0000-7000-8000-000000000000'
    const deliveries = sdk.webhooks.deliveries(id)

    const refused = { name: 'DossierError', status: 422, code: 'validation_error' }
    await assert.rejects(sdk.webhooks.create({ ...settings(), events: ['employee.promoted'] }), refused)
    await assert.rejects(sdk.webhooks.recover(id, { since: 'lately' }), refused)
    await assert.rejects(sdk.webhooks.recover(id, { since: '2026-01-31T09:00:00Z' }), { code: 'webhook_inactive' })
    for (const call of [
      () => sdk.webhooks.put(absent, settings()),
      () => sdk.webhooks.test(absent),
      () => sdk.webhooks.refreshSignatureKey(absent),
      () => sdk.webhooks.health(absent),
      () => sdk.webhooks.deliveries(absent).page(),
      () => deliveries.get(absent),
      () => deliveries.retry(absent),
      () => sdk.webhooks.recoveries(id).get(absent),
    ]) {
      await assert.rejects(call(), isMissing)
    }
    await assert.rejects(deliveries.retry('..'), { name: 'TypeError' })
    assert.equal((await db.query('SELECT FROM webhooks WHERE id = $1', [id])).rowCount, 1)
  })
})
