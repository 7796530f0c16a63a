import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { recoverFailed } from '#modules/webhooks/jobs.ts'
import { transact } from '#platform/db/transact.ts'
import { startApp } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aReceivingWebhook, aWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import {
  errorsOf,
  noNameServers,
  queuedJobs,
  storedDeliveries,
  storedFor,
  webhookCalls,
} from '#test/harness/features/webhooks/webhook-calls.ts'
import { recoverDeliveries } from './recover-deliveries.ts'
import { recoverBatch } from './recovery-queries.ts'

const service = await startApp({ guard: noNameServers })
const { db, doWork, clock } = service
const { recover, getRecovery, patch, remove } = webhookCalls(service)

const jobContext = { ...service, signal: new AbortController().signal }
const runJob = (recoveryId: string) => recoverFailed.run({ client_id: 'acme', recovery_id: recoveryId }, jobContext)

const SINCE = new Date('2024-06-01T12:00:00.000Z')
const later = (seconds: number) => new Date(SINCE.getTime() + seconds * 1000)
const failedAt = (webhookId: string, outcomeAt: Date, count = 1, at = outcomeAt) =>
  storedDeliveries(service, webhookId, { status: 'failed', at, outcomeAt, count })

/** Orders a recovery of what failed since SINCE; answers its id. */
async function ordered(webhookId: string): Promise<string> {
  const answer = await recover(webhookId, { since: SINCE.toISOString() })
  assert.equal(answer.statusCode, 202)
  return answer.json().id
}

/** The deliveries of a webhook that wait, sorted. */
async function waiting(webhookId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('callback_queue')
    .select('delivery_id')
    .where('endpoint_id', '=', webhookId)
    .orderBy('delivery_id')
    .execute()
  return rows.map((row) => row.delivery_id)
}

