import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defineEvent, emit } from '#kernel/events/define-event.ts'
import { fanOut } from '#modules/webhooks/dispatch/fan-out.ts'
import type { Delivery } from '#modules/webhooks/subscriptions/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aReceivingWebhook, aWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import { noNameServers, storedDeliveries, webhookCalls } from '#test/harness/features/webhooks/webhook-calls.ts'
import { listCalls } from '#test/harness/http/list-calls.ts'

const service = await startApp({ guard: noNameServers })
const { v2, db, doWork, clock } = service
const { deliveries, delivery, getDelivery } = webhookCalls(service)

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(clock.now().getTime() - hours * HOUR_MS)
const inMilliseconds = (moment: Date) => moment.toISOString().replace('Z', '+00:00')
const idsOf = (found: Delivery[]) => found.map((one) => one.id)

/** Deliveries of all statuses and two types, an hour apart; answers them as they were made, oldest first. */
async function aMixture(webhookId: string) {
  const made: { id: string; status: string; type: string }[] = []
  for (const type of ['role.created', 'role.deleted']) {
    for (const status of ['pending', 'succeeded', 'failed'] as const) {
      for (const [id = ''] of [
        await storedDeliveries(service, webhookId, { status, type, at: ago(20 - made.length) }),
        await storedDeliveries(service, webhookId, { status, type, at: ago(19.5 - made.length) }),
      ]) {
        made.push({ id, status, type })
      }
    }
  }
  return made.toSorted((one, two) => (one.id < two.id ? -1 : 1))
}

/** An event of acme, handed out; answers its id. */
async function anEvent(): Promise<string> {
  const id = await doWork(acme, async (work) => {
    return emit(work, defineEvent<{ id: string; name: string }>('role.created'), {
      id: unique('role'),
      name: 'Zoë "R"',
    }).id
  })
  await fanOut(db, clock.now())
  return id
}

describe('GET /webhooks/{id}/deliveries', () => {
  test('200 answers one that waits for its first attempt', async () => {
    const { id } = await aWebhook(service, { events: ['role.*'] })
    const event = await anEvent()

    const [found, ...more] = await deliveries(id)

    const { created_at, next_attempt_at, ...rest } = found
    assert.deepEqual(rest, {
      id: event,
      event_id: event,
      event_type: 'role.created',
      status: 'pending',
      attempts_count: 0,
      last_attempt_at: null,
      last_status_code: null,
      finished_at: null,
    })
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    assert.equal(next_attempt_at, created_at)
    assert.deepEqual(more, [])
  })

  test('200 answers one that has ended, and when', async () => {
    const { id } = await aWebhook(service)
    const at = ago(3)
    const outcomeAt = ago(2)
    const [failed = ''] = await storedDeliveries(service, id, { status: 'failed', at, outcomeAt })

    const found = await deliveries(id)

    assert.deepEqual(found, [
      {
        id: failed,
        event_id: failed,
        event_type: 'dataset.created',
        status: 'failed',
        attempts_count: 1,
        last_attempt_at: '2024-01-31T09:30:00.000+00:00',
        last_status_code: 500,
        next_attempt_at: null,
        created_at: inMilliseconds(at),
        finished_at: inMilliseconds(outcomeAt),
      },
    ])
  })

  test('200 answers the newest event first, and those of this webhook alone', async () => {
    const one = await aWebhook(service)
    const two = await aWebhook(service)
    const made = (await aMixture(one.id)).map(({ id }) => id)
    await aMixture(two.id)

    const found = await deliveries(one.id)

    assert.deepEqual(idsOf(found), made.toReversed())
  })

  for (const status of [undefined, 'pending', 'succeeded', 'failed']) {
    for (const type of [undefined, 'role.created', 'webhook.test']) {
      test(`200 filters by status ${status} and event_type ${type}, page by page`, async () => {
        const { id } = await aWebhook(service)
        const made = await aMixture(id)
        const query = {
          ...(status === undefined ? {} : { status }),
          ...(type === undefined ? {} : { event_type: type }),
          per_page: 3,
        }
        const { call, walk } = listCalls(service, `/webhooks/${id}/deliveries`, 'id')

        const pages = await walk(query, await call(query), 'next')

        const kept = made.filter((one) => (!status || one.status === status) && (!type || one.type === type))
        assert.deepEqual(pages.flat(), kept.map((one) => one.id).toReversed())
        assert.ok(pages.slice(0, -1).every((page) => page.length === 3))
      })
    }
  }

  test('200 shows under each status what says to have it', async () => {
    const { id } = await aWebhook(service)
    await aMixture(id)

    for (const status of ['pending', 'succeeded', 'failed']) {
      const found: Delivery[] = await deliveries(id, `status=${status}`)

      assert.deepEqual(
        found.map((one) => one.status),
        Array(4).fill(status),
      )
    }
  })

  test('pages lead through the list once, forwards and back', async () => {
    const { id } = await aWebhook(service)
    const made = await storedDeliveries(service, id, { count: 10 })
    const { call, walk, cursorOf } = listCalls(service, `/webhooks/${id}/deliveries`, 'id')
    const query = { per_page: 4 }

    const forwards = await walk(query, await call(query), 'next')

    let last = await call(query)
    while (cursorOf(last, 'next')) last = await call({ ...query, cursor: cursorOf(last, 'next') ?? '' })
    assert.deepEqual(forwards.flat(), made.toReversed())
    assert.deepEqual(
      forwards.map((page) => page.length),
      [4, 4, 2],
    )
    assert.deepEqual((await walk(query, last, 'previous')).toReversed(), forwards)
  })

  test('200 answers 20 unless told otherwise, and 100 at most', async () => {
    const { id } = await aWebhook(service)
    await storedDeliveries(service, id, { count: 101 })

    const lengths = []
    for (const query of ['', 'per_page=1', 'per_page=100']) lengths.push((await deliveries(id, query)).length)

    assert.deepEqual(lengths, [20, 1, 100])
  })

  const bad = {
    'status=lost': 'status',
    'status=': 'status',
    'status=failed&status=pending': 'status',
    'event_type=%00': 'event_type',
    [`event_type=${'x'.repeat(101)}`]: 'event_type',
    'per_page=0': 'per_page',
    'per_page=101': 'per_page',
    'cursor=zzzz': 'cursor',
  }
  for (const [query, field] of Object.entries(bad)) {
    test(`400 for ${query.slice(0, 40)} names ${field}`, async () => {
      const { id } = await aWebhook(service)

      const answer = await v2('GET', `/webhooks/${id}/deliveries?${query}`)

      assert.equal(answer.statusCode, 400)
      assert.equal(answer.json().code, 'invalid_request')
      assert.ok(answer.json().message.startsWith(`${field}: `), answer.json().message)
    })
  }

  test('400 for a cursor of another webhook, or of another filter', async () => {
    const one = await aWebhook(service)
    const two = await aWebhook(service)
    await storedDeliveries(service, one.id, { count: 2 })
    await storedDeliveries(service, two.id, { count: 2 })
    const { call, cursorOf } = listCalls(service, `/webhooks/${one.id}/deliveries`, 'id')
    const cursor = cursorOf(await call({ per_page: 1 }), 'next') ?? ''

    const answers = [
      await v2('GET', `/webhooks/${two.id}/deliveries?per_page=1&cursor=${cursor}`),
      await call({ per_page: 1, cursor, status: 'failed' }),
      await call({ per_page: 1, cursor, event_type: 'dataset.created' }),
    ]

    for (const answer of answers) {
      assert.equal(answer.statusCode, 400)
      assert.match(answer.json().message, /^cursor: /)
    }
  })
})

