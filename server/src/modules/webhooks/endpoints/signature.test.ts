import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Webhook as Verifier } from 'standardwebhooks'
import { callbackBody, callbackHeaders } from '#modules/webhooks/dispatch/callback.ts'
import { verify } from '#test/harness/features/webhooks/receiver.ts'
import { newSignatureKey, signingKey, signPlainly, signStandard } from './signature.ts'

const KEY_TEXT = 'k3yOf32LettersAndDigits000000ABC'
const OLD_KEY_TEXT = 'Z'.repeat(32)
const KEY = signingKey(KEY_TEXT)
const OLD_KEY = signingKey(OLD_KEY_TEXT)
const BODY = '{"id":"01940000","name":"Zoë"}'
const ID = '01940000'
const TIMESTAMP = '1717243200'

describe('newSignatureKey', () => {
  test('has 32 letters and digits, and is another each time', () => {
    const keys = Array.from({ length: 1000 }, newSignatureKey)

    for (const key of keys) assert.match(key, /^[A-Za-z0-9]{32}$/)
    assert.equal(new Set(keys).size, 1000)
    assert.equal(new Set(keys.join('')).size, 62)
  })

  test('stands for 24 bytes, as Standard Webhooks wants at least', () => {
    assert.equal(Buffer.from(newSignatureKey(), 'base64').length, 24)
  })
})

// The expected values were computed with the hmac module of Python.
describe('signPlainly', () => {
  test('is the hexadecimal HMAC-SHA-256 of the body, keyed with the text of the key', () => {
    assert.equal(signPlainly(KEY, BODY), 'dbbcdada371bbfaa9cd4cc2fa5577e207ffd8b6e6db1f982ab0200788ba6cefc')
  })

  test('is another for another body or key', () => {
    const signatures = [signPlainly(KEY, BODY), signPlainly(KEY, `${BODY} `), signPlainly(OLD_KEY, BODY)]

    assert.equal(new Set(signatures).size, 3)
  })
})

describe('signStandard', () => {
  const expected = 'v1,FYan7o54rKUsUlvA9YAgq1j3TPuokU7ek2FDqe+sPnY='
  const ofOldKey = 'v1,FfSdpSvVmElx7E5UmEJlle5GW5JodbfcKzfd+gSEp38='

  test('signs id, timestamp and body with the bytes that the key stands for', () => {
    assert.equal(signStandard([KEY], ID, TIMESTAMP, BODY), expected)
  })

  test('puts the signatures of several keys side by side, in the order of the keys', () => {
    assert.equal(signStandard([KEY, OLD_KEY], ID, TIMESTAMP, BODY), `${expected} ${ofOldKey}`)
    assert.equal(signStandard([OLD_KEY, KEY], ID, TIMESTAMP, BODY), `${ofOldKey} ${expected}`)
  })

  test('agrees with the reference implementation for any id and body', () => {
    const at = new Date(Number(TIMESTAMP) * 1000)
    fc.assert(
      fc.property(fc.uuid(), fc.string({ unit: 'binary' }).map(JSON.stringify), (id, body) => {
        const key = newSignatureKey()
        assert.equal(signStandard([signingKey(key)], id, TIMESTAMP, body), new Verifier(key).sign(id, at, body))
      }),
    )
  })
})

describe('callbackHeaders', () => {
  const now = new Date('2024-06-01T12:00:00.999Z')
  const callback = { eventId: ID, eventType: 'role.created', webhookId: 'hook', body: BODY, keys: [KEY, OLD_KEY] }

  test('name the event and the webhook, and sign the body at the second of sending', () => {
    const headers = callbackHeaders({ ...callback, keys: [KEY, OLD_KEY] }, now)

    assert.deepEqual(headers, {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Dossier-Webhooks/1',
      'x-webhook-id': 'hook',
      'x-event-id': ID,
      'x-event-type': 'role.created',
      'x-event-signature': createHmac('sha256', KEY_TEXT).update(BODY).digest('hex'),
      'webhook-id': ID,
      'webhook-timestamp': TIMESTAMP,
      'webhook-signature': signStandard([KEY, OLD_KEY], ID, TIMESTAMP, BODY),
    })
  })

  test('do not name a webhook when there is none', () => {
    const headers = callbackHeaders({ ...callback, webhookId: null, keys: [KEY] }, now)

    assert.ok(!('x-webhook-id' in headers))
  })

  test('are verified with either key, and with no other body, id, time or key', () => {
    const headers = callbackHeaders({ ...callback, keys: [KEY, OLD_KEY] }, new Date())

    for (const key of [KEY_TEXT, OLD_KEY_TEXT]) verify({ headers, raw: BODY }, key)
    assert.throws(() => verify({ headers, raw: `${BODY}\n` }, KEY_TEXT))
    assert.throws(() => verify({ headers: { ...headers, 'webhook-id': 'another' }, raw: BODY }, KEY_TEXT))
    assert.throws(() => verify({ headers: callbackHeaders({ ...callback, keys: [KEY] }, now), raw: BODY }, KEY_TEXT))
    assert.throws(() => verify({ headers, raw: BODY }, newSignatureKey()))
  })
})

describe('callbackBody', () => {
  const event = {
    id: ID,
    type: 'role.created',
    created_at: new Date('2024-06-01T12:00:00.120Z'),
    actor: { type: 'user', id: 'M-1', name: 'Zoë "Z"' },
  }

  test('holds the data as it is stored, to the letter', () => {
    const data = '{"b": 1.0, "a":"\\u00e9",  "n":12345678901234567890}'

    const body = callbackBody({ ...event, data }, 'hook')

    const actor = '{"type":"user","id":"M-1","name":"Zoë \\"Z\\""}'
    assert.equal(
      body,
      `{"id":"01940000","type":"role.created","created_at":"2024-06-01T12:00:00.120+00:00","webhook_id":"hook","actor":${actor},"data":${data}}`,
    )
  })

  test('puts more beside the data, and null for the webhook when there is none', () => {
    const body = JSON.parse(callbackBody({ ...event, data: '[]' }, null, { request_id: 'R-1' }))

    assert.deepEqual([body.webhook_id, body.request_id, body.data], [null, 'R-1', []])
  })
})