async function failed(webhookId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('callback_deliveries')
    .select('id')
    .where('endpoint_id', '=', webhookId)
    .where('failed_at', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

const failAgain = async (webhookId: string, ids: string[]) => {
  await db.deleteFrom('callback_queue').where('endpoint_id', '=', webhookId).where('delivery_id', 'in', ids).execute()
  await db
    .updateTable('callback_deliveries')
    .set({ failed_at: clock.now() })
    .where('endpoint_id', '=', webhookId)
    .where('id', 'in', ids)
    .execute()
}

describe('POST /webhooks/{id}/recover', () => {
  test('202 answers the recovery, and queues a job for it', async () => {
    const { id } = await aWebhook(service)

    const answer = await recover(id, { since: '2024-06-01T14:00:00.5+02:00' })

    const { id: recoveryId, created_at, ...rest } = answer.json()
    assert.equal(answer.statusCode, 202)
    assert.deepEqual(rest, {
      webhook_id: id,
      since: '2024-06-01T12:00:00.500+00:00',
      status: 'in_progress',
      recovered: 0,
      finished_at: null,
    })
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    assert.deepEqual((await getRecovery(id, recoveryId)).json(), answer.json())
    assert.deepEqual(await queuedJobs(db, 'webhooks.recover', recoveryId), [
      { client_id: 'acme', recovery_id: recoveryId },
    ])
  })

  for (const [what, body, code] of [
    ['is missing', {}, 'required'],
    ['is null', { since: null }, 'wrong_type'],
    ['is a number', { since: 1_717_243_200 }, 'wrong_type'],
    ['is not a date', { since: 'yesterday' }, 'invalid_moment'],
    ['has no time', { since: '2024-06-01' }, 'invalid_moment'],
    ['has no offset', { since: '2024-06-01T12:00:00' }, 'invalid_moment'],
    ['is a day that never was', { since: '2024-02-30T12:00:00Z' }, 'invalid_moment'],
    ['has a NUL', { since: '2024-06-01T12:00:00Z\0' }, 'invalid_moment'],
    ['has 41 characters', { since: `2024-06-01T12:00:00.${'0'.repeat(20)}Z` }, 'too_long'],
  ] as const) {
    test(`422 when since ${what}, and orders nothing`, async () => {
      const { id } = await aWebhook(service)
      const before = await storedFor(db, 'acme')

      const answer = await recover(id, body)

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(errorsOf(answer), [['since', code]])
      assert.deepEqual(await storedFor(db, 'acme'), before)
    })
  }

  test('400 without a body', async () => {
    const { id } = await aWebhook(service)

    const answer = await recover(id, undefined)

    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'])
  })

  test('409 while the webhook is off, and orders nothing', async () => {
    const { id } = await aWebhook(service, { is_active: false })
    const before = await storedFor(db, 'acme')

    const answer = await recover(id, { since: SINCE.toISOString() })

    assert.equal(answer.statusCode, 409)
    assert.equal(answer.json().code, 'webhook_inactive')
    assert.deepEqual(await storedFor(db, 'acme'), before)
  })

  test('404 for a webhook and for a recovery that are not there', async () => {
    const { id } = await aWebhook(service)
    const absent = '01940000-0000-7000-8000-000000000000'

    const answers = [await recover(absent, { since: SINCE.toISOString() }), await getRecovery(id, absent)]

    assert.deepEqual(
      answers.map((answer) => [answer.statusCode, answer.json().message]),
      [
        [404, `Webhook ${absent} not found.`],
        [404, `Recovery ${absent} not found.`],
      ],
    )
  })

  test('the recovery and its job vanish together when a later step fails', async () => {
    const { id } = await aWebhook(service)
    const before = await storedFor(db, 'acme')
    let recoveryId = ''
    const failing = doWork(acme, async (work) => {
      recoveryId = (await recoverDeliveries(work, id, SINCE, ['*'])).id
      throw new Error('a later step')
    })

    await assert.rejects(failing, /a later step/)

    assert.deepEqual(await storedFor(db, 'acme'), before)
    assert.deepEqual(await queuedJobs(db, 'webhooks.recover', recoveryId), [])
  })
})

describe('the job of a recovery', () => {
  test('makes all and only those due that have failed since then', async () => {
    const webhook = await aWebhook(service)
    const other = await aWebhook(service)
    const before = await failedAt(webhook.id, later(-0.001), 2)
    const since = [
      ...(await failedAt(webhook.id, later(0), 2)),
      ...(await failedAt(webhook.id, later(3600), 2)),
      ...(await failedAt(webhook.id, later(60), 1, later(-864_000))),
    ]
    await storedDeliveries(service, webhook.id, { status: 'succeeded', at: later(60) })
    const pending = await storedDeliveries(service, webhook.id, { status: 'pending', at: later(60) })
    const others = await failedAt(other.id, later(60))

    await runJob(await ordered(webhook.id))

    assert.deepEqual(await waiting(webhook.id), [...since, ...pending].toSorted())
    assert.deepEqual(await failed(webhook.id), before)
    assert.deepEqual(await failed(other.id), others)
  })

  test('gives them all their tries, at once', async () => {
    const { id } = await aWebhook(service)
    const [one = ''] = await failedAt(id, later(60))

    await runJob(await ordered(id))

    const row = await db
      .selectFrom('callback_queue')
      .selectAll()
      .where('delivery_id', '=', one)
      .executeTakeFirstOrThrow()
    assert.deepEqual([row.tries, row.is_retry, row.lease], [0, false, null])
    assert.ok(row.due_at.getTime() <= clock.now().getTime())
  })

  test('says how many there were, and when it was done', async () => {
    const { id } = await aWebhook(service)
    await failedAt(id, later(60), 3)
    const recoveryId = await ordered(id)

    await runJob(recoveryId)

    const { status, recovered, finished_at } = (await getRecovery(id, recoveryId)).json()
    assert.deepEqual([status, recovered], ['finished', 3])
    assert.ok(Math.abs(Date.parse(finished_at) - clock.now().getTime()) < 5000)
  })

  for (const count of [0, 499, 500, 501, 1203]) {
    test(`manages ${count} of them`, async () => {
      const { id } = await aWebhook(service)
      const made = count === 0 ? [] : await failedAt(id, later(60), count)
      const recoveryId = await ordered(id)

      await runJob(recoveryId)

      const { status, recovered } = (await getRecovery(id, recoveryId)).json()
      assert.deepEqual(await waiting(id), made)
      assert.deepEqual([status, recovered], ['finished', count])
    })
  }

  test('goes on after a crash where it was', async () => {
    const { id } = await aWebhook(service)
    const made = await failedAt(id, later(60), 30)
    const recoveryId = await ordered(id)
    await transact(db, (tx) => recoverBatch(tx, { clientId: 'acme', id: recoveryId }, 10, clock.now()))
    const half = (await getRecovery(id, recoveryId)).json()

    await runJob(recoveryId)

    const { status, recovered } = (await getRecovery(id, recoveryId)).json()
    assert.deepEqual([half.status, half.recovered], ['in_progress', 10])
    assert.deepEqual([status, recovered], ['finished', 30])
    assert.deepEqual(await waiting(id), made)
  })

  test('does not pick up again what fails once more meanwhile', async () => {
    const { id } = await aWebhook(service)
    const made = await failedAt(id, later(60), 30)
    const recoveryId = await ordered(id)
    await transact(db, (tx) => recoverBatch(tx, { clientId: 'acme', id: recoveryId }, 10, clock.now()))
    await failAgain(id, made.slice(0, 4))

    await runJob(recoveryId)

    assert.deepEqual(await failed(id), made.slice(0, 4))
    assert.equal((await getRecovery(id, recoveryId)).json().recovered, 30)
  })

  test('changes nothing when it runs again after it was done', async () => {
    const { id } = await aWebhook(service)
    const made = await failedAt(id, later(60), 3)
    const recoveryId = await ordered(id)
    await runJob(recoveryId)
    await failAgain(id, made)
    const before = (await getRecovery(id, recoveryId)).json()
    clock.advance(1)

    await runJob(recoveryId)

    assert.deepEqual(await failed(id), made)
    assert.deepEqual((await getRecovery(id, recoveryId)).json(), before)
  })

  test('counts each once when it runs twice at the same time', async () => {
    const { id } = await aWebhook(service)
    const made = await failedAt(id, later(60), 1300)
    const recoveryId = await ordered(id)

    await Promise.all([runJob(recoveryId), runJob(recoveryId), runJob(recoveryId)])

    assert.deepEqual(await waiting(id), made)
    assert.equal((await getRecovery(id, recoveryId)).json().recovered, 1300)
  })

  test('two recoveries of one webhook at the same time share what there is', async () => {
    const { id } = await aWebhook(service)
    const made = await failedAt(id, later(60), 1300)
    const recoveries = [await ordered(id), await ordered(id)]

    await Promise.all(recoveries.map(runJob))

    const counts = await Promise.all(recoveries.map(async (one) => (await getRecovery(id, one)).json().recovered))
    assert.deepEqual(await waiting(id), made)
    assert.equal(
      counts.reduce((sum, one) => sum + one, 0),
      1300,
    )
  })

  test('as many as there may be leave the database running', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await aWebhook(service)
      const made = await failedAt(id, later(60), 1300)
      const recoveries = [await ordered(id), await ordered(id), await ordered(id)]

      await Promise.all(recoveries.map(runJob))

      assert.deepEqual(await waiting(id), made)
    }
  })

  test('ends when the webhook is deleted meanwhile', async () => {
    const { id } = await aWebhook(service)
    await failedAt(id, later(60), 3)
    const recoveryId = await ordered(id)
    await remove(id)

    await runJob(recoveryId)

    assert.deepEqual(await waiting(id), [])
  })

  test('stops between its steps when the service stops', async () => {
    const { id } = await aWebhook(service)
    await failedAt(id, later(60), 3)
    const recoveryId = await ordered(id)
    const stopping = { ...jobContext, signal: AbortSignal.abort(new Error('stopping')) }

    await assert.rejects(recoverFailed.run({ client_id: 'acme', recovery_id: recoveryId }, stopping), /stopping/)

    assert.equal((await getRecovery(id, recoveryId)).json().status, 'in_progress')
  })

  test('keeps them waiting when the webhook is switched off meanwhile, and they go once it is on', async () => {
    const { receiver, webhook } = await aReceivingWebhook(service)
    const made = await failedAt(webhook.id, later(60), 3)
    const recoveryId = await ordered(webhook.id)
    await patch(webhook.id, { is_active: false })
    await runJob(recoveryId)
    const held = await waiting(webhook.id)
    const { stop } = startDispatcher(service)

    await patch(webhook.id, { is_active: true })

    await eventually(async () => (await waiting(webhook.id)).length === 0)
    await stop()
    assert.deepEqual(held, made)
    assert.deepEqual(receiver.received.map(({ headers }) => String(headers['x-event-id'])).toSorted(), made)
  })
})
