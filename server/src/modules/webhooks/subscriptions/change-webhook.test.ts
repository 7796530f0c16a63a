import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { defineEvent, emit } from '#kernel/events/define-event.ts'
import { systemActor } from '#kernel/work.ts'
import { fanOut } from '#modules/webhooks/dispatch/fan-out.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { aReceivingWebhook, aWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import {
  endpointRow,
  errorsOf,
  eventRowsOf,
  noNameServers,
  REFUSED,
  settings,
  storedFor,
  webhookCalls,
  withoutKey,
} from '#test/harness/features/webhooks/webhook-calls.ts'
import { patchWebhook } from './change-webhook.ts'
import { disableWebhook } from './disable-webhook.ts'

const service = await startApp({ guard: noNameServers })
const { db, doWork, clock, keyring } = service
const { put, patch, read, remove, deliveries } = webhookCalls(service)

const ABSENT = '01940000-0000-7000-8000-000000000000'
const MEANWHILE_MS = 400

const tellOf = (resource: 'role' | 'vault_link' | 'legal_hold') =>
  doWork(acme, async (work) => {
    emit(work, defineEvent<{ id: string }>(`${resource}.deleted`), { id: unique(resource) })
  })

async function disabled(events = ['dataset.*']): Promise<string> {
  const { id } = await aWebhook(service, { events })
  await doWork({ ...acme, actor: systemActor }, (work) => disableWebhook(work, id, 'gone'))
  assert.equal((await read(id)).disabled_reason, 'gone')
  return id
}

const HEALTHY = { failures_in_row: 0, failing_since: null, pauses: 0, paused_until: null }

async function makeUnwell(id: string) {
  await sql`
    UPDATE callback_endpoints SET failures_in_row = 12, failing_since = now(), pauses = 2, paused_until = now()
    WHERE id = ${id}`.execute(db)
}

async function conditionOf(id: string) {
  const { failures_in_row, failing_since, pauses, paused_until } = await endpointRow(db, id)
  return { failures_in_row, failing_since, pauses, paused_until }
}

