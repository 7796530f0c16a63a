import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { defineEvent, emit } from '#kernel/events/define-event.ts'
import type { Attempt } from '#modules/webhooks/subscriptions/schemas.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { eventually } from '#test/harness/eventually.ts'
import { aWebhook, startDispatcher } from '#test/harness/features/webhooks/dispatcher.ts'
import { type Receiver, startReceiver } from '#test/harness/features/webhooks/receiver.ts'
import { settings, storedFor, webhookCalls } from '#test/harness/features/webhooks/webhook-calls.ts'

/** What names mean for now. */
const names = new Map<string, string[] | 'unknown' | 'no answer'>()
async function resolve(hostname: string): Promise<string[]> {
  const known = names.get(hostname) ?? 'unknown'
  if (known === 'unknown') throw new Error('ENOTFOUND')
  return known === 'no answer' ? new Promise(() => {}) : known
}
/** A new name that means these addresses. */
function aName(meaning: string[] | 'unknown' | 'no answer'): string {
  const name = `${unique('host')}.example.com`
  names.set(name, meaning)
  return name
}

const PUBLIC = '93.184.215.14'
const strict = await startApp({ guard: { allowPrivate: false, resolve } })
const lenient = await startApp({ guard: { allowPrivate: true, resolve } })
const excepting = await startApp({
  guard: { allowPrivate: false, allowedCidrs: ['127.0.0.0/31', '169.254.0.0/16'], resolve },
})

const LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.0.0.1.',
  '127.127.127.127',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '017700000001',
  '0177.0.0.1',
  '0x7f.0.0.0x1',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
]
const PRIVATE = [
  '10.0.0.1',
  '0xa000001',
  '172.16.0.1',
  '192.168.0.1',
  '3232235521',
  '100.64.0.1',
  '169.254.0.1',
  '198.18.0.1',
  '192.0.2.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::ffff:10.0.0.1]',
  '[64:ff9b::a00:1]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[2001::1]',
  '[100::1]',
]
const METADATA = [
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '169.254.170.2',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '[fd00:ec2::254]',
  '[::ffff:a9fe:a9fe]',
  '[::169.254.169.254]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:a9fe:a9fe::1]',
]

const receiver = await startReceiver()
after(() => receiver.close())
const port = ({ url }: Receiver) => new URL(url).port
const urlAt = (host: string) => `http://${host}:${port(receiver)}/hook`

/** A webhook whose address was stored when it was still allowed. */
async function storedAt(service: TestApp, url: string, events = ['role.*']): Promise<string> {
  const { id } = await aWebhook(service, { url: `https://${PUBLIC}/`, events })
  await service.db.updateTable('callback_endpoints').set({ url }).where('id', '=', id).execute()
  return id
}

/** Tells of a role, and sends the callbacks of that; answers the first attempt for each of these webhooks. */
async function attemptsBySending(service: TestApp, ids: string[]): Promise<Attempt[]> {
  const { deliveries, delivery } = webhookCalls(service)
  await service.doWork(acme, async (work) => {
    emit(work, defineEvent<{ id: string }>('role.created'), { id: unique('role') })
  })
  const { stop } = startDispatcher(service)
  const attempts: Attempt[] = []
  for (const id of ids) {
    attempts.push(
      await eventually(async () => {
        const [first] = await deliveries(id, 'event_type=role.created')
        return first && (await delivery(id, first.id)).attempts[0]
      }),
    )
  }
  await stop()
  return attempts
}

async function attemptByTest(service: TestApp, id: string): Promise<Attempt> {
  const { sendTest, deliveries, delivery } = webhookCalls(service)
  assert.equal((await sendTest(id)).statusCode, 204)
  const [logged] = await deliveries(id, 'event_type=webhook.test')
  assert.equal(logged.status === 'succeeded', logged.last_status_code === 200)
  return (await delivery(id, logged.id)).attempts[0]
}

function assertNotAllowed({ outcome, status_code, response_body }: Attempt, what: string): void {
  assert.deepEqual({ outcome, status_code, response_body }, NOT_ALLOWED, what)
}
const NOT_ALLOWED = { outcome: 'private_address', status_code: null, response_body: null }

/** Callbacks that are on their way may still change the rest. */
async function webhooksOf({ db }: TestApp) {
  const { webhooks, events, event_subscriptions } = await storedFor(db, 'acme')
  return { webhooks, events, event_subscriptions }
}

