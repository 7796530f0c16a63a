import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { credentialsOf } from '../../server/test/harness/app.ts'
import { unique } from '../../server/test/harness/builders.ts'
import { eventually } from '../../server/test/harness/eventually.ts'
import { startReceiver } from '../../server/test/harness/features/webhooks/receiver.ts'
import { startServing } from '../../server/test/harness/serving.ts'
import { CallbackError, type CallbackHeaders, createDossier, verifyCallback } from './index.ts'

const { url } = await startServing()
const sdk = createDossier({ baseUrl: url, ...credentialsOf('payroll') })
const receiver = await startReceiver()
after(() => receiver.close())

const { id: webhookId, signature_key: key } = await sdk.webhooks.create({
  name: 'Core HR',
  callback_url: receiver.url,
  events: ['employee.created'],
})
const technicalId = unique('E')
await sdk.employees.put(technicalId, { first_name: 'Zoë 🙂', last_name: '北京 "quoted" \\ {}' })
const { raw, headers } = await eventually(() => receiver.received[0], { withinSeconds: 30 })
const sentHeaders = headers as Record<string, string>
const { signature_key: otherKey } = await sdk.webhooks.create({
  name: 'B',
  callback_url: receiver.url,
  events: ['note.*'],
})

function codeOf(check: () => unknown): string {
  try {
    check()
  } catch (error) {
    assert.ok(error instanceof CallbackError, String(error))
    assert.ok(error.message.length > 0)
    return error.code
  }
  return assert.fail('It was believed.')
}

/** Headers for a body, signed by hand. */
function signed(body: string, timestamp: number | string, by = key): Record<string, string> {
  const hmac = createHmac('sha256', Buffer.from(by, 'base64')).update(`e1.${timestamp}.${body}`)
  return {
    'webhook-id': 'e1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${hmac.digest('base64')}`,
  }
}
const now = () => Math.floor(Date.now() / 1000)

