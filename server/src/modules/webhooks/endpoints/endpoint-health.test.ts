import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { systemActor } from '#kernel/work.ts'
import { disableWebhook } from '#modules/webhooks/subscriptions/disable-webhook.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aReceivingWebhook, aWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import { noNameServers, storedDeliveries, webhookCalls } from '#test/harness/features/webhooks/webhook-calls.ts'

const service = await startApp({ guard: noNameServers })
const { v2, db, doWork, clock } = service
const { health, patch, retry, sendTest } = webhookCalls(service)

const ahead = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
const inMilliseconds = (moment: Date) => moment.toISOString().replace('Z', '+00:00')
const WELL = {
  state: 'ok',
  failures_in_row: 0,
  failing_since: null,
  paused_until: null,
  waiting: 0,
  oldest_waiting_at: null,
}

/** Notes failures of an endpoint, as the dispatcher does. */
async function noteFailures(id: string, { count = 3, since = ahead(-60), pausedUntil = null as Date | null } = {}) {
  await sql`
    UPDATE callback_endpoints SET failures_in_row = ${count}, failing_since = ${since}, paused_until = ${pausedUntil}
    WHERE id = ${id}`.execute(db)
}

describe('GET /webhooks/{id}/health', () => {
  test('200 says that a new webhook is well, and nothing waits', async () => {
    const { id } = await aWebhook(service)

    const answer = await v2('GET', `/webhooks/${id}/health`)

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), WELL)
  })

  test('200 says failing, and since when, while its last attempts have failed', async () => {
    const { id } = await aWebhook(service)
    const since = ahead(-3600)
    await noteFailures(id, { count: 3, since })

    assert.deepEqual(await health(id), {
      ...WELL,
      state: 'failing',
      failures_in_row: 3,
      failing_since: inMilliseconds(since),
    })
  })

  test('200 says paused until that time, and failing from then on', async () => {
    const { id } = await aWebhook(service)
    const since = ahead(-60)
    const until = ahead(30)
    await noteFailures(id, { count: 10, since, pausedUntil: until })
    const failing = { ...WELL, failures_in_row: 10, failing_since: inMilliseconds(since) }

    const before = await health(id)
    clock.advance(31)
    const after = await health(id)

    assert.deepEqual(before, { ...failing, state: 'paused', paused_until: inMilliseconds(until) })
    assert.deepEqual(after, { ...before, state: 'failing' })
  })

  test('200 says inactive when the caller has switched it off, whatever came before', async () => {
    const { id } = await aWebhook(service)
    await noteFailures(id, { pausedUntil: ahead(30) })
    await patch(id, { is_active: false })

    assert.equal((await health(id)).state, 'inactive')
  })

  test('200 says disabled when the service has switched it off, and still tells of the failures', async () => {
    const { id } = await aWebhook(service)
    const since = ahead(-3600)
    await noteFailures(id, { count: 40, since, pausedUntil: ahead(30) })
    await doWork({ ...acme, actor: systemActor }, (work) => disableWebhook(work, id, 'failing'))

    const { state, failures_in_row, failing_since } = await health(id)

    assert.deepEqual([state, failures_in_row, failing_since], ['disabled', 40, inMilliseconds(since)])
  })

  test('200 counts what waits for this webhook, and tells since when the oldest does', async () => {
    const webhook = await aWebhook(service)
    const other = await aWebhook(service)
    const oldest = ahead(-7200)
    await storedDeliveries(service, webhook.id, { status: 'pending', at: ahead(-60), outcomeAt: ahead(-50), count: 2 })
    await storedDeliveries(service, webhook.id, { status: 'pending', at: oldest, outcomeAt: ahead(3600) })
    for (const status of ['succeeded', 'failed'] as const) await storedDeliveries(service, webhook.id, { status })
    await storedDeliveries(service, other.id, { status: 'pending', at: ahead(-9000) })

    assert.deepEqual(await health(webhook.id), { ...WELL, waiting: 3, oldest_waiting_at: inMilliseconds(oldest) })
  })

  test('200 counts up to 10,000', async () => {
    const { id } = await aWebhook(service)
    await storedDeliveries(service, id, { status: 'pending', count: 10_001 })

    assert.equal((await health(id)).waiting, 10_000)
  })

  test('200 follows what becomes of callbacks: failing with the first failure, well with the next success', async () => {
    let status = 500
    const { webhook } = await aReceivingWebhook(service, { answer: () => status })
    const [one = ''] = await storedDeliveries(service, webhook.id, { status: 'pending' })
    const { stop } = startDispatcher(service)
    const isIn = (state: string) => async () => {
      const shown = await health(webhook.id)
      return shown.state === state ? shown : undefined
    }

    const failing = await eventually(isIn('failing'))
    status = 200
    await retry(webhook.id, one)
    const well = await eventually(isIn('ok'))

    await stop()
    assert.deepEqual([failing.failures_in_row, failing.waiting], [1, 1])
    assert.ok(failing.failing_since)
    assert.deepEqual(well, WELL)
  })

  test('200 is not moved by a test that fails', async () => {
    const { webhook } = await aReceivingWebhook(service, { answer: () => 500 })

    await sendTest(webhook.id)

    assert.deepEqual(await health(webhook.id), WELL)
  })

  test('404 for one that is not there', async () => {
    const absent = '01940000-0000-7000-8000-000000000000'

    const answer = await v2('GET', `/webhooks/${absent}/health`)

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Webhook ${absent} not found.` })
  })
})