/** POST, PUT and PATCH with this address, all of which must be refused with the same words. */
async function assertRefusedAtSave(service: TestApp, url: string): Promise<void> {
  const { create, put, patch } = webhookCalls(service)
  const { id } = await aWebhook(service, { url: `https://${PUBLIC}/`, is_active: false })
  const before = await webhooksOf(service)

  const body = settings({ callback_url: url })
  for (const answer of [await create(body), await put(id, body), await patch(id, { callback_url: url })]) {
    assert.equal(answer.statusCode, 422, url)
    assert.deepEqual(answer.json().errors, [
      {
        field: 'callback_url',
        code: 'address_not_allowed',
        message: 'Callbacks cannot be sent to this address: it is private or reserved.',
      },
    ])
  }
  assert.deepEqual(await webhooksOf(service), before)
}

async function assertTakenAtSave(service: TestApp, url: string): Promise<void> {
  const { create, put, patch, remove } = webhookCalls(service)
  const created = await create(settings({ callback_url: url }))
  const { id } = created.json()
  const answers = [created, await put(id, settings({ callback_url: url })), await patch(id, { callback_url: url })]
  assert.deepEqual(
    answers.map((answer) => answer.statusCode),
    [201, 200, 200],
    url,
  )
  await remove(id)
}

describe('an address that is not allowed', () => {
  for (const host of [...LOOPBACK, ...PRIVATE, ...METADATA]) {
    test(`422 at save: ${host}`, async () => {
      for (const scheme of ['http', 'https']) await assertRefusedAtSave(strict, `${scheme}://${host}/in`)
    })
  }

  test('is not called by a test, in whatever form it is stored', async () => {
    const before = receiver.received.length

    for (const host of [...LOOPBACK, ...PRIVATE, ...METADATA]) {
      assertNotAllowed(await attemptByTest(strict, await storedAt(strict, urlAt(host))), host)
    }

    assert.equal(receiver.received.length, before)
  })

  test('is not called when an event is sent, in whatever form it is stored', async () => {
    const before = receiver.received.length
    const hosts = [...LOOPBACK, ...PRIVATE, ...METADATA]
    const ids: string[] = []
    for (const host of hosts) ids.push(await storedAt(strict, urlAt(host)))

    const attempts = await attemptsBySending(strict, ids)

    for (const [index, attempt] of attempts.entries()) assertNotAllowed(attempt, hosts[index] ?? '')
    assert.equal(receiver.received.length, before)
  })

  test('is tried again like any that fails', async () => {
    const id = await storedAt(strict, receiver.url)

    await attemptsBySending(strict, [id])

    const [one] = await webhookCalls(strict).deliveries(id)
    assert.deepEqual([one.status, one.attempts_count], ['pending', 1])
    assert.ok(Date.parse(one.next_attempt_at) > Date.parse(one.last_attempt_at))
  })

  test('does not keep the rest of its webhook from being changed', async () => {
    const id = await storedAt(strict, receiver.url)

    const answer = await webhookCalls(strict).patch(id, { name: 'Renamed', is_active: false })

    assert.equal(answer.statusCode, 200)
  })
})

describe('a name', () => {
  const forbidden = {
    loopback: ['127.0.0.1'],
    'loopback in IPv6': ['::1'],
    'a private network': ['10.0.0.7'],
    'a private network as a mapped address': ['::ffff:10.0.0.7'],
    'a link-local address': ['fe80::1'],
    'cloud metadata': ['169.254.169.254'],
    'a public and a private address': [PUBLIC, '127.0.0.1'],
    'a private and a public address': ['::1', '2606:4700:4700::1111'],
    'what is not an address': ['localhost'],
  }
  for (const [what, addresses] of Object.entries(forbidden)) {
    test(`422 at save when it means ${what}, and it is called neither by a test nor by an event`, async () => {
      const name = aName(addresses)
      const before = receiver.received.length

      await assertRefusedAtSave(strict, urlAt(name))

      const id = await storedAt(strict, urlAt(name))
      assertNotAllowed(await attemptByTest(strict, id), 'by a test')
      for (const attempt of await attemptsBySending(strict, [id])) assertNotAllowed(attempt, 'by an event')
      assert.equal(receiver.received.length, before)
    })
  }

  test('is taken at save when it means public addresses alone', async () => {
    const name = aName([PUBLIC, '2606:4700:4700::1111'])

    for (const spelling of [name, `${name}.`, name.toUpperCase()])
      await assertTakenAtSave(strict, `https://${spelling}/in`)
  })

  test('is taken at save when nobody knows it yet, or nobody says in time', async () => {
    await assertTakenAtSave(strict, urlAt(aName('unknown')))

    const started = performance.now()
    const answer = await webhookCalls(strict).create(settings({ callback_url: urlAt(aName('no answer')) }))
    assert.equal(answer.statusCode, 201)
    assert.ok(performance.now() - started < 8000)
  })

  test('that was public at save and is private when it is called is not called', async () => {
    const name = aName([PUBLIC])
    const { id } = await aWebhook(strict, { url: urlAt(name), events: ['role.*'] })
    const before = receiver.received.length
    names.set(name, ['127.0.0.1'])

    const attempts = [await attemptByTest(strict, id), ...(await attemptsBySending(strict, [id]))]

    for (const attempt of attempts) assertNotAllowed(attempt, name)
    assert.equal(attempts.length, 2)
    assert.equal(receiver.received.length, before)
  })

  test('that nobody knew at save and is private when it is called is not called', async () => {
    const name = aName('unknown')
    const { id } = await aWebhook(strict, { url: urlAt(name), events: ['role.*'] })
    names.set(name, ['127.0.0.1'])

    for (const attempt of await attemptsBySending(strict, [id])) assertNotAllowed(attempt, name)
  })

  test('that nobody knows when it is called is unresolved', async () => {
    const { id } = await aWebhook(strict, { url: urlAt(aName('unknown')), events: ['role.*'] })

    const attempts = [await attemptByTest(strict, id), ...(await attemptsBySending(strict, [id]))]

    assert.deepEqual(
      attempts.map((one) => one.outcome),
      ['unresolved', 'unresolved'],
    )
  })
})

