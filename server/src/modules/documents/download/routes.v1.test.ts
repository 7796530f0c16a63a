import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anApiKey, globex, unique } from '#test/harness/builders.ts'
import { anOrganization } from '#test/harness/features/directory/builders.ts'
import {
  aDocumentType,
  documentCalls,
  type Signing,
  signedAddress,
} from '#test/harness/features/documents/document-calls.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { app, v2, clock } = service
clock.stop()
const { uploaded } = documentCalls(service)

const lyon = await anOrganization(service)
const statutes = await aDocumentType(service, { kind: 'company' })
const ofLyon = { document_type_code: statutes, organization_codes: [lyon] }
const file = aPdf('statutes')
const id = await uploaded(ofLyon, { file, filename: 'statutes.pdf' })

let lastAddress = 0
type Call = Signing & { headers?: Record<string, string>; from?: string; of?: string }

/** A call from an address of its own, so that no failure of one test slows down another. */
function download({ headers = {}, from, of = id, ...signing }: Call = {}) {
  return fetchAt(signedAddress(service, of, signing), { headers, ...(from === undefined ? {} : { from }) })
}
function fetchAt(url: string, { headers = {}, from }: Pick<Call, 'headers' | 'from'> = {}) {
  lastAddress += 1
  const remoteAddress = from ?? `10.3.${Math.floor(lastAddress / 256)}.${lastAddress % 256}`
  return app.inject({ url, headers, remoteAddress })
}

const forbidden = (message: string) => ({ code: 403, message, detail: message })
const EXPIRED = forbidden('The timestamp has expired.')
const BAD_HASH = forbidden('The hash is invalid.')
const BAD_KEY = forbidden('The API key is not valid.')
const absent = (which: string) => ({ code: 404, message: `Document ${which} not found.` })
const secondsNow = () => clock.now().getTime() / 1000
const keyed = (key: string, header = 'x-api-key') => ({ token: key, headers: { [header]: key } })

describe('GET /api/v1/enterprise/documents/{document_id}/download/', () => {
  for (const method of [undefined, '', 'sha256'] as const) {
    test(`200 hands out the file to who signs with the shared token, hash_method ${JSON.stringify(method)}`, async () => {
      const answer = await download(method === undefined ? {} : { method })

      assert.equal(answer.statusCode, 200)
      assert.ok(answer.rawPayload.equals(file))
    })
  }

  test('200 without a slash at the end, in any order and beside other parameters', async () => {
    const { pathname, searchParams } = new URL(signedAddress(service, id), 'http://x')
    const timestamp = searchParams.get('timestamp')
    const hash = searchParams.get('hash')

    const answer = await fetchAt(
      `${pathname.slice(0, -1)}?other=1&hash=${hash}&a=b&hash_method=&timestamp=${timestamp}`,
    )

    assert.equal(answer.statusCode, 200)
  })

  test('200 takes the timestamp by its text: the same number written otherwise is another', async () => {
    const whole = Math.floor(secondsNow())

    for (const at of [`${whole}`, `${whole}.0`, `${whole}.000000`, `${whole}.12345678`]) {
      assert.equal((await download({ at })).statusCode, 200, at)
      const { pathname, searchParams } = new URL(signedAddress(service, id, { at }), 'http://x')
      searchParams.set('timestamp', `${at.includes('.') ? at : `${at}.`}0`)
      const answer = await fetchAt(`${pathname}?${searchParams}`)
      assert.deepEqual([answer.statusCode, answer.json()], [403, BAD_HASH], at)
    }
  })

  test('200 for five minutes, from one minute before: signed then, and as the clock moves on', async () => {
    const at = secondsNow()
    const url = signedAddress(service, id, { at })

    for (const [ahead, status] of [
      [59, 200],
      [61, 403],
      [-299, 200],
      [-301, 403],
    ] as const) {
      assert.equal((await download({ at: secondsNow() + ahead })).statusCode, status, `${ahead} s`)
    }
    assert.equal((await fetchAt(url)).statusCode, 200)
    clock.advance(290)
    assert.equal((await fetchAt(url)).statusCode, 200)
    clock.advance(11)
    const answer = await fetchAt(url)
    assert.deepEqual([answer.statusCode, answer.json()], [403, EXPIRED])
  })

  test('200 needs no key, and does not care for a bearer token', async () => {
    assert.equal((await download({ headers: { authorization: 'Bearer nonsense' } })).statusCode, 200)
  })

  test('200 the id in capitals, as long as it was signed so', async () => {
    assert.equal((await download({ of: id.toUpperCase() })).statusCode, 200)
  })
})

