import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { conflict, Problem } from '#platform/problem.ts'
import { sendRaw, startSmallServer } from '#test/harness/http/small-server.ts'

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/
type Body = NonNullable<RequestInit['body']>

const SECRET = 'a-secret-of-the-inside'

const { address, port, logged } = await startSmallServer((app) => {
  app.get('/things/:id', async (request) => ({ id: (request.params as { id: string }).id }))
  app.put('/things/:id', async (request) => ({ body: request.body ?? null }))
  app.post(
    '/named',
    { schema: { body: Type.Object({ name: Type.String({ format: 'text' }) }) } },
    async (request) => request.body,
  )
  app.get(
    '/paged',
    { schema: { querystring: Type.Object({ page: Type.Optional(Type.Integer()) }) } },
    async (request) => request.query,
  )
  app.get('/broken', async () => {
    throw new TypeError(`${SECRET} is not a function`)
  })
  app.get('/broken-elsewhere', async () => {
    throw Object.assign(new Error(SECRET), { code: 'UPSTREAM', statusCode: 404 })
  })
  app.get('/broken-text', async () => {
    throw SECRET
  })
  app.get('/refused', async () => {
    throw conflict('in_use', 'Somebody uses it.')
  })
  app.get('/slow-down', async () => {
    throw new Problem('too_many', 'slow_down', 'Too many calls.', { headers: { 'retry-after': '7' } })
  })
})

const call = async (path: string, options: RequestInit = {}) => {
  const answer = await fetch(`${address}${path}`, options)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const putJson = (body: Body, headers: Record<string, string> = {}) =>
  call('/things/1', { method: 'PUT', body, headers: { 'content-type': 'application/json', ...headers } })

describe('X-Request-Id', () => {
  const calls: [string, string, RequestInit?][] = [
    ['a good answer', '/things/1'],
    ['an unknown address', '/nowhere'],
    ['a wrong method', '/things/1', { method: 'DELETE' }],
    ['a refusal', '/refused'],
    ['a failure of ours', '/broken'],
    ['a bad query', '/paged?page=x'],
    ['a broken body', '/things/1', { method: 'PUT', body: '{', headers: { 'content-type': 'application/json' } }],
    ['an address that cannot be decoded', '/things/%zz'],
  ]
  for (const [what, path, options] of calls) {
    test(`is on ${what}, and is ours though the caller sent one`, async () => {
      const sent = { 'x-request-id': 'mine', 'request-id': 'mine', ...(options?.headers as Record<string, string>) }

      const { headers } = await call(path, { ...options, headers: sent })

      assert.match(headers.get('x-request-id') ?? '', UUID)
    })
  }

  test('is another one for each call', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await call('/things/1')).headers.get('x-request-id')),
    )

    assert.equal(new Set(ids).size, 20)
  })

  const unreadable: [string, string][] = [
    ['headers that are too large', `GET /things/1 HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`],
    ['a call that is not HTTP', 'HELLO\r\n\r\n'],
    ['a header that is none', 'GET /things/1 HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n'],
  ]
  for (const [what, bytes] of unreadable) {
    test(`is on the refusal of ${what}`, async () => {
      const answer = await sendRaw(port, bytes)

      assert.match(answer, /^HTTP\/1\.1 4\d\d /)
      assert.match(answer, /\r\nx-request-id: [\da-f-]{36}\r\n/i)
    })
  }
})

describe('a failure of ours', () => {
  for (const path of ['/broken', '/broken-elsewhere', '/broken-text']) {
    test(`answers 500 with the request id and nothing of the inside: ${path}`, async () => {
      const { status, headers, text } = await call(path)

      assert.equal(status, 500)
      assert.deepEqual(JSON.parse(text), { code: 'internal_error', request_id: headers.get('x-request-id') })
      assert.doesNotMatch([text, ...headers.values()].join(), new RegExp(SECRET))
    })
  }

  test('is logged under the same request id, with its place', async () => {
    const { headers } = await call('/broken')

    const line = logged.find((one) => one.request_id === headers.get('x-request-id') && one.msg === 'request.failed')
    assert.ok(line)
    assert.equal(line.route, '/broken')
    assert.match(JSON.stringify(line.err), /server\.test\.ts/)
  })
})

