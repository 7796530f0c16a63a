import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { CERTIFICATE, PRIVATE_KEY } from '#test/harness/http/loopback-certificate.ts'
import { type Outbound, type OutboundRequest, openOutbound } from './outbound.ts'

type Options = Parameters<typeof openOutbound>[0]

const MIB = 1024 * 1024

describe('a call that is answered', () => {
  test('carries method, headers, host and body, and brings back status, headers and body', async (t) => {
    const { url, host } = await httpServer(t, async (request, response) => {
      const body = Buffer.concat(await request.toArray())
      response.writeHead(201, { 'X-Two': ['a', 'b'] })
      response.end(
        JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body: String(body) }),
      )
    })

    const answer = await answered(
      outbound(t).call(post(`${url}/hooks/7?x=%20y#part`, { headers: { 'X-Event-Id': '7' }, body: 'été' })),
    )

    const seen = JSON.parse(String(answer.body))
    assert.equal(answer.status, 201)
    assert.equal(answer.headers['x-two'], 'a, b')
    assert.equal(answer.truncated, false)
    assert.deepEqual([seen.method, seen.url, seen.body, seen.headers.host], ['POST', '/hooks/7?x=%20y', 'été', host])
    assert.equal(seen.headers['x-event-id'], '7')
  })

  for (const status of [204, 301, 302, 307, 308, 410, 429, 500]) {
    test(`${status} is an answer, and no redirect is followed`, async (t) => {
      let requests = 0
      const { url } = await httpServer(t, (_request, response) => {
        requests++
        response.writeHead(status, { Location: '/elsewhere', 'Retry-After': '9' }).end()
      })

      const answer = await answered(outbound(t).call(post(url)))

      assert.equal(answer.status, status)
      assert.equal(answer.headers['retry-after'], '9')
      assert.equal(requests, 1)
    })
  }

  test('an answer of 100 MB is cut at 64 KiB and the rest is not waited for', async (t) => {
    let writtenBytes = 0
    const { url } = await httpServer(t, (_request, response) => {
      const writeMore = () => {
        while (writtenBytes < 100 * MIB && !response.destroyed) {
          writtenBytes += MIB
          if (!response.write(Buffer.alloc(MIB, 'x'))) return
        }
        response.end()
      }
      response.on('drain', writeMore)
      writeMore()
    })

    const answer = await answered(outbound(t).call(post(url)))

    assert.equal(answer.body.length, 65_536)
    assert.equal(answer.truncated, true)
    assert.ok(writtenBytes < 50 * MIB)
  })

  test('an answer of exactly maxResponseBytes is whole, one byte more is cut', async (t) => {
    const { url } = await httpServer(t, (request, response) => response.end('x'.repeat(Number(request.url?.slice(1)))))
    const calls = outbound(t)

    const whole = await answered(calls.call(post(`${url}/10`, { maxResponseBytes: 10 })))
    const cut = await answered(calls.call(post(`${url}/11`, { maxResponseBytes: 10 })))

    assert.deepEqual([whole.body.length, whole.truncated], [10, false])
    assert.deepEqual([cut.body.length, cut.truncated], [10, true])
  })

  test('the connection to one origin is used again', async (t) => {
    const server = await httpServer(t, (_request, response) => response.end('ok'))
    const calls = outbound(t)

    for (let index = 0; index < 20; index++) await answered(calls.call(post(server.url)))

    // A second one may open while the first still takes leave of an answer that was just read.
    assert.ok(server.connections() <= 2)
  })

  test('a call that hangs does not delay another to the same origin', async (t) => {
    const letGo = Promise.withResolvers<void>()
    const { url } = await httpServer(t, (request, response) => {
      if (request.url === '/hang') void letGo.promise.then(() => response.end('late'))
      else response.end('ok')
    })
    const calls = outbound(t)

    const hanging = calls.call(post(`${url}/hang`, { timeoutMs: 60_000 }))
    await answered(calls.call(post(`${url}/quick`)))

    letGo.resolve()
    await answered(hanging)
  })
})

