import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type EventName, eventNames } from '#kernel/events/catalogue.ts'
import { defineEvent, emit } from '#kernel/events/define-event.ts'
import { fanOut } from '#modules/webhooks/dispatch/fan-out.ts'
import { decryptKey, encryptKey } from '#modules/webhooks/endpoints/endpoint-key.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { aWebhook } from '#test/harness/features/webhooks/dispatcher.ts'
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
import { createWebhook } from './create-webhook.ts'
import type { Delivery, Webhook } from './schemas.ts'

const service = await startApp({ guard: noNameServers })
const { v2, db, doWork, keyring, clock, logged } = service
const { create, read, get, deliveries } = webhookCalls(service)

/** Emits these events and hands them out; answers which of them a webhook is to be told of. */
async function toldOf(webhookId: string, names: EventName[]): Promise<string[]> {
  await doWork(acme, async (work) => {
    for (const name of names) emit(work, defineEvent<{ id: string }>(name), { id: unique('thing') })
  })
  while ((await fanOut(db, clock.now())).events > 0);
  const found: Delivery[] = await deliveries(webhookId, 'per_page=100')
  return found.map((one) => one.event_type).sort()
}

describe('POST /webhooks', () => {
  test('201 answers all of it, and emits webhook.created with it but for the key', async () => {
    const body = settings({ events: ['employee.created', 'dataset.*'] })

    const answer = await create(body)

    const { id, signature_key, created_at, updated_at, ...rest } = answer.json()
    const [event, ...more] = await eventRowsOf(db, id)
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(rest, {
      ...body,
      is_active: true,
      owner_email: null,
      disabled_at: null,
      disabled_reason: null,
      owner: { type: 'application', id: 'payroll' },
      withheld_events: [],
    })
    assert.match(id, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    assert.match(signature_key, /^[A-Za-z0-9]{32}$/)
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    assert.equal(updated_at, created_at)
    assert.deepEqual(await read(id), answer.json())
    assert.deepEqual(
      [event?.client_id, event?.type, event?.actor_type, event?.actor_id, event?.data],
      ['acme', 'webhook.created', 'application', 'payroll', withoutKey(answer.json())],
    )
    assert.deepEqual(more, [])
  })

  test('201 gives each webhook a key of its own', async () => {
    const body = settings()

    const answers = await Promise.all(Array.from({ length: 20 }, () => create(body)))

    const keys = answers.map((answer) => answer.json().signature_key)
    assert.equal(new Set(keys).size, 20)
    assert.ok(new Set(keys.join('')).size > 50, 'all letters and digits come up')
  })

  test('201 stores the key encrypted, and neither events nor log lines have it', async () => {
    const { id, signature_key } = (await create(settings())).json()

    const stored = JSON.stringify(await storedFor(db, 'acme'))

    const { sealed_key } = await endpointRow(db, id)
    assert.ok(stored.includes(id))
    assert.ok(!stored.includes(signature_key))
    assert.ok(!logged.join('').includes(signature_key))
    assert.equal(decryptKey(keyring, 'acme', id, sealed_key), signature_key)
  })

  const forms = [
    ['left out', {}, true],
    ['true', { is_active: true }, true],
    ['false', { is_active: false }, false],
    ['the text true', { is_active: 'true' }, true],
    ['the text false', { is_active: 'false' }, false],
  ] as const
  for (const [what, given, is_active] of forms) {
    test(`201 answers ${is_active} when is_active is ${what}, and it is so`, async () => {
      const answer = await create(settings({ events: ['role.created'], ...given }))

      assert.equal(answer.statusCode, 201)
      assert.equal(answer.json().is_active, is_active)
      assert.deepEqual(await toldOf(answer.json().id, ['role.created']), is_active ? ['role.created'] : [])
    })
  }

  const longest = {
    'a name of 255 characters': { name: '🪝'.repeat(255) },
    'an address of 2,000 characters': { callback_url: 'https://93.184.215.14/'.padEnd(2000, 'x') },
    'an address with a port, a query and a fragment': { callback_url: 'http://93.184.215.14:8080/in?a=1&b=%20#c' },
    'an address in IPv6': { callback_url: 'https://[2606:4700:4700::1111]/in' },
    'a name that cannot be resolved now': { callback_url: 'https://not-yet.example.com/in' },
    '500 events, some twice': { events: Array.from({ length: 500 }, (_, n) => eventNames[n % eventNames.length]) },
    everything: { events: ['*'] },
    'an owner': { owner_email: 'Zoë.O+hooks@acme.test' },
    'no owner': { owner_email: null },
  }
  for (const [what, given] of Object.entries(longest)) {
    test(`201 takes ${what}, and answers it as it was sent`, async () => {
      const body = settings(given)

      const answer = await create(body)

      const webhook: Webhook = answer.json()
      assert.equal(answer.statusCode, 201, answer.body)
      assert.deepEqual({ ...webhook, ...body }, webhook)
      assert.deepEqual(await read(webhook.id), webhook)
    })
  }

  test('201 takes every event of the catalogue by its name', async () => {
    const answer = await create(settings({ events: eventNames }))

    assert.equal(answer.statusCode, 201)
    assert.deepEqual(answer.json().events, eventNames)
  })

  test('201 does not let the caller choose what is not theirs', async () => {
    const theirs = { id: '01940000-0000-7000-8000-000000000000', signature_key: 'a'.repeat(32), created_at: 'now' }

    const answer = await create(settings({ ...theirs, disabled_reason: 'gone' }))

    assert.equal(answer.statusCode, 201)
    assert.equal(answer.json().disabled_reason, null)
    for (const [field, value] of Object.entries(theirs)) assert.notEqual(answer.json()[field], value)
  })

  const subscriptions: { events: string[]; told: EventName[] }[] = [
    { events: ['dataset.created'], told: ['dataset.created'] },
    { events: ['dataset.*'], told: ['dataset.created', 'dataset.deleted'] },
    {
      events: ['dataset.created', 'dataset.*', 'role.*'],
      told: ['dataset.created', 'dataset.deleted', 'role.updated'],
    },
    { events: ['signature.*'], told: ['signature_process.signed'] },
    {
      events: ['*'],
      told: ['dataset.created', 'dataset.deleted', 'dataset_value.created', 'role.updated', 'signature_process.signed'],
    },
  ]
  for (const { events, told } of subscriptions) {
    test(`201 subscribes to ${events.join(' and ')}, and to nothing else`, async () => {
      const { id } = await aWebhook(service, { events })

      const found = await toldOf(id, [
        'dataset.created',
        'dataset.deleted',
        'dataset_value.created',
        'role.updated',
        'signature_process.signed',
      ])

      const own = events.includes('*') ? ['webhook.created'] : []
      assert.deepEqual(found, [...told, ...own])
    })
  }

  test('201 is not told of what happened before it was there', async () => {
    await doWork(acme, async (work) => {
      emit(work, defineEvent<{ id: string }>('vault_link.deleted'), { id: unique('link') })
    })

    const { id } = await aWebhook(service, { events: ['vault_link.*'] })

    assert.deepEqual(await toldOf(id, []), [])
  })

  test('the webhook and its event vanish together when a later step fails', async () => {
    const before = await storedFor(db, 'acme')
    const failing = doWork(acme, async (work) => {
      await createWebhook(work, settings(), { keyring, permissions: ['*'] })
      throw new Error('a later step')
    })

    await assert.rejects(failing, /a later step/)

    assert.deepEqual(await storedFor(db, 'acme'), before)
  })
})

describe('POST /webhooks refuses', () => {
  for (const { what, body, errors } of REFUSED) {
    test(`422 ${what}, and stores nothing`, async () => {
      const before = await storedFor(db, 'acme')

      const answer = await create(settings(body))

      assert.equal(answer.statusCode, 422)
      assert.equal(answer.json().code, 'validation_error')
      assert.deepEqual(errorsOf(answer).toSorted(), errors.toSorted())
      assert.deepEqual(await storedFor(db, 'acme'), before)
    })
  }

  test('422 each field that is missing', async () => {
    const answer = await create({})

    assert.equal(answer.statusCode, 422)
    assert.deepEqual(answer.json(), {
      code: 'validation_error',
      message: 'Validation failed',
      errors: ['name', 'callback_url', 'events'].map((field) => ({
        field,
        code: 'required',
        message: 'This field is required.',
      })),
    })
  })

  const unknown = ['', '.', '.*', '**', '*.*', ' *', 'dataset', 'dataset.', 'dataset.*.*', 'dataset.create', 'datase*']
  for (const event of [...unknown, 'Dataset.created', 'signature.signed', 'toString', '__proto__', 'constructor.*']) {
    test(`422 the event "${event}", which is none`, async () => {
      const answer = await create(settings({ events: ['*', event] }))

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json().errors, [
        { field: 'events.1', code: 'unknown_event', message: `Event ${event} not found.` },
      ])
    })
  }

  const bodies = {
    'broken JSON': '{"name": ',
    'a list': '[]',
    'a text': '"hook"',
    null: 'null',
    nothing: '',
  }
  for (const [what, payload] of Object.entries(bodies)) {
    test(`400 ${what} for a body`, async () => {
      const answer = await v2('POST', '/webhooks', { body: payload, headers: { 'content-type': 'application/json' } })

      assert.equal(answer.statusCode, 400)
      assert.equal(answer.json().code, 'invalid_request')
    })
  }

  test('400 a form, and 413 more than 1 MiB', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }

    const form = await v2('POST', '/webhooks', { body: 'name=a', headers })
    const large = await create(settings({ name: 'x'.repeat(1024 * 1024) }))

    assert.deepEqual([form.statusCode, form.json().code], [400, 'invalid_request'])
    assert.equal(large.statusCode, 413)
  })
})

