import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { mountGroup } from '#apis/mount-group.ts'
import { Problem } from '#platform/problem.ts'
import { eventually } from '#test/harness/eventually.ts'
import { startSmallServer } from '#test/harness/http/small-server.ts'

const MIB = 1024 * 1024
const TIMES = { headersMs: 500, idleMs: 1000, wholeMs: 3000, filesMs: 5000 }

let held: (() => void)[] = []
const mount: Parameters<typeof startSmallServer>[0] = (app, methods) =>
  mountGroup(app, methods, {
    prefix: '/api',
    tag: 'Test',
    async authenticate(request) {
      const { authorization: client } = request.headers
      if (!client) throw new Problem('unauthenticated', 'invalid_token', 'Who are you?')
      request.caller = { client: { id: client, languages: [] }, actor: { type: 'application', id: 'a', name: 'A' } }
    },
    features: [
      (scope) => {
        scope.put('/things', { config: { allow: ['application'] } }, async () => ({ stored: true }))
        scope.put('/held', { config: { allow: ['application'] } }, async () => {
          await new Promise<void>((resolve) => held.push(resolve))
          return {}
        })
        scope.post('/log-in', { config: { allow: ['anyone'] } }, async () => ({}))
      },
    ],
  })
const { app, port } = await startSmallServer(mount, TIMES)

/** A connection of somebody who sends what they like, when they like. */
async function dial(to = port) {
  const socket = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.on('data', (chunk) => (received += chunk)).on('error', () => {})
  await once(socket, 'connect')
  return {
    socket,
    send: (text: string) => socket.write(text),
    received: () => received,
    async until(pattern: RegExp, withinMs = 8000) {
      const deadline = performance.now() + withinMs
      while (!pattern.test(received)) {
        if (performance.now() > deadline) assert.fail(`${pattern} did not come: ${received}`)
        await pause(10)
      }
    },
  }
}

/** Resolves when the server holds no connection any more. */
async function noneLeft() {
  const count = () => new Promise<number>((resolve) => app.server.getConnections((_, open) => resolve(open)))
  const deadline = performance.now() + 30_000
  while ((await count()) > 0) {
    if (performance.now() > deadline) assert.fail(`${await count()} connections are held`)
    await pause(20)
  }
}

const head = (line: string, ...headers: string[]) => [line, 'Host: x', ...headers, '', ''].join('\r\n')
const json = 'Content-Type: application/json'
const known = 'Authorization: acme'

describe('a caller who is slow on purpose', () => {
  test('does not keep a connection with half a header', async () => {
    const { send, until } = await dial()
    send('PUT /api/things HTTP/1.1\r\nHost: x\r\nX-Slow: ')

    await until(/^HTTP\/1\.1 408 /)
    await noneLeft()
  })

  test('does not keep a connection with nothing at all', async () => {
    await dial()

    await noneLeft()
  })

  test('does not keep a connection with a body that stops', async () => {
    const { send, until } = await dial()
    send(head('PUT /api/things HTTP/1.1', known, json, 'Content-Length: 100'))
    send('{"a":')

    await until(/^HTTP\/1\.1 408 /)
    await noneLeft()
  })

  test('does not keep a connection with a body that comes byte by byte', async () => {
    const { socket, send, until } = await dial()
    send(head('PUT /api/things HTTP/1.1', known, json, 'Content-Length: 100000'))
    const drip = setInterval(() => socket.writable && send(' '), 50)

    await until(/^HTTP\/1\.1 408 /)
    clearInterval(drip)
  })

  test('is served when the body comes slowly, but in time', async () => {
    const { send, until, socket } = await dial()
    send(head('PUT /api/things HTTP/1.1', known, json, 'Content-Length: 8'))
    for (const text of ['{"a"', ':', '1', ' }']) {
      await pause(200)
      send(text)
    }

    await until(/^HTTP\/1\.1 200 /)
    socket.destroy()
  })
})