describe('credentials in an address', () => {
  for (const url of [`https://me@${PUBLIC}/`, `https://me:secret@${PUBLIC}/`, `https://:secret@${PUBLIC}/`]) {
    test(`422 at save: ${url}`, async () => {
      const { id } = await aWebhook(strict, { url: `https://${PUBLIC}/` })
      const { create, put, patch } = webhookCalls(strict)
      const body = settings({ callback_url: url })

      for (const answer of [await create(body), await put(id, body), await patch(id, { callback_url: url })]) {
        assert.equal(answer.statusCode, 422)
        assert.deepEqual(
          answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code]),
          [['callback_url', 'invalid_url']],
        )
      }
    })
  }
})

describe('when private addresses are allowed', () => {
  test('they are taken, and called', async () => {
    const name = aName(['127.0.0.1'])
    const before = receiver.received.length
    for (const url of [receiver.url, urlAt(name), 'http://10.0.0.1/', 'http://[fd12::1]/']) {
      await assertTakenAtSave(lenient, url)
    }
    const { id } = await aWebhook(lenient, { url: urlAt(name), events: ['role.*'] })

    const attempts = [await attemptByTest(lenient, id), ...(await attemptsBySending(lenient, [id]))]

    assert.deepEqual(
      attempts.map((one) => one.status_code),
      [200, 200],
    )
    assert.equal(receiver.received.length, before + 2)
  })

  for (const host of METADATA) {
    test(`422 at save, and no call: ${host}, which is metadata of a cloud`, async () => {
      await assertRefusedAtSave(lenient, `http://${host}/latest/meta-data`)
      assertNotAllowed(await attemptByTest(lenient, await storedAt(lenient, `http://${host}/latest/meta-data`)), host)
    })
  }

  test('a name that means metadata of a cloud is refused, and not called', async () => {
    const name = aName(['169.254.169.254'])
    await assertRefusedAtSave(lenient, `http://${name}/`)
    const id = await storedAt(lenient, `http://${name}/`)

    for (const attempt of await attemptsBySending(lenient, [id])) assertNotAllowed(attempt, name)
  })
})

describe("the operator's exceptions", () => {
  test('are taken and called, and their neighbours are not', async () => {
    const name = aName(['127.0.0.1'])
    for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', name])
      await assertTakenAtSave(excepting, urlAt(host))
    for (const host of ['127.0.0.2', '10.0.0.1', '[::1]']) await assertRefusedAtSave(excepting, urlAt(host))
    const before = receiver.received.length
    const ids = [await storedAt(excepting, urlAt(name)), await storedAt(excepting, urlAt('127.0.0.2'))]

    const [excepted, neighbour] = await attemptsBySending(excepting, ids)

    assert.ok(excepted && neighbour)
    assert.equal(excepted.status_code, 200)
    assertNotAllowed(neighbour, 'the neighbour')
    assert.equal(receiver.received.length, before + 1)
  })

  test('never hold for metadata of a cloud', async () => {
    await assertTakenAtSave(excepting, 'http://169.254.0.1/')

    await assertRefusedAtSave(excepting, 'http://169.254.169.254/')
  })
})
