import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { systemClock } from '#platform/clock.ts'
import { openOutbound } from '#platform/outbound/outbound.ts'
import type { TransferFailure, TransferFailureCode } from '#platform/transfer/transfer-failure.ts'
import { loopbackName, startHttpsCarrier } from '#test/harness/features/https-carrier.ts'
import { memoryWatch } from '#test/harness/memory.ts'
import type { Parcel } from './parcel.ts'
import { sendPackages } from './send-packages.ts'

const outbound = openOutbound({ allowPrivate: true, ...loopbackName })
after(() => outbound.close())
const KEY = 'k3yOf32LettersAndDigits000000ABC'
const CHUNK = randomBytes(65_536)
const never = new AbortController().signal

/** So many chunks of 64 KiB. */
function aParcel(chunks = 3, given: Partial<Parcel> = {}): Parcel {
  const read = () => Readable.from(Array<Buffer>(chunks).fill(CHUNK), { objectMode: false })
  return { deliveryId: '01940000-0000-7000-8000-000000000001', projectId: 7, read, ...given }
}

type Options = { parcel?: Parcel; bearer_token?: string; silenceMs?: number; signal?: AbortSignal }
function post(url: string, { parcel = aParcel(), silenceMs = 5000, signal = never, ...more }: Options = {}) {
  const deps = { outbound, carrierRoot: undefined, clock: systemClock, signal, silenceMs }
  return sendPackages({ kind: 'https', url, signature_key: KEY, ...more }, parcel, deps)
}

const refusedWith =
  (code: TransferFailureCode, message = /./) =>
  (error: TransferFailure) => {
    assert.equal(error.code, code, error.message)
    assert.match(error.message, message)
    return true
  }

