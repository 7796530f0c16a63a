import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { defineEvent, emit } from '#kernel/events/define-event.ts'
import { fanOut } from '#modules/webhooks/dispatch/fan-out.ts'
import { purgeEndpoint } from '#modules/webhooks/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { aReceivingWebhook, aWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import {
  eventRowsOf,
  noNameServers,
  queuedJobs,
  settings,
  storedDeliveries,
  storedFor,
  webhookCalls,
  withoutKey,
} from '#test/harness/features/webhooks/webhook-calls.ts'
import { deleteWebhook } from './delete-webhook.ts'

const service = await startApp({ guard: noNameServers })
const { v2, db, doWork, clock } = service
const { remove, get, put, patch, recover, refresh, sendTest } = webhookCalls(service)

const jobContext = { ...service, signal: new AbortController().signal }
const purge = (id: string) => purgeEndpoint.run({ client_id: 'acme', endpoint_id: id }, jobContext)
const MEANWHILE_MS = 400

/** Where rows of a webhook are left, with how many. */
async function leftOf(id: string): Promise<Record<string, number>> {
  const columns = {
    webhooks: 'id',
    callback_endpoints: 'id',
    event_subscriptions: 'subscriber_id',
    webhook_recoveries: 'webhook_id',
    callback_deliveries: 'endpoint_id',
    callback_queue: 'endpoint_id',
  }
  const left: Record<string, number> = {}
  for (const [table, column] of Object.entries(columns)) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${id}`.execute(db)
    if (rows[0]?.count) left[table] = rows[0].count
  }
  return left
}

/** A webhook with deliveries of every status, and a recovery. */
async function aUsedWebhook(count = 3): Promise<string> {
  const { id } = await aWebhook(service)
  await storedDeliveries(service, id, { count, status: 'pending' })
  await storedDeliveries(service, id, { count, status: 'failed' })
  await storedDeliveries(service, id, { count, status: 'succeeded' })
  await recover(id, { since: '2024-01-31T00:00:00Z' })
  return id
}

describe('DELETE /webhooks/{id}', () => {
  test('204 ends the webhook at once, and emits webhook.deleted with what it was, without its key', async () => {
    const webhook = await aWebhook(service, { owner_email: 'owner@acme.test' })

    const answer = await remove(webhook.id)

    const [, event, ...more] = await eventRowsOf(db, webhook.id)
    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    assert.deepEqual(
      [event?.client_id, event?.type, event?.actor_id, event?.data],
      ['acme', 'webhook.deleted', 'payroll', withoutKey(webhook)],
    )
    assert.deepEqual(more, [])
  })

  test('404 for every call about it from then on', async () => {
    const id = await aUsedWebhook()
    const [delivery] = await storedDeliveries(service, id)
    await remove(id)

    const answers = [
      await get(id),
      await put(id, settings()),
      await patch(id, { name: 'Back' }),
      await remove(id),
      await refresh(id),
      await sendTest(id),
      await recover(id, { since: '2024-01-31T00:00:00Z' }),
      await v2('GET', `/webhooks/${id}/health`),
      await v2('GET', `/webhooks/${id}/deliveries`),
      await v2('GET', `/webhooks/${id}/deliveries/${delivery}`),
      await v2('POST', `/webhooks/${id}/deliveries/${delivery}/retries`),
    ]

    for (const answer of answers) {
      assert.equal(answer.statusCode, 404)
      assert.deepEqual(answer.json(), { code: 'not_found', message: `Webhook ${id} not found.` })
    }
    const listed: { id: string }[] = (await v2('GET', '/webhooks?per_page=100')).json()
    assert.ok(!listed.some((one) => one.id === id))
    assert.deepEqual((await eventsOf(db, id)).slice(1), ['webhook.deleted'])
  })

  test('404 for one that never was', async () => {
    const absent = '01940000-0000-7000-8000-000000000000'

    const answer = await remove(absent)

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Webhook ${absent} not found.` })
  })

  test('204 queues one job, and the job leaves nothing', async () => {
    const id = await aUsedWebhook()

    await remove(id)

    const jobs = await queuedJobs(db, 'webhooks.purge', id)
    const before = await leftOf(id)
    assert.deepEqual(jobs, [{ client_id: 'acme', endpoint_id: id }])
    assert.deepEqual(before, { callback_endpoints: 1, callback_deliveries: 9, callback_queue: 3 })
    await purge(id)
    assert.deepEqual(await leftOf(id), {})
  })

  test('the job removes thousands, and may run again', async () => {
    const id = await aUsedWebhook(2100)
    await remove(id)

    await purge(id)
    await purge(id)

    assert.deepEqual(await leftOf(id), {})
  })

  test('the job goes on where another run was stopped', async () => {
    const id = await aUsedWebhook()
    await remove(id)
    const stopping = { ...jobContext, signal: AbortSignal.abort(new Error('stopping')) }

    await assert.rejects(purgeEndpoint.run({ client_id: 'acme', endpoint_id: id }, stopping), /stopping/)
    await purge(id)

    assert.deepEqual(await leftOf(id), {})
  })

  test('the job leaves other webhooks alone, and those of other clients', async () => {
    const deleted = await aUsedWebhook()
    const kept = await aUsedWebhook()
    const theirs = await aWebhook(service, { application: 'rival' })
    await storedDeliveries(service, theirs.id, { clientId: 'globex', status: 'pending' })
    const before = [await leftOf(kept), await leftOf(theirs.id)]
    await remove(deleted)

    await purge(deleted)

    assert.deepEqual([await leftOf(kept), await leftOf(theirs.id)], before)
    assert.equal(before[0]?.callback_deliveries, 9)
  })

  test('204 keeps back what waits, and what was not handed out yet', async () => {
    const { receiver, webhook } = await aReceivingWebhook(service, { events: ['vault_link.*'] })
    const tell = () =>
      doWork(acme, async (work) => {
        emit(work, defineEvent<{ id: string }>('vault_link.deleted'), { id: unique('link') })
      })
    await tell()
    await fanOut(db, clock.now())
    await tell()
    await remove(webhook.id)

    const { stop } = startDispatcher(service)
    await delay(MEANWHILE_MS)
    await stop()

    assert.equal(receiver.received.length, 0)
    assert.equal((await leftOf(webhook.id)).callback_deliveries, 1)
  })

  test('one of several at once answers 204, the others 404', async () => {
    const { id } = await aWebhook(service)

    const answers = await Promise.all(Array.from({ length: 5 }, () => remove(id)))

    assert.deepEqual(answers.map((one) => one.statusCode).sort(), [204, 404, 404, 404, 404])
    assert.deepEqual(await eventsOf(db, id), ['webhook.created', 'webhook.deleted'])
    assert.equal((await queuedJobs(db, 'webhooks.purge', id)).length, 1)
  })

  test('the deletion, its event and its job vanish together when a later step fails', async () => {
    const id = await aUsedWebhook()
    const before = await storedFor(db, 'acme')
    const failing = doWork(acme, async (work) => {
      await deleteWebhook(work, id, { keyring: service.keyring, permissions: ['*'] })
      throw new Error('a later step')
    })

    await assert.rejects(failing, /a later step/)

    assert.deepEqual(await storedFor(db, 'acme'), before)
    assert.deepEqual(await queuedJobs(db, 'webhooks.purge', id), [])
  })
})