describe('PUT /webhooks/{id}', () => {
  test('200 replaces everything but the key, and emits webhook.updated without it', async () => {
    const before = await aWebhook(service, { owner_email: 'owner@acme.test' })
    const body = settings({ events: ['*'], is_active: 'false' })
    clock.advance(5)

    const answer = await put(before.id, body)

    const { updated_at, ...rest } = answer.json()
    const [, event, ...more] = await eventRowsOf(db, before.id)
    const { updated_at: _, ...was } = before
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(rest, { ...was, ...body, is_active: false, owner_email: null })
    assert.ok(Date.parse(updated_at) >= Date.parse(before.updated_at) + 5000)
    assert.deepEqual(await read(before.id), answer.json())
    assert.deepEqual(
      [event?.type, event?.actor_id, event?.data],
      ['webhook.updated', 'payroll', withoutKey(answer.json())],
    )
    assert.deepEqual(more, [])
  })

  test('200 takes what is left out for its default: on, and without an owner', async () => {
    const { id } = await aWebhook(service, { is_active: false, owner_email: 'owner@acme.test' })

    const answer = await put(id, settings())

    assert.deepEqual([answer.json().is_active, answer.json().owner_email], [true, null])
  })

  test('200 changes nothing and emits nothing when what was read is put back', async () => {
    const before = await aWebhook(service, { owner_email: 'owner@acme.test' })
    clock.advance(5)

    const answers = [await put(before.id, before), await put(before.id, { ...before, is_active: 'true' })]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.deepEqual(await read(before.id), before)
    assert.deepEqual(await eventsOf(db, before.id), ['webhook.created'])
  })

  test('404 one that is not there, and makes none', async () => {
    const before = await storedFor(db, 'acme')

    const answer = await put(ABSENT, settings())

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Webhook ${ABSENT} not found.` })
    assert.deepEqual(await storedFor(db, 'acme'), before)
  })

  test('422 each field that is missing', async () => {
    const { id } = await aWebhook(service)

    const answer = await put(id, { is_active: true })

    assert.equal(answer.statusCode, 422)
    assert.deepEqual(
      errorsOf(answer),
      ['name', 'callback_url', 'events'].map((field) => [field, 'required']),
    )
  })
})

describe('PATCH /webhooks/{id}', () => {
  const changes = {
    name: 'Renamed',
    callback_url: 'http://93.184.215.14:8080/other?a=1',
    events: ['employee.created', 'signature.*'],
    is_active: false,
    owner_email: 'owner@acme.test',
  }
  for (const [field, value] of Object.entries(changes)) {
    test(`200 changes ${field} alone, and emits webhook.updated`, async () => {
      const before = await aWebhook(service)
      clock.advance(5)

      const answer = await patch(before.id, { [field]: value })

      const { updated_at, ...rest } = answer.json()
      const [, event] = await eventRowsOf(db, before.id)
      assert.equal(answer.statusCode, 200)
      assert.deepEqual({ ...rest, updated_at: before.updated_at }, { ...before, [field]: value })
      assert.ok(updated_at > before.updated_at)
      assert.deepEqual(await read(before.id), answer.json())
      assert.deepEqual([event?.type, event?.data], ['webhook.updated', withoutKey(answer.json())])
    })
  }

  test('200 takes the owner away with null', async () => {
    const { id } = await aWebhook(service, { owner_email: 'owner@acme.test' })

    const answer = await patch(id, { owner_email: null })

    assert.deepEqual([answer.statusCode, answer.json().owner_email], [200, null])
  })

  test('200 changes nothing and emits nothing with an empty object, what is there, or what is not theirs', async () => {
    const before = await aWebhook(service)
    clock.advance(5)

    const answers = [
      await patch(before.id, {}),
      await patch(before.id, before),
      await patch(before.id, { is_active: 'true', events: before.events }),
      await patch(before.id, { signature_key: 'a'.repeat(32), id: ABSENT, created_at: 'now', disabled_reason: 'gone' }),
    ]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.deepEqual(await eventsOf(db, before.id), ['webhook.created'])
  })

  test('404 one that is not there', async () => {
    const answer = await patch(ABSENT, { name: 'Nobody' })

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Webhook ${ABSENT} not found.` })
  })

  test('200 for many at once loses none of them, and the events tell of them in their order', async () => {
    const { id } = await aWebhook(service)
    const parts = Object.entries(changes).map(([field, value]) => ({ [field]: value }))

    const answers = await Promise.all(parts.map((part) => patch(id, part)))

    const after = await read(id)
    const told = (await eventRowsOf(db, id)).slice(1)
    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      Array(5).fill(200),
    )
    assert.deepEqual({ ...after, ...changes }, after)
    assert.equal(told.length, 5)
    assert.deepEqual(told.at(-1)?.data, withoutKey(after))
  })

  test('one of a change and a deletion comes first, and neither fails', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await aWebhook(service)

      const [changed, deleted] = await Promise.all([patch(id, { name: 'Renamed' }), remove(id)])

      assert.ok([200, 404].includes(changed.statusCode), changed.body)
      assert.equal(deleted.statusCode, 204)
      assert.equal((await eventsOf(db, id)).at(-1), 'webhook.deleted')
    }
  })

  test('the change and its event vanish together when a later step fails', async () => {
    const { id } = await aWebhook(service)
    const before = await storedFor(db, 'acme')
    const failing = doWork(acme, async (work) => {
      await patchWebhook(work, id, { name: 'Renamed', is_active: false }, { keyring, permissions: ['*'] })
      throw new Error('a later step')
    })

    await assert.rejects(failing, /a later step/)

    assert.deepEqual(await storedFor(db, 'acme'), before)
  })
})

describe('PUT and PATCH /webhooks/{id} refuse', () => {
  for (const { what, body, errors } of REFUSED) {
    test(`422 ${what}, and change nothing`, async () => {
      const { id } = await aWebhook(service)
      const before = await storedFor(db, 'acme')

      const answers = [await put(id, settings(body)), await patch(id, body)]

      for (const answer of answers) {
        assert.equal(answer.statusCode, 422)
        assert.deepEqual(errorsOf(answer).toSorted(), errors.toSorted())
      }
      assert.deepEqual(await storedFor(db, 'acme'), before)
    })
  }

  test('400 a body that is not an object', async () => {
    const { id } = await aWebhook(service)

    const answers = [await put(id, []), await patch(id, [])]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'])
  })
})