describe('a call', () => {
  test('is logged in one line of ids, with the pattern of its route and not its address', async () => {
    const { headers } = await call('/things/zoe.example?email=zoe%40example.org', {
      headers: { authorization: 'Bearer abc' },
    })

    const lines = logged.filter((one) => one.request_id === headers.get('x-request-id'))
    assert.equal(lines.length, 1)
    assert.deepEqual([lines[0]?.method, lines[0]?.route, lines[0]?.status], ['GET', '/things/:id', 200])
    assert.doesNotMatch(JSON.stringify(lines), /zoe|Bearer/)
  })

  test('that is refused carries the headers of the refusal', async () => {
    const { status, headers, text } = await call('/slow-down')

    assert.equal(status, 429)
    assert.equal(headers.get('retry-after'), '7')
    assert.equal(JSON.parse(text).code, 'slow_down')
  })

  test('cannot change anything on a route that knows no caller', async () => {
    const server = await startSmallServer((app) => app.post('/work', (request) => request.work(async () => 'done')))

    const answer = await fetch(`${server.address}/work`, { method: 'POST' })

    assert.equal(answer.status, 500)
  })

  test('may have a path of ten long codes, percent-encoded', async () => {
    const code = '%C3%A9'.repeat(255)
    const path = Array(10).fill(code).join('.')

    const { status, text } = await call(`/things/${path}`)

    assert.equal(status, 200)
    assert.equal(JSON.parse(text).id, decodeURIComponent(path))
  })
})

describe('a body', () => {
  test('of JSON is taken', async () => {
    const { status, text } = await putJson('{"a":[1,"é"]}')

    assert.deepEqual([status, text], [200, '{"body":{"a":[1,"é"]}}'])
  })

  test('drops keys that would reach the prototype', async () => {
    const { text } = await putJson('{"a":1,"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}')

    assert.equal(text, '{"body":{"a":1}}')
  })

  const broken: [string, Body][] = [
    ['half an object', '{"a":'],
    ['a word', 'hello'],
    ['two values', '{} {}'],
    ['blanks', '   '],
    ['a NaN', '{"a":NaN}'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
    ['half a character', Buffer.from('{"a":"é"}').subarray(0, 7)],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
  ]
  for (const [what, body] of broken) {
    test(`that is ${what} answers 400`, async () => {
      const { status, text } = await putJson(body)

      assert.deepEqual([status, JSON.parse(text).code], [400, 'invalid_request'])
    })
  }

  for (const type of [
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
    'text/html',
  ]) {
    test(`of type ${type} answers 400 where JSON is expected`, async () => {
      const { status, text } = await call('/named', {
        method: 'POST',
        body: '{"name":"x"}',
        headers: { 'content-type': type },
      })

      assert.deepEqual([status, JSON.parse(text).code], [400, 'invalid_request'])
    })
  }

  test('of plain text answers 400 where JSON is expected', async () => {
    const { status } = await call('/named', { method: 'POST', body: '{"name":"x"}' })

    assert.equal(status, 400)
  })

  test('that is empty, though announced as JSON, counts as absent', async () => {
    const { status, text } = await putJson('')

    assert.deepEqual([status, text], [200, '{"body":null}'])
  })

  test('that is empty answers 400 where fields are expected', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const { status, text } = await call('/named', { method: 'POST', headers: headers as Record<string, string> })

      assert.deepEqual([status, JSON.parse(text).message], [400, 'The body must be a JSON object.'])
    }
  })

  test('of null answers 400 where fields are expected', async () => {
    const { status } = await call('/named', {
      method: 'POST',
      body: 'null',
      headers: { 'content-type': 'application/json' },
    })

    assert.equal(status, 400)
  })

  test('of 1 MiB is taken, and one byte more answers 413', async () => {
    const ofSize = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`

    const statuses = [await putJson(ofSize(1024 * 1024)), await putJson(ofSize(1024 * 1024 + 1))].map(
      (one) => one.status,
    )

    assert.deepEqual(statuses, [200, 413])
  })

  test('that does not tell its size answers 413 as soon as it is too large', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const head =
      'PUT /things/1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'

    const answer = await sendRaw(port, head, chunk.repeat(20))

    assert.match(answer, /^HTTP\/1\.1 413 /)
    assert.match(answer, /"code":"payload_too_large"/)
  })

  test('with a wrong field answers 422 and names it', async () => {
    const { status, text } = await call('/named', {
      method: 'POST',
      body: '{"name":"a\\u0000b"}',
      headers: { 'content-type': 'application/json' },
    })

    assert.equal(status, 422)
    assert.equal(JSON.parse(text).fields[0].field, 'name')
  })
})

describe('a query', () => {
  test('with a bad value answers 400 and names the parameter', async () => {
    const { status, text } = await call('/paged?page=1.5')

    assert.deepEqual([status, JSON.parse(text).fields[0].field], [400, 'page'])
  })

  test('with a repeated parameter that must be single answers 400', async () => {
    assert.equal((await call('/paged?page=1&page=2')).status, 400)
  })

  test('with anything strange in it never answers 500', async () => {
    const strange = ['?', '?&&&', '?=', '?%', '?%00=%ff', '?__proto__=1', '?page', '?page=%', '?page[]=1', '??page=1']

    const statuses = await Promise.all(strange.map(async (query) => (await call(`/paged${query}`)).status))

    assert.deepEqual(
      statuses.filter((status) => status >= 500),
      [],
    )
  })
})
