import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { type Outbound, openOutbound } from './outbound.ts'

type Options = Parameters<typeof openOutbound>[0]

const REFUSED = 'The address is not allowed.'

/** Every one of them means loopback, or the cloud's metadata. */
const LITERALS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '0x7f.0.0.0x1',
  '127.0.0.1.',
  '127.1.',
  '0',
  '0.0.0.0',
  '127.127.127.127',
  '%31%32%37.0.0.1',
  '127%2E0%2E0%2E1',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '127.0.0.1\t',
  '127\n.0.0.1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '[::ffff:a9fe:a9fe]',
  '10.0.0.1',
  '192.168.0.1',
  '172.16.0.1',
  '100.64.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
]

describe('without allowPrivate', () => {
  test('every special literal is refused in the same words, and nothing connects', async (t) => {
    const { port, connections } = await loopback(t)
    const calls = outbound(t, { allowPrivate: false })

    for (const literal of LITERALS) {
      for (const scheme of ['http', 'https']) {
        const url = `${scheme}://${literal}:${port}/`
        assert.equal(await calls.vet(url), 'private_address', url)
        const { durationMs, ...refusal } = await calls.call(post(url))
        assert.deepEqual(refusal, { outcome: 'private_address', message: REFUSED }, url)
      }
    }
    assert.equal(connections(), 0)
  })

  test('an address in the URL is judged as it stands, whatever a resolver says about it', async (t) => {
    const calls = outbound(t, { allowPrivate: false, resolve: async () => ['93.184.215.14'] })

    for (const literal of LITERALS) assert.equal(await calls.vet(`http://${literal}/`), 'private_address', literal)
  })

  test('localhost is refused in every spelling, and nothing connects', async (t) => {
    const { port, connections } = await loopback(t)
    const calls = outbound(t, { allowPrivate: false })

    for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'ｌｏｃａｌｈｏｓｔ', 'loc%61lhost']) {
      assert.equal(await calls.vet(`http://${name}:${port}/`), 'private_address', name)
      assert.equal((await calls.call(post(`http://${name}:${port}/`))).outcome, 'private_address', name)
    }
    assert.equal(connections(), 0)
  })

  for (const address of [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.0.0.7',
    '169.254.169.254',
    'fe80::1%lo',
    'not an address',
  ]) {
    test(`a name that resolves to ${address} is refused, and the message does not say so`, async (t) => {
      const { port, connections } = await loopback(t)
      const calls = outbound(t, { allowPrivate: false, resolve: async () => [address] })

      const { durationMs, ...refusal } = await calls.call(post(`http://intranet.test:${port}/`))

      assert.deepEqual(refusal, { outcome: 'private_address', message: REFUSED })
      assert.equal(await calls.vet(`http://intranet.test:${port}/`), 'private_address')
      assert.equal(connections(), 0)
    })
  }

  test('one private address among public ones is enough', async (t) => {
    const { port, connections } = await loopback(t)

    for (const addresses of [
      ['93.184.215.14', '127.0.0.1'],
      ['127.0.0.1', '93.184.215.14'],
      ['2606:4700::1111', '::1'],
    ]) {
      const calls = outbound(t, { allowPrivate: false, resolve: async () => addresses })
      assert.equal((await calls.call(post(`http://mixed.test:${port}/`))).outcome, 'private_address')
    }
    assert.equal(connections(), 0)
  })

  test('a public address passes the check at save time', async (t) => {
    const calls = outbound(t, { allowPrivate: false, resolve: async () => ['93.184.215.14', '2606:4700::1111'] })

    assert.equal(await calls.vet('https://hooks.test/x'), 'ok')
    assert.equal(await calls.vet('https://8.8.8.8/x'), 'ok')
  })
})