describe('switching a webhook off and on', () => {
  test('keeps what waits until it is on again, and then sends it', async () => {
    const { receiver, webhook } = await aReceivingWebhook(service, { events: ['vault_link.*'] })
    await tellOf('vault_link')
    await fanOut(db, clock.now())
    await patch(webhook.id, { is_active: false })
    const { stop } = startDispatcher(service)
    await delay(MEANWHILE_MS)
    const meanwhile = receiver.received.length

    await patch(webhook.id, { is_active: true })

    await eventually(async () => (await deliveries(webhook.id, 'status=succeeded')).length > 0)
    await stop()
    assert.equal(meanwhile, 0)
    assert.deepEqual(
      receiver.received.map((one) => one.json.type),
      ['vault_link.deleted'],
    )
  })

  test('leaves out what happens while it is off, and nothing of before and after', async () => {
    const { id } = await aWebhook(service, { events: ['role.*', 'legal_hold.*'] })
    await tellOf('role')
    await fanOut(db, clock.now())
    await patch(id, { is_active: false })
    await tellOf('legal_hold')
    await patch(id, { is_active: true })
    await tellOf('role')
    await fanOut(db, clock.now())

    const told: { event_type: string }[] = await deliveries(id)

    assert.deepEqual(
      told.map((one) => one.event_type),
      ['role.deleted', 'role.deleted'],
    )
  })

  test('on again clears when and why the service had switched it off', async () => {
    const id = await disabled()

    const answer = await patch(id, { is_active: true })

    const { is_active, disabled_at, disabled_reason } = answer.json()
    assert.deepEqual([is_active, disabled_at, disabled_reason], [true, null, null])
    assert.deepEqual(await read(id), answer.json())
    assert.deepEqual(await eventsOf(db, id), ['webhook.created', 'webhook.disabled', 'webhook.updated'])
  })

  test('on again with PUT does the same', async () => {
    const id = await disabled()

    const answer = await put(id, settings())

    const { is_active, disabled_at, disabled_reason } = answer.json()
    assert.deepEqual([is_active, disabled_at, disabled_reason], [true, null, null])
  })

  test('another change keeps it off, and says why it was switched off', async () => {
    const id = await disabled(['role.*'])

    const answer = await patch(id, { name: 'Renamed', callback_url: 'https://93.184.215.14/other' })

    await tellOf('role')
    await fanOut(db, clock.now())
    assert.deepEqual([answer.json().is_active, answer.json().disabled_reason], [false, 'gone'])
    assert.ok(answer.json().disabled_at)
    assert.deepEqual(await deliveries(id), [])
  })

  test('off by the caller gives no reason, and does not count as disabled', async () => {
    const { id } = await aWebhook(service)

    const answer = await patch(id, { is_active: 'false' })

    assert.deepEqual([answer.json().disabled_at, answer.json().disabled_reason], [null, null])
    assert.equal((await endpointRow(db, id)).is_held, true)
  })

  test('other events count from the change on', async () => {
    const { id } = await aWebhook(service, { events: ['role.*'] })
    await patch(id, { events: ['legal_hold.*'] })

    await tellOf('role')
    await tellOf('legal_hold')
    await fanOut(db, clock.now())

    const told: { event_type: string }[] = await deliveries(id)
    assert.deepEqual(
      told.map((one) => one.event_type),
      ['legal_hold.deleted'],
    )
  })
})

describe('the health of a webhook', () => {
  const starts = {
    'another address': { callback_url: 'https://93.184.215.14/other' },
    'being switched on': { is_active: true },
  }
  for (const [what, change] of Object.entries(starts)) {
    test(`starts anew with ${what}`, async () => {
      const { id } = await aWebhook(service, { is_active: !('is_active' in change) })
      await makeUnwell(id)

      await patch(id, change)

      assert.deepEqual(await conditionOf(id), HEALTHY)
    })
  }

  test('stays as it is with any other change', async () => {
    const { id } = await aWebhook(service)
    await makeUnwell(id)
    const before = await conditionOf(id)

    await patch(id, { name: 'Renamed', events: ['*'], owner_email: 'owner@acme.test' })

    assert.deepEqual(await conditionOf(id), before)
    assert.equal(before.failures_in_row, 12)
  })
})