describe('GET /webhooks/{id}/deliveries/{delivery_id}', () => {
  test('200 shows what is to be sent before it is sent', async () => {
    const { id } = await aWebhook(service, { events: ['role.*'] })
    const eventId = await anEvent()
    const event = (await v2('GET', `/events/${eventId}`)).json()

    const answer = await getDelivery(id, eventId)

    const { body, attempts, ...rest } = answer.json()
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(body, {
      id: eventId,
      type: 'role.created',
      created_at: event.created_at,
      webhook_id: id,
      actor: acme.actor,
      data: event.data,
    })
    assert.deepEqual(attempts, [])
    assert.deepEqual([rest], await deliveries(id))
  })

  test('200 shows every attempt, oldest first, and exactly what was sent', async () => {
    const answers = [{ status: 503, body: 'later' }, { status: 500 }, { status: 204 }]
    const { receiver, webhook } = await aReceivingWebhook(service, {
      events: ['role.*'],
      answer: () => answers.shift() ?? 200,
    })
    const { stop, wake } = startDispatcher(service)
    const event = await anEvent()
    await eventually(() => {
      clock.advance(5)
      wake()
      return receiver.received.length === 3
    })
    await eventually(async () => (await delivery(webhook.id, event)).status === 'succeeded')
    await stop()

    const shown = await delivery(webhook.id, event)

    const told = shown.attempts.map((one: Record<string, unknown>) => [one.outcome, one.status_code, one.response_body])
    const times = shown.attempts.map((one: { attempted_at: string }) => one.attempted_at)
    assert.deepEqual(told, [
      ['answered', 503, 'later'],
      ['answered', 500, ''],
      ['answered', 204, ''],
    ])
    assert.deepEqual(times, times.toSorted())
    assert.deepEqual([shown.attempts_count, shown.last_status_code, shown.next_attempt_at], [3, 204, null])
    assert.equal(shown.last_attempt_at, times[2])
    for (const { json } of receiver.received) assert.deepEqual(shown.body, json)
  })

  test('200 takes the ids in capital letters', async () => {
    const { id } = await aWebhook(service)
    const [one = ''] = await storedDeliveries(service, id)

    const answer = await getDelivery(id.toUpperCase(), one.toUpperCase())

    assert.deepEqual([answer.statusCode, answer.json().id], [200, one])
  })

  test('404 for one that is not there', async () => {
    const { id } = await aWebhook(service)
    const absent = '01940000-0000-7000-8000-000000000000'

    const answer = await getDelivery(id, absent)

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Delivery ${absent} not found.` })
  })
})