describe('POST /webhooks for a client with 500 webhooks', () => {
  const rival = webhookCalls(service, 'rival')
  after(() => sql`DELETE FROM webhooks WHERE client_id = 'globex'`.execute(db))

  async function fillUp(): Promise<void> {
    const { count } = await db
      .selectFrom('webhooks')
      .select((one) => one.fn.countAll<string>().as('count'))
      .where('client_id', '=', 'globex')
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: 500 - Number(count) }, () => randomUUID())
    const keys = ids.map((id) => encryptKey(keyring, 'globex', id, 'key'))
    await sql`
      WITH endpoint AS (
        INSERT INTO callback_endpoints (client_id, id, url, sealed_key, is_webhook, created_at)
        SELECT 'globex', id, 'https://93.184.215.14/', key, true, now()
        FROM unnest(${ids}::uuid[], ${keys}::text[]) AS given (id, key)
        RETURNING client_id, id
      )
      INSERT INTO webhooks (client_id, id, name, events, is_active, owner_type, created_at, updated_at)
      SELECT client_id, id, 'one of many', '{*}', false, 'system', now(), now() FROM endpoint`.execute(db)
  }

  test('409 refuses all but one of those that come together for the last place', async () => {
    await fillUp()
    await sql`DELETE FROM webhooks WHERE client_id = 'globex'
      AND id = (SELECT id FROM webhooks WHERE client_id = 'globex' LIMIT 1)`.execute(db)

    const answers = await Promise.all(Array.from({ length: 5 }, () => rival.create(settings())))

    assert.deepEqual(answers.map((one) => one.statusCode).sort(), [201, 409, 409, 409, 409])
  })

  test('409 refuses another one, and stores nothing', async () => {
    await fillUp()
    const before = await storedFor(db, 'globex')

    const answer = await rival.create(settings())

    assert.equal(answer.statusCode, 409)
    assert.deepEqual(answer.json(), { code: 'too_many_webhooks', message: 'A client can have at most 500 webhooks.' })
    assert.deepEqual(await storedFor(db, 'globex'), before)
  })

  test('201 takes another one once one is deleted, and always for other clients', async () => {
    await fillUp()
    const [first] = (await v2('GET', '/webhooks?per_page=1', { application: 'rival' })).json()
    await rival.remove(first.id)

    const theirs = await rival.create(settings())
    const ours = await create(settings())

    assert.deepEqual([theirs.statusCode, ours.statusCode], [201, 201])
    assert.equal((await rival.create(settings())).statusCode, 409)
  })
})

describe('GET /webhooks/{id}', () => {
  test('200 reads one with its key, also with the id in capital letters', async () => {
    const webhook = await aWebhook(service)

    const answers = [await get(webhook.id), await get(webhook.id.toUpperCase())]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, webhook])
    assert.deepEqual(await eventsOf(db, webhook.id), ['webhook.created'])
  })
})
