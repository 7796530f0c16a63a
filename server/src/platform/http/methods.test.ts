import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sendRaw, startSmallServer } from '#test/harness/http/small-server.ts'

const { app, port } = await startSmallServer((scope) => {
  scope.get('/things/:id', async () => 'read')
  scope.put('/things/:id', async () => 'written')
  scope.post('/things', async () => 'made')
  scope.get('/', async () => 'home')
})
const call = (method: string, url: string) => app.inject({ method: method as 'GET', url })

describe('a known path with an unknown method', () => {
  for (const method of ['DELETE', 'POST', 'PATCH', 'OPTIONS']) {
    test(`answers 405 to ${method}, with what is allowed`, async () => {
      const answer = await call(method, '/things/1')

      assert.equal(answer.statusCode, 405)
      assert.equal(answer.headers.allow, 'GET, HEAD, PUT')
      assert.equal(answer.json().code, 'method_not_allowed')
    })
  }

  for (const method of ['PROPFIND', 'TRACE', 'PURGE']) {
    test(`answers 405 to ${method} too, which no route has`, async () => {
      const answer = await sendRaw(port, `${method} /things/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)

      assert.match(answer, /^HTTP\/1\.1 405 /)
      assert.match(answer, /\r\nallow: GET, HEAD, PUT\r\n/i)
    })
  }

  for (const url of ['/things/1/', '/things/1?x=/', '/things/a%20b', '/things/1/?q=1']) {
    test(`is known in every spelling: ${url}`, async () => {
      assert.equal((await call('DELETE', url)).statusCode, 405)
    })
  }

  test('says nothing of the methods of its neighbours', async () => {
    const answer = await call('GET', '/things')

    assert.equal(answer.statusCode, 405)
    assert.equal(answer.headers.allow, 'POST')
  })
})

describe('an unknown path', () => {
  for (const url of ['/nothing', '/things/1/2', '/Things/1', '/things//1', '/%zz', '/things/%zz']) {
    test(`answers 404 without Allow: ${url}`, async () => {
      for (const method of ['GET', 'DELETE', 'POST']) {
        const answer = await call(method, url)

        assert.equal(answer.statusCode, 404, method)
        assert.equal(answer.headers.allow, undefined)
        assert.equal(answer.json().code, 'not_found')
      }
    })
  }
})

describe('a trailing slash', () => {
  test('never matters', async () => {
    const answers = await Promise.all([
      call('GET', '/things/1/'),
      call('PUT', '/things/1/'),
      call('POST', '/things/'),
      call('GET', '/'),
    ])

    assert.deepEqual(
      answers.map((one) => one.body),
      ['read', 'written', 'made', 'home'],
    )
  })
})

describe('HEAD', () => {
  test('answers wherever GET does, without a body', async () => {
    const answer = await call('HEAD', '/things/1')

    assert.deepEqual([answer.statusCode, answer.body], [200, ''])
  })
})