describe('GET /api/v1/enterprise/documents/{document_id}/download/ refuses', () => {
  const path = `/api/v1/enterprise/documents/${id}/download/`
  const missing: [query: string, message: string][] = [
    ['', 'timestamp is missing.'],
    ['?hash=abc', 'timestamp is missing.'],
    ['?timestamp=&hash=abc', 'timestamp is missing.'],
    ['?timestamp=1', 'hash is missing.'],
    ['?timestamp=1&hash=', 'hash is missing.'],
    ['?timestamp=1&timestamp=1&hash=abc', 'timestamp is missing.'],
    ['?Timestamp=1&hash=abc', 'timestamp is missing.'],
    ['?timestamp=1&hash=abc&hash_method=md5', 'hash_method must be sha256 or empty.'],
  ]
  for (const [query, message] of missing) {
    test(`400 ${query || 'an address without a query'}`, async () => {
      const answer = await fetchAt(path + query)

      assert.equal(answer.statusCode, 400)
      assert.deepEqual(answer.json(), { code: 400, message })
    })
  }

  for (const at of ['now', 'NaN', '-1', '1e9', ' ', '%', '9'.repeat(400), `0${Math.floor(secondsNow())}`]) {
    test(`403 the timestamp ${at.slice(0, 20)}, although it was signed`, async () => {
      const answer = await download({ at })

      assert.deepEqual([answer.statusCode, answer.json()], [403, EXPIRED])
    })
  }

  for (const which of [randomUUID(), 'nonsense', '1', `${id}0`, '%00', '%E9', "x' OR 1=1"]) {
    test(`404 the document ${which}`, async () => {
      const answer = await download({ of: which })

      assert.equal(answer.statusCode, 404)
      assert.equal(answer.headers['content-disposition'], undefined)
    })
  }

  test('404 with a body of the group', async () => {
    const of = randomUUID()

    assert.deepEqual((await download({ of })).json(), absent(of))
  })

  test('404 a document in the trash, until it is taken out, and one that was deleted', async () => {
    const of = await uploaded(ofLyon)
    const call = async () => (await download({ of })).statusCode

    const before = await call()
    await v2('PUT', `/company_documents/${of}/trash`)
    const trashed = await download({ of })
    await v2('PUT', `/company_documents/${of}/untrash`)
    const restored = await call()
    await v2('DELETE', `/company_documents/${of}`)

    assert.deepEqual([before, restored, await call()], [200, 200, 404])
    assert.deepEqual([trashed.statusCode, trashed.json()], [404, absent(of)])
  })

  test('403 the hash of another document, timestamp, token or method, and one that is none', async () => {
    const other = await uploaded(ofLyon)
    const own = signedAddress(service, id)
    const theirs = signedAddress(service, other)
    const address = (change: (query: URLSearchParams) => void) => {
      const { pathname, searchParams } = new URL(own, 'http://x')
      change(searchParams)
      return `${pathname}?${searchParams}`
    }
    const wrong = [
      theirs.replace(other, id),
      address((query) => query.set('timestamp', `${secondsNow() - 1}`)),
      address((query) => query.set('hash_method', 'sha256')),
      address((query) => query.set('hash', 'x')),
      address((query) => query.set('hash', '0'.repeat(64))),
      ...['0', '00', 'zz'].map((more) => address((query) => query.set('hash', query.get('hash') + more))),
      signedAddress(service, id, { token: 'globex-shared-token' }),
      signedAddress(service, id, { token: '' }).replace('hash_method=', ''),
      signedAddress(service, id, { token: 'acme-api-key' }),
    ]

    for (const url of wrong) {
      const answer = await fetchAt(url)

      assert.deepEqual([answer.statusCode, answer.json()], [403, BAD_HASH], url)
    }
  })

  test('in this order: missing, expired, token, absent, hash', async () => {
    const nowhere = randomUUID()
    const wrongKey = { headers: { 'x-api-key': 'wrong' } }
    const query = (timestamp: string | number, hash: string) => `?timestamp=${timestamp}&hash=${hash}`
    const at = (of: string) => `/api/v1/enterprise/documents/${of}/download/`

    const answers = [
      await fetchAt(at(nowhere) + query('', ''), wrongKey),
      await fetchAt(at(nowhere) + query(1, 'x'), wrongKey),
      await fetchAt(at(nowhere) + query(secondsNow(), 'x'), wrongKey),
      await fetchAt(at(nowhere) + query(secondsNow(), 'x')),
      await fetchAt(at(id) + query(secondsNow(), 'x')),
    ]

    assert.deepEqual(
      answers.map((one) => one.json()),
      [{ code: 400, message: 'timestamp is missing.' }, EXPIRED, BAD_KEY, absent(nowhere), BAD_HASH],
    )
  })

  test('405 other methods, with what is allowed', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await app.inject({ method, url: signedAddress(service, id) })

      assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'GET, HEAD'])
    }
  })
})