describe('a caller without credentials', () => {
  const attempts = [
    ['at a route', 'PUT /api/things HTTP/1.1', 401],
    ['at an address of the API that is not there', 'PUT /api/nothing HTTP/1.1', 401],
    ['with a method that an address does not take', 'POST /api/things HTTP/1.1', 405],
    ['at an address that belongs to no API', 'POST /nothing HTTP/1.1', 404],
    ['at a route for anyone, with more than strangers may send', 'POST /api/log-in HTTP/1.1', 413],
  ] as const
  for (const [where, line, status] of attempts) {
    test(`gets ${status} before the body is read, ${where}`, async () => {
      const { send, until, socket } = await dial()
      send(head(line, json, `Content-Length: ${MIB}`))
      send('{"a":')

      await until(new RegExp(`^HTTP/1\\.1 ${status} `))
      socket.destroy()
    })

    test(`is not asked for the body, ${where}`, async () => {
      const { send, until, received, socket } = await dial()
      send(head(line, json, 'Expect: 100-continue', `Content-Length: ${MIB}`))

      await until(new RegExp(`^HTTP/1\\.1 ${status} `))
      assert.ok(!received().includes('100 Continue'))
      socket.destroy()
    })
  }

  test('cannot send on for ever after the refusal', async () => {
    const { socket, send, until } = await dial()
    send(head('PUT /api/things HTTP/1.1', json, `Content-Length: ${1000 * MIB}`))
    await until(/^HTTP\/1\.1 401 /)
    let sent = 0
    const flood = setInterval(() => {
      if (!socket.writable || socket.writableNeedDrain) return
      sent += MIB
      send(' '.repeat(MIB))
    }, 5)

    await noneLeft()
    clearInterval(flood)
    assert.ok(sent < 100 * MIB, `${sent / MIB} MiB were taken`)
  })
})

test('a known caller is asked for a body that waits to be asked for', async () => {
  const { send, until, socket } = await dial()
  send(head('PUT /api/things HTTP/1.1', known, json, 'Expect: 100-continue', 'Content-Length: 2'))
  await until(/^HTTP\/1\.1 100 Continue/)
  send('{}')

  await until(/HTTP\/1\.1 200 /)
  socket.destroy()
})

describe('bodies that are all sent at once', async () => {
  // What is asked here is how much is held, and not for how long: the machine may be slow.
  const { address, port: patientPort } = await startSmallServer(mount)
  const put = (client: string, path = '/api/held') =>
    fetch(`${address}${path}`, {
      method: 'PUT',
      headers: { authorization: client, 'content-type': 'application/json' },
      body: `"${'x'.repeat(MIB - 2)}"`,
    })
  const letGo = () => {
    for (const resolve of held) resolve()
    held = []
  }
  const arrived = async (count: number) => {
    const deadline = performance.now() + 30_000
    while (held.length < count && performance.now() < deadline) await pause(5)
    assert.equal(held.length, count)
  }

  test('503 with Retry-After beyond what one client may have of the memory; others are served', async () => {
    const calls = Array.from({ length: 8 }, () => put('greedy'))
    await arrived(8)

    const refused = await put('greedy')
    const other = await put('modest', '/api/things')

    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
    assert.equal(((await refused.json()) as { code: string }).code, 'busy')
    assert.equal(other.status, 200)
    letGo()
    assert.deepEqual(new Set((await Promise.all(calls)).map((one) => one.status)), new Set([200]))
    assert.equal((await put('greedy', '/api/things')).status, 200)
  })

  test('503 beyond what all clients may have of the memory together', async () => {
    const calls = Array.from({ length: 16 }, (_, index) => put(`client-${index % 4}`))
    await arrived(16)

    assert.equal((await put('another', '/api/things')).status, 503)
    letGo()
    await Promise.all(calls)
    assert.equal((await put('another', '/api/things')).status, 200)
  })

  test('callers who hang up give back what they took', async () => {
    const dialled = await Promise.all(Array.from({ length: 8 }, () => dial(patientPort)))
    for (const { send } of dialled) {
      send(head('PUT /api/held HTTP/1.1', 'Authorization: fickle', json, `Content-Length: ${MIB}`))
      send(`"${'x'.repeat(MIB - 2)}"`)
    }
    await arrived(8)
    assert.equal((await put('fickle', '/api/things')).status, 503)

    for (const { socket } of dialled) socket.destroy()
    await eventually(async () => (await put('fickle', '/api/things')).status === 200)
    letGo()
  })
})
