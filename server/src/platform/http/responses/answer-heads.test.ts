import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { sendRaw, startSmallServer } from '#test/harness/http/small-server.ts'

/** Without an end: who waits for it waits for ever. */
const endless = () => new Readable({ read() {} })
let stream = endless()
const { app, port } = await startSmallServer((scope) => {
  scope.get('/text', async () => ({ name: 'Zoë' }))
  scope.get('/tagged/:id', { config: { hasEntityTag: true } }, async () => ({ name: 'Zoë' }))
  scope.get('/stream', (_request, reply) => {
    stream = endless()
    return reply.type('text/csv').header('content-length', 12_345).send(stream)
  })
  scope.get('/nothing', (_request, reply) => reply.code(204).send())
  scope.post('/made', async () => 'made')
})
const head = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'HEAD', url, headers })

describe('HEAD', () => {
  test('200 with the headers of GET and no body', async () => {
    const read = await app.inject('/text')

    const answer = await head('/text')

    assert.deepEqual([answer.statusCode, answer.body], [200, ''])
    assert.equal(answer.headers['content-length'], String(Buffer.byteLength(read.body)))
    assert.equal(answer.headers['content-type'], read.headers['content-type'])
  })

  test('200 with nothing behind the headers on the wire', async () => {
    const answer = await sendRaw(port, 'HEAD /text HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')

    assert.match(answer, /^HTTP\/1\.1 200 /)
    assert.equal(answer.split('\r\n\r\n')[1], '')
  })

  test('200 of a stream, which is closed and not read', async () => {
    const answer = await head('/stream')

    assert.deepEqual([answer.statusCode, answer.headers['content-length'], answer.body], [200, '12345', ''])
    if (!stream.closed) await once(stream, 'close')
    assert.equal(stream.destroyed, true)
  })

  test('304 for the current ETag', async () => {
    const { headers } = await head('/tagged/1')

    const answer = await head('/tagged/1', { 'if-none-match': String(headers.etag) })

    assert.deepEqual([answer.statusCode, answer.headers['content-length'], answer.body], [304, undefined, ''])
  })

  test('204 without a length', async () => {
    const answer = await head('/nothing')

    assert.deepEqual([answer.statusCode, answer.headers['content-length']], [204, undefined])
  })

  test('405 where GET is not allowed', async () => {
    const answer = await head('/made')

    assert.deepEqual([answer.statusCode, answer.headers.allow, answer.body], [405, 'POST', ''])
  })
})