describe('a call that fails', () => {
  test('no word before the time-out: timed_out', async (t) => {
    const { url } = await tcpServer(t, () => {})

    const { outcome, durationMs } = await outbound(t).call(post(url, { timeoutMs: 200 }))

    assert.equal(outcome, 'timed_out')
    assert.ok(durationMs >= 190 && durationMs < 10_000)
  })

  test('a body that drips for ever: timed_out, however lively it is', async (t) => {
    const { url } = await httpServer(t, (_request, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(drip))
    })

    assert.equal((await outbound(t).call(post(url, { timeoutMs: 300 }))).outcome, 'timed_out')
  })

  test('headers that drip for ever: timed_out', async (t) => {
    const { url } = await tcpServer(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('X-A: b\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    })

    assert.equal((await outbound(t).call(post(url, { timeoutMs: 300 }))).outcome, 'timed_out')
  })

  test('a handshake that is never answered: timed_out', async (t) => {
    const { port } = await tcpServer(t, () => {})

    assert.equal((await outbound(t).call(post(`https://127.0.0.1:${port}/`, { timeoutMs: 200 }))).outcome, 'timed_out')
  })

  test('a resolver that never answers: timed_out', async (t) => {
    const calls = outbound(t, { resolve: () => new Promise(() => {}) })

    assert.equal((await calls.call(post('http://slow.test/', { timeoutMs: 200 }))).outcome, 'timed_out')
  })

  const endings: [string, string, string][] = [
    ['nothing at all', '', 'reset'],
    ['the status line', 'HTTP/1.1 200 OK\r\n', 'reset'],
    ['the headers of a body with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n', 'reset'],
    ['half of a body with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello', 'reset'],
    ['half of a chunked body', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel', 'reset'],
    ['words that are not HTTP', '220 mail.example.com ESMTP\r\n', 'protocol_error'],
    ['headers past all measure', `HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(10_000)}\r\n`, 'protocol_error'],
    ['a length that is not a number', 'HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n', 'protocol_error'],
  ]
  for (const [what, bytes, expected] of endings) {
    for (const ending of ['end', 'resetAndDestroy'] as const) {
      test(`${what}, then ${ending === 'end' ? 'the end' : 'a reset'}: ${expected}`, async (t) => {
        const { url } = await tcpServer(t, (socket) => {
          socket.once('data', () => socket.write(bytes, () => setTimeout(() => socket[ending](), 20)))
        })

        const { outcome } = await outbound(t).call(post(url, { timeoutMs: 3000 }))

        assert.equal(outcome, expected)
      })
    }
  }

  test('a port that nobody listens on: refused, without the address in the message', async (t) => {
    const { port, close } = await tcpServer(t, () => {})
    await close()

    const failed = await outbound(t, { resolve: async () => ['127.0.0.1'] }).call(post(`http://closed.test:${port}/`))

    assert.ok(failed.outcome === 'refused')
    assert.doesNotMatch(failed.message, /127/)
  })

  test('a name that does not resolve: unresolved', async (t) => {
    const calls = outbound(t, {
      resolve: async () => {
        throw new Error('ENOTFOUND')
      },
    })

    assert.equal((await calls.call(post('http://nowhere.test/'))).outcome, 'unresolved')
    assert.equal(await calls.vet('http://nowhere.test/'), 'unresolved')
  })

  for (const url of [
    '',
    'nonsense',
    '/path',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:1',
    'http://',
    'http://ann:pw@example.com/',
    'https://ann@example.com/',
    'http://1.2.3.4.5/',
    'http://256.1.1.1/',
    'http://[::1%25lo]/',
    'http://exa mple.com/',
  ]) {
    test(`${JSON.stringify(url)}: invalid_url`, async (t) => {
      const calls = outbound(t)

      assert.equal((await calls.call(post(url))).outcome, 'invalid_url')
      assert.equal(await calls.vet(url), 'invalid_url')
    })
  }

  test('our own mistake is thrown, so that no stranger is blamed', async (t) => {
    await assert.rejects(outbound(t).call(post('http://127.0.0.1/', { headers: { 'X-A': 'b\r\nX-C: d' } })))
  })

  test('closing ends the call that is under way, with an error', async (t) => {
    const { url } = await tcpServer(t, () => {})
    const calls = openOutbound({ allowPrivate: true })

    const ended = assert.rejects(calls.call(post(url)))
    await calls.close()

    await ended
  })
})

describe('TLS', () => {
  test('a certificate that nobody vouches for: tls_failed', async (t) => {
    const { port } = await httpsServer(t)

    const failed = await toDossierTest(t).call(post(`https://dossier.test:${port}/`))

    assert.ok(failed.outcome === 'tls_failed')
    assert.match(failed.message, /DEPTH_ZERO_SELF_SIGNED_CERT/)
  })

  test('a trusted certificate for the name: answered, and the server was told that name', async (t) => {
    const { port } = await httpsServer(t)
    trust(t, CERTIFICATE)

    for (const name of ['dossier.test', 'dossier.test.']) {
      const answer = await answered(toDossierTest(t).call(post(`https://${name}:${port}/`)))
      assert.equal(String(answer.body), 'dossier.test')
    }
  })

  test('a trusted certificate for another name: tls_failed', async (t) => {
    const { port } = await httpsServer(t)
    trust(t, CERTIFICATE)

    for (const host of ['other.test', '127.0.0.1']) {
      const failed = await toDossierTest(t).call(post(`https://${host}:${port}/`))
      assert.ok(failed.outcome === 'tls_failed')
      assert.match(failed.message, /ERR_TLS_CERT_ALTNAME_INVALID/)
    }
  })

  test('a server that speaks plain HTTP: tls_failed', async (t) => {
    const { host } = await httpServer(t, (_request, response) => response.end('ok'))

    assert.equal((await outbound(t).call(post(`https://${host}/`))).outcome, 'tls_failed')
  })
})

async function answered(call: ReturnType<Outbound['call']>) {
  const result = await call
  assert.ok(result.outcome === 'answered', JSON.stringify(result))
  return result
}

function outbound(t: TestContext, options: Partial<Options> = {}): Outbound {
  const calls = openOutbound({ allowPrivate: true, ...options })
  t.after(() => calls.close())
  return calls
}

function toDossierTest(t: TestContext): Outbound {
  return outbound(t, { resolve: async () => ['127.0.0.1'] })
}

function post(url: string, changes: Partial<OutboundRequest> = {}): OutboundRequest {
  return { url, method: 'POST', headers: {}, body: '{}', ...changes }
}

function trust(t: TestContext, certificate: string): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate])
  t.after(() => setDefaultCACertificates(before))
}

async function httpServer(t: TestContext, listener: RequestListener) {
  return await started(t, createHttpServer(listener))
}

async function httpsServer(t: TestContext) {
  const server = createHttpsServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, (request, response) => {
    response.end('servername' in request.socket ? String(request.socket.servername) : '')
  })
  server.on('tlsClientError', () => {})
  return await started(t, server)
}

async function tcpServer(t: TestContext, onConnection: (socket: Socket) => void) {
  return await started(
    t,
    createServer((socket) => onConnection(socket.on('error', () => {}))),
  )
}

async function started(t: TestContext, server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise((closed) => server.close(closed))
  }
  t.after(close)
  return { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, port, connections: () => sockets.size, close }
}