describe('verifyCallback', () => {
  test('answers what the service sent, with its type', async () => {
    const callback = verifyCallback(raw, headers, key)

    assert.equal(callback.type, 'employee.created')
    if (callback.type !== 'employee.created') return
    assert.deepEqual(callback.data, await sdk.employees.get(technicalId))
    assert.deepEqual(callback, JSON.parse(raw))
    assert.equal(callback.webhook_id, webhookId)
    assert.equal(callback.actor.id, 'payroll')
  })

  const bodies: Record<string, string | Uint8Array> = {
    'a text': raw,
    'a Buffer': Buffer.from(raw),
    'other bytes': new TextEncoder().encode(raw),
  }
  for (const [what, body] of Object.entries(bodies)) {
    test(`takes the body as ${what}`, () => {
      assert.deepEqual(verifyCallback(body, headers, key), JSON.parse(raw))
    })
  }

  const kinds: Record<string, CallbackHeaders> = {
    'of fetch': new Headers(sentHeaders),
    'with names in capitals': Object.fromEntries(
      Object.entries(sentHeaders).map(([name, value]) => [name.toUpperCase(), value]),
    ),
    'with lists': Object.fromEntries(Object.entries(sentHeaders).map(([name, value]) => [name, [value]])),
  }
  for (const [what, kind] of Object.entries(kinds)) {
    test(`takes headers ${what}`, () => {
      assert.deepEqual(verifyCallback(raw, kind, key), JSON.parse(raw))
    })
  }

  test('takes several keys, and believes any of them', () => {
    assert.deepEqual(verifyCallback(raw, headers, [otherKey, key]), JSON.parse(raw))
    assert.equal(
      codeOf(() => verifyCallback(raw, headers, [otherKey])),
      'wrong_signature',
    )
  })

  test('believes both keys after a refresh', async () => {
    const webhook = await sdk.webhooks.create({ name: 'C', callback_url: receiver.url, events: ['role.*'] })
    const { signature_key } = await sdk.webhooks.refreshSignatureKey(webhook.id)
    await sdk.webhooks.test(webhook.id)
    const sent = receiver.received.at(-1) ?? assert.fail('Nothing arrived.')

    const seen = [signature_key, webhook.signature_key].map((one) => verifyCallback(sent.raw, sent.headers, one))

    assert.deepEqual(seen, [sent.json, sent.json])
    assert.equal(seen[0]?.type, 'webhook.test')
  })

  test('refuses what was changed, or signed with another key', () => {
    const changed = [
      () => verifyCallback(raw.replace('employee.created', 'employee.deleted'), headers, key),
      () => verifyCallback(`${raw} `, headers, key),
      () => verifyCallback(raw, headers, otherKey),
      () => verifyCallback(raw, { ...headers, 'webhook-id': 'e1' }, key),
      () =>
        verifyCallback(raw, { ...headers, 'webhook-timestamp': String(now() - 1000) }, key, { toleranceSeconds: 2000 }),
      () => verifyCallback(raw, { ...headers, 'webhook-signature': 'v1,' }, key),
      () => verifyCallback(raw, { ...headers, 'webhook-signature': `${headers['webhook-signature']}`.slice(3) }, key),
      () =>
        verifyCallback(
          raw,
          { ...headers, 'webhook-signature': `v2${`${headers['webhook-signature']}`.slice(2)}` },
          key,
        ),
      () =>
        verifyCallback(raw, { ...headers, 'webhook-signature': `${headers['webhook-signature']}`.slice(0, -1) }, key),
    ]

    assert.deepEqual(
      changed.map(codeOf),
      changed.map(() => 'wrong_signature'),
    )
  })

  test('finds its signature among others', () => {
    const among = `v1a,AAAA v1,AAAA ${headers['webhook-signature']} v2,AAAA`

    assert.deepEqual(verifyCallback(raw, { ...headers, 'webhook-signature': among }, key), JSON.parse(raw))
  })

  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    test(`refuses what has no ${name}, and says so`, () => {
      const { [name]: _, ...rest } = sentHeaders

      assert.throws(() => verifyCallback(raw, rest, key), {
        name: 'CallbackError',
        code: 'missing_header',
        message: `The callback has no header ${name}.`,
      })
      assert.equal(
        codeOf(() => verifyCallback(raw, { ...rest, [name]: '' }, key)),
        'missing_header',
      )
    })
  }

  const ages: [string, number | string, string | undefined][] = [
    ['of five minutes ago', -299, undefined],
    ['that is older than five minutes', -302, 'too_old'],
    ['of five minutes ahead', 299, undefined],
    ['that is more than five minutes ahead', 302, 'too_new'],
    ['that is not a number', 'now', 'invalid_timestamp'],
    ['that is negative', '-1', 'invalid_timestamp'],
    ['that is not a whole number', '1e9', 'invalid_timestamp'],
  ]
  for (const [what, age, code] of ages) {
    test(`${code ? 'refuses' : 'takes'} a timestamp ${what}`, () => {
      const made = signed('{"id":"e1"}', typeof age === 'number' ? now() + age : age)
      const check = () => verifyCallback('{"id":"e1"}', made, key)

      if (code) assert.equal(codeOf(check), code)
      else assert.deepEqual(check(), { id: 'e1' })
    })
  }

  test('takes another tolerance; one that is not a number tolerates nothing', () => {
    const made = signed('{}', now() - 100)

    assert.deepEqual(verifyCallback('{}', made, key, { toleranceSeconds: 200 }), {})
    for (const toleranceSeconds of [50, 0, Number.NaN]) {
      assert.equal(
        codeOf(() => verifyCallback('{}', made, key, { toleranceSeconds })),
        'too_old',
      )
    }
  })

  test('refuses a body that is not valid JSON, though it is signed', () => {
    assert.equal(
      codeOf(() => verifyCallback('hello', signed('hello', now()), key)),
      'invalid_body',
    )
  })

  for (const none of ['', ' ', 'short', `${key}!`, []]) {
    test(`believes nothing with ${JSON.stringify(none)} as the key`, () => {
      const made = signed(raw, now(), typeof none === 'string' ? none : '')

      assert.throws(() => verifyCallback(raw, made, none), { name: 'TypeError' })
      assert.throws(() => verifyCallback(raw, made, [key, none].flat().slice(none.length === 0 ? 1 : 0)), TypeError)
    })
  }
})