describe('DNS rebinding', () => {
  test('a call resolves once, and connects to what was judged then', async (t) => {
    const { port, connections } = await loopback(t)
    const answers = [['127.0.0.1'], ['192.0.2.1']]
    const resolved: string[] = []
    const calls = outbound(t, {
      allowPrivate: false,
      allowedCidrs: ['127.0.0.1/32'],
      resolve: async (hostname) => {
        resolved.push(hostname)
        return answers[resolved.length - 1] ?? []
      },
    })

    const { outcome } = await calls.call(post(`http://rebind.test:${port}/`))

    assert.equal(outcome, 'answered')
    assert.deepEqual(resolved, ['rebind.test'])
    assert.equal(connections(), 1)
  })

  test('a name that was public at save time is refused once it turns private', async (t) => {
    const { port, connections } = await loopback(t)
    const answers = [['93.184.215.14'], ['127.0.0.1']]
    const calls = outbound(t, { allowPrivate: false, resolve: async () => answers.shift() ?? [] })

    assert.equal(await calls.vet(`http://rebind.test:${port}/`), 'ok')
    assert.equal((await calls.call(post(`http://rebind.test:${port}/`))).outcome, 'private_address')
    assert.equal(connections(), 0)
  })
})

describe('what the operator allows', () => {
  test('allowPrivate lets loopback be called, by address and by name', async (t) => {
    const { port } = await loopback(t)
    const calls = outbound(t, { allowPrivate: true })

    for (const host of ['127.0.0.1', '2130706433', 'localhost', '[::ffff:127.0.0.1]']) {
      assert.equal(await calls.vet(`http://${host}:${port}/`), 'ok', host)
      assert.equal((await calls.call(post(`http://${host}:${port}/`))).outcome, 'answered', host)
    }
  })

  test('metadata addresses stay refused, with allowPrivate and with an exception', async (t) => {
    const calls = outbound(t, {
      allowPrivate: true,
      allowedCidrs: ['169.254.0.0/16', '100.64.0.0/10', 'fd00::/8', '64:ff9b::/96'],
    })

    for (const host of [
      '169.254.169.254',
      '169.254.170.2',
      '100.100.100.200',
      '[fd00:ec2::254]',
      '[64:ff9b::a9fe:a9fe]',
      '0xa9fea9fe',
    ]) {
      assert.equal(await calls.vet(`http://${host}/latest/meta-data/`), 'private_address', host)
      assert.equal((await calls.call(post(`http://${host}/latest/meta-data/`))).outcome, 'private_address', host)
    }
  })

  test('a peer that is not the address that was judged gets no request', async (t) => {
    const { port, connections, requests } = await loopback(t)
    // The system takes the unspecified address for loopback.
    const calls = outbound(t, { allowPrivate: true, resolve: async () => ['0.0.0.0'] })

    assert.equal((await calls.call(post(`http://anywhere.test:${port}/`))).outcome, 'private_address')
    assert.deepEqual([connections(), requests()], [1, 0])
  })

  test('an exception lifts its own range only', async (t) => {
    const { port } = await loopback(t)
    const calls = outbound(t, { allowPrivate: false, allowedCidrs: ['127.0.0.0/31'] })

    assert.equal((await calls.call(post(`http://127.0.0.1:${port}/`))).outcome, 'answered')
    assert.equal((await calls.call(post(`http://127.0.0.2:${port}/`))).outcome, 'private_address')
  })

  test('an exception that is not a range stops the start', () => {
    assert.throws(() => openOutbound({ allowPrivate: false, allowedCidrs: ['intranet'] }))
  })

  test('the next allowed address is tried when the first does not answer', async (t) => {
    const { port } = await loopback(t)
    const calls = outbound(t, { allowPrivate: true, resolve: async () => ['::1', '127.0.0.1'] })

    assert.equal((await calls.call(post(`http://both.test:${port}/`))).outcome, 'answered')
  })
})

function outbound(t: TestContext, options: Options): Outbound {
  const calls = openOutbound(options)
  t.after(() => calls.close())
  return calls
}

function post(url: string) {
  return { url, method: 'POST' as const, headers: {}, body: '{}', timeoutMs: 3000 }
}

async function loopback(t: TestContext) {
  let connections = 0
  let requests = 0
  const server = createServer((_request, response) => {
    requests++
    response.end('ok')
  })
  server.on('connection', () => connections++)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections, requests: () => requests }
}