describe('a carrier over HTTPS', () => {
  test('receives the ZIP, its digest, the delivery id and a signature that verifies', async () => {
    const { url, posted } = await startHttpsCarrier(() => ({ body: '{"receipt_id":"R-17"}' }))

    const receipt = await post(url, { bearer_token: 't0ken' })

    assert.equal(receipt, 'R-17')
    assert.equal(posted.length, 1)
    const [{ headers, body, method } = assert.fail()] = posted
    const sha256 = createHash('sha256').update(body).digest()
    assert.deepEqual([method, body.length], ['POST', 3 * 65_536])
    assert.equal(headers['content-type'], 'application/zip')
    assert.equal(headers['content-length'], String(body.length))
    assert.equal(headers['content-digest'], `sha-256=:${sha256.toString('base64')}:`)
    assert.equal(headers['idempotency-key'], '01940000-0000-7000-8000-000000000001')
    assert.equal(headers['webhook-id'], headers['idempotency-key'])
    assert.equal(headers['x-project-id'], '7')
    assert.equal(headers.authorization, 'Bearer t0ken')
    const timestamp = new Date(Number(headers['webhook-timestamp']) * 1000)
    const expected = new Verifier(KEY).sign(String(headers['webhook-id']), timestamp, sha256.toString('hex'))
    assert.equal(headers['webhook-signature'], expected)
    assert.ok(Math.abs(Date.now() - timestamp.getTime()) < 10_000)
  })

  for (const [body, receipt] of [
    ['{"receipt_id":42}', '42'],
    ['', null],
    ['OK', null],
    ['null', null],
    ['{"receipt_id":{"a":1}}', null],
    ['{"receipt_id":""}', null],
    [`{"receipt_id":"${'x'.repeat(1000)}"}`, 'x'.repeat(255)],
    ['{"receipt_id":"a\\u0000b\\ud800"}', 'a b\ufffd'],
    ['{"receipt_id":"\\u001b[2JR-17\\r\\n"}', '[2JR-17'],
    ['{"receipt_id":"\\u0000"}', null],
    [`{"receipt_id":"R","more":"${'x'.repeat(200_000)}"}`, null],
  ] as const) {
    test(`says ${body.slice(0, 40)}: the receipt is ${String(receipt).slice(0, 20)}`, async () => {
      const { url } = await startHttpsCarrier(() => ({ body }))

      assert.equal(await post(url), receipt)
    })
  }

  test('that refuses has not got it, whatever the status', async () => {
    for (const status of [400, 401, 403, 404, 409, 413, 429, 500, 503]) {
      const { url } = await startHttpsCarrier(() => ({ status, headers: { 'retry-after': '90' } }))

      await assert.rejects(post(url), (error: TransferFailure) => {
        assert.deepEqual([error.code, error.answer], ['rejected', { status, retryAfter: '90' }])
        return true
      })
    }
  })

  test('that redirects is not followed', async () => {
    const other = await startHttpsCarrier()
    const { url } = await startHttpsCarrier(() => ({ status: 307, headers: { location: other.url } }))

    await assert.rejects(post(url), refusedWith('rejected', /redirect/))

    assert.deepEqual(other.posted, [])
  })

  test('that answers 200 after half of the body has not got it', async () => {
    const { url } = await startHttpsCarrier(undefined, (request, response) => {
      request.once('data', () => response.end('{"receipt_id":"R-17"}'))
    })

    await assert.rejects(post(url, { parcel: aParcel(2000) }), refusedWith('incomplete'))
  })

  test('that hangs up in the middle has not got it', async () => {
    const { url } = await startHttpsCarrier(undefined, (request) => request.once('data', () => request.destroy()))

    await assert.rejects(post(url, { parcel: aParcel(2000) }), refusedWith('reset'))
  })

  test('that never answers is given up, and so is one that stops reading', async () => {
    const silent = await startHttpsCarrier(undefined, (request) => request.resume())
    const stuck = await startHttpsCarrier(undefined, () => {})

    await assert.rejects(post(silent.url, { silenceMs: 300 }), refusedWith('timed_out'))
    await assert.rejects(post(stuck.url, { silenceMs: 300, parcel: aParcel(2000) }), refusedWith('timed_out'))
  })

  test('that reads slowly has all the time that it needs', async () => {
    async function* slowly() {
      for (let n = 0; n < 8; n += 1) {
        yield CHUNK
        await new Promise((done) => setTimeout(done, 100))
      }
    }
    const { url, posted } = await startHttpsCarrier()

    await post(url, {
      silenceMs: 400,
      parcel: aParcel(0, { read: () => Readable.from(slowly(), { objectMode: false }) }),
    })

    assert.equal(posted[0]?.body.length, 8 * 65_536)
  })

  test('at a private address is not called, unless the operator allows it', async () => {
    const { url, posted } = await startHttpsCarrier()
    const guarded = openOutbound({ allowPrivate: false, ...loopbackName })
    const deps = { outbound: guarded, carrierRoot: undefined, clock: systemClock, signal: never }

    const sending = sendPackages({ kind: 'https', url, signature_key: KEY }, aParcel(), deps)

    await assert.rejects(sending, refusedWith('private_address'))
    assert.deepEqual(posted, [])
    await guarded.close()
  })

  test('gets nothing that differs from what was signed', async () => {
    let opened = 0
    const read = () => {
      opened += 1
      return Readable.from([CHUNK, Buffer.from(`name ${opened}`)], { objectMode: false })
    }
    const { url, posted } = await startHttpsCarrier()

    await assert.rejects(post(url, { parcel: aParcel(0, { read }) }), refusedWith('incomplete', /changed/))

    assert.deepEqual(posted, [])
  })

  test('is not blamed for what cannot be read, or for a service that stops', async () => {
    let opened = 0
    async function* broken() {
      opened += 1
      yield CHUNK
      if (opened > 1) throw new Error('the bytes are gone')
      yield CHUNK
    }
    const { url, posted } = await startHttpsCarrier()
    const stop = new AbortController()
    async function* endless() {
      for (;;) {
        yield CHUNK
        setImmediate(() => stop.abort())
        await new Promise((done) => setTimeout(done, 5))
      }
    }

    const gone = aParcel(0, { read: () => Readable.from(broken(), { objectMode: false }) })
    await assert.rejects(post(url, { parcel: gone }), /the bytes are gone/)
    const stopped = aParcel(0, { read: () => Readable.from(endless(), { objectMode: false }) })
    await assert.rejects(post(url, { parcel: stopped, signal: stop.signal }), { name: 'AbortError' })

    assert.deepEqual(posted, [])
  })

  test('is sent 64 MiB in little memory', async () => {
    let received = 0
    const { url } = await startHttpsCarrier(undefined, (request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk.length
      })
      request.on('end', () => response.end())
    })
    const memory = memoryWatch()
    let opened = 0
    async function* chunks() {
      opened += 1
      for (let n = 0; n < 1024; n += 1) {
        if (n % 128 === 127) memory.look()
        yield Buffer.alloc(65_536, n)
      }
    }

    await post(url, { parcel: aParcel(0, { read: () => Readable.from(chunks(), { objectMode: false }) }) })

    assert.equal(received, 1024 * 65_536)
    assert.equal(opened, 2)
    assert.ok(memory.peakBytes() < 16 * 1024 * 1024, `${Math.round(memory.peakBytes() / 1024 / 1024)} MiB`)
  })
})