describe('a download with an API key', () => {
  for (const header of ['x-api-key', 'X-API-KEY', 'x_api_key']) {
    test(`200 signed with that key, sent as ${header}, by both methods`, async () => {
      assert.equal((await download(keyed('acme-api-key', header))).statusCode, 200)
      assert.equal((await download({ ...keyed('acme-api-key', header), method: 'sha256' })).statusCode, 200)
    })
  }

  test('403 signed with the shared token: the key is the token then', async () => {
    const answer = await download({ headers: { 'x-api-key': 'acme-api-key' } })

    assert.deepEqual([answer.statusCode, answer.json()], [403, BAD_HASH])
  })

  test('403 signed with one key and sent with another', async () => {
    const { key } = await anApiKey(service)

    const answer = await download({ token: 'acme-api-key', headers: { 'x-api-key': key } })

    assert.deepEqual([answer.statusCode, answer.json()], [403, BAD_HASH])
    assert.equal((await download(keyed(key))).statusCode, 200)
  })

  test('403 one that nobody has, that is empty, or that expired, also with a good hash of the shared token', async () => {
    const { key: expired } = await anApiKey(service, { expires_at: '2020-01-01T00:00:00Z' })

    for (const key of ['wrong', 'ACME-API-KEY', expired]) {
      for (const call of [keyed(key), { headers: { 'x-api-key': key } }]) {
        const answer = await download(call)

        assert.deepEqual([answer.statusCode, answer.json()], [403, BAD_KEY])
      }
    }
    assert.equal((await download({ headers: { 'x-api-key': '' } })).statusCode, 403)
  })

  test('200 from an address that it is for, 403 from others', async () => {
    const { key } = await anApiKey(service, { allowed_addresses: ['192.0.2.7'] })

    assert.equal((await download({ ...keyed(key), from: '192.0.2.7' })).statusCode, 200)
    const answer = await download(keyed(key))
    assert.deepEqual([answer.statusCode, answer.json()], [403, BAD_KEY])
  })

  test('404 of another client, whose token opens only what is its own', async () => {
    const place = await anOrganization(service, { owner: globex })
    const type = await aDocumentType(service, { kind: 'company', owner: globex })
    const data = { document_type_code: type, organization_codes: [place] }
    const theirs = await uploaded(data, { headers: { 'x-api-key': 'globex-api-key' } })

    const foreign = await download({ of: theirs, ...keyed('acme-api-key') })
    const ours = await download(keyed('globex-api-key'))

    assert.deepEqual([foreign.statusCode, foreign.json()], [404, absent(theirs)])
    assert.deepEqual([ours.statusCode, ours.json()], [404, absent(id)])
    assert.equal((await download({ of: theirs })).statusCode, 403)
    assert.equal((await download({ of: theirs, ...keyed('globex-api-key') })).statusCode, 200)
    assert.equal((await download({ of: theirs, token: 'globex-shared-token' })).statusCode, 200)
  })

  test('429 with Retry-After after ten unknown keys from one address, and nothing is slower for others', async () => {
    const from = '192.0.2.200'
    const statuses = []
    for (let tries = 0; tries < 10; tries++) {
      statuses.push((await download({ ...keyed(unique('guess')), from })).statusCode)
    }

    const answer = await download({ ...keyed(unique('guess')), from })

    assert.deepEqual(statuses, Array(10).fill(403))
    assert.equal(answer.statusCode, 429)
    assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/)
    assert.deepEqual(answer.json(), { code: 429, message: 'Too many failed attempts. Try again later.' })
    assert.equal((await download({ from })).statusCode, 200)
    assert.equal((await download(keyed('acme-api-key'))).statusCode, 200)
  })
})
