import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import type { OpenedBytes } from '#platform/blobs/byte-store.ts'
import { startS3 } from '#test/harness/files/s3.ts'
import { type S3Timeouts, s3Store } from './s3-store.ts'

const MIB = 1024 * 1024
const KEY = 'ab12'.padEnd(64, '0')

describe('s3: the check of a store', () => {
  test('rejects, and names what is wrong, when the bucket is missing or refused', async (t) => {
    const { settings } = await aStore(t)
    const { store: refused } = await aStore(t, (_request, response) => {
      response.writeHead(403).end()
      return true
    })

    await assert.rejects(s3Store({ ...settings, bucket: 'another' }).check(), { name: 'NotFound' })
    await assert.rejects(refused.check(), ({ $metadata }: { $metadata?: { httpStatusCode?: number } }) => {
      return $metadata?.httpStatusCode === 403
    })
  })
})

describe('s3: a write that fails', () => {
  for (const sentMiB of [1, 6, 17]) {
    test(`leaves nothing when its source breaks after ${sentMiB} MiB, and says what broke it`, async (t) => {
      const { store, objects, uploads, calls } = await aStore(t)
      const broken = new Error('the line went dead')

      await assert.rejects(
        store.write(source(sentMiB, broken), () => KEY),
        broken,
      )

      assert.deepEqual(await objects(), [])
      assert.deepEqual(await uploads(), [])
      assert.equal(calls.length > 0, sentMiB > 5)
    })
  }

  test('says what broke its source even when the upload cannot be aborted', async (t) => {
    const { store } = await aStore(t, refusing(isAbort))
    const broken = new Error('the line went dead')

    await assert.rejects(
      store.write(source(17, broken), () => KEY),
      broken,
    )
  })

  test('leaves nothing when a part is refused, and closes its source', async (t) => {
    const { store, objects, uploads } = await aStore(
      t,
      refusing(({ url = '' }) => url.includes('partNumber=2')),
    )
    const closed = { isClosed: false }

    await assert.rejects(
      store.write(source(30, undefined, closed), () => KEY),
      { name: 'AccessDenied' },
    )

    assert.equal(closed.isClosed, true)
    assert.deepEqual(await objects(), [])
    assert.deepEqual(await uploads(), [])
  })

  test('leaves nothing when it is refused as a whole, and closes its source', async (t) => {
    const { store, objects } = await aStore(
      t,
      refusing(({ method }) => method === 'PUT'),
    )
    const closed = { isClosed: false }

    await assert.rejects(
      store.write(source(1, undefined, closed), () => KEY),
      { name: 'AccessDenied' },
    )

    assert.equal(closed.isClosed, true)
    assert.deepEqual(await objects(), [])
  })

  test('leaves nothing when the last step is refused, and what was there before', async (t) => {
    const { store, objects } = await aStore(t, refusing(isCopy))
    await store.write(source(1), () => KEY)

    await assert.rejects(
      store.write(source(6), () => KEY),
      { name: 'AccessDenied' },
    )

    assert.deepEqual(await objects(), [`files/ab/${KEY}`])
    assert.equal(await store.size(KEY), MIB)
  })

  test('has not failed when only the temporary object stays', async (t) => {
    const { store, objects } = await aStore(
      t,
      refusing(({ method }) => method === 'DELETE'),
    )

    await store.write(source(6), () => KEY)

    assert.equal(await store.size(KEY), 6 * MIB)
    assert.equal((await objects()).length, 2)
  })
})

describe('s3: a server that cannot be used', () => {
  test('a bucket that does not exist is not an absent object', async (t) => {
    const { settings } = await aStore(t)
    const store = s3Store({ ...settings, bucket: 'another' })

    await assert.rejects(store.open(KEY, 72), { name: 'NoSuchBucket' })
    await assert.rejects(
      store.write(source(1), () => KEY),
      { name: 'NoSuchBucket' },
    )
  })

  test('a key that it does not know is refused, without a word of the secret', async (t) => {
    const { settings } = await aStore(t)
    const store = s3Store({ ...settings, credentials: { accessKeyId: 'nobody', secretAccessKey: 'hunter2' } })

    const refused = await store.open(KEY, 72).catch((error: unknown) => error)

    assert.match(String(refused), /InvalidAccessKeyId/)
    assert.doesNotMatch(inspect(refused, { depth: 9, showHidden: true }), /hunter2/)
  })

  test('one that ignores ranges is noticed', async (t) => {
    const { store } = await aStore(t, (request) => {
      delete request.headers.range
      return false
    })
    await store.write(source(1), () => KEY)

    await assert.rejects(store.open(KEY, 72), /answered with other bytes/)
  })

  for (const range of [`bytes 0-262144/${MIB}`, `bytes 0-${MIB - 1}/${MIB}`]) {
    test(`one that gives ${range} for the end is noticed`, async (t) => {
      const { store } = await aStore(t, (_request, response) => {
        response.writeHead(206, { 'content-range': range }).end('x')
        return true
      })

      await assert.rejects(store.open(KEY, 72), /answered with other bytes/)
    })
  }

  test('one that ignores ranges serves small objects all the same', async (t) => {
    const { store } = await aStore(t, (request) => {
      delete request.headers.range
      return false
    })
    await store.write(source(0.125), () => KEY)

    assert.equal((await read(await store.open(KEY, 72))).byteLength, MIB / 8)
  })

  test('one that ignores the range of a read is noticed', async (t) => {
    const { store } = await aStore(t, (request) => {
      if (request.headers['if-match']) delete request.headers.range
      return false
    })
    await store.write(source(1), () => KEY)

    await assert.rejects(read(await store.open(KEY, 72)), /answered with other bytes/)
  })

  test('one that is down is told by name', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')

    await within(20_000, assert.rejects(storeAt(port).open(KEY, 72), /ECONNREFUSED 127\.0\.0\.1/))
  })

  test('one that never answers is given up', async (t) => {
    const server = createServer((socket) => t.after(() => socket.destroy())).listen(0, '127.0.0.1')
    t.after(() => server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo

    await within(20_000, assert.rejects(storeAt(port, { idleMs: 150 }).open(KEY, 72), { name: 'TimeoutError' }))
  })

  test('one that falls silent within an object is given up', async (t) => {
    const { store } = await aStore(t, stoppingAfter(100_000, false), { idleMs: 300 })
    await store.write(source(1), () => KEY)

    await within(20_000, assert.rejects(read(await store.open(KEY, 72)), { name: 'TimeoutError' }))
  })

  test('one that hangs up within an object gives an error, and no end', async (t) => {
    const { store } = await aStore(t, stoppingAfter(100_000, true))
    await store.write(source(1), () => KEY)

    await within(20_000, assert.rejects(read(await store.open(KEY, 72)), /aborted/))
  })
})

type Before = Parameters<typeof startS3>[0]

async function aStore(t: TestContext, before?: Before, timeouts?: S3Timeouts) {
  const s3 = await startS3(before)
  t.after(() => s3.stop())
  return { ...s3, store: s3Store(s3.settings, timeouts) }
}

function storeAt(port: number, timeouts?: S3Timeouts) {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  const endpoint = `http://127.0.0.1:${port}`
  return s3Store({ bucket: 'files', prefix: '', endpoint, region: 'us-east-1', pathStyle: true, credentials }, timeouts)
}

const isAbort = ({ method, url = '' }: IncomingMessage) => method === 'DELETE' && url.includes('uploadId')
const isCopy = ({ headers }: IncomingMessage) => 'x-amz-copy-source' in headers

function refusing(isRefused: (request: IncomingMessage) => boolean): Before {
  return (request, response) => {
    if (!isRefused(request)) return false
    request.resume().on('end', () => {
      response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>no</Message></Error>')
    })
    return true
  }
}

/** Answers the read of a range with its beginning alone. */
function stoppingAfter(bytes: number, hangsUp: boolean): Before {
  return ({ headers, socket }, response) => {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    if (!headers['if-match']) return false
    const length = Number(end) - Number(start) + 1
    response.writeHead(206, { 'content-range': `bytes ${start}-${end}/${length}`, 'content-length': length })
    response.write(randomBytes(bytes), () => hangsUp && socket.destroy())
    return true
  }
}

async function* source(mebibytes: number, broken?: Error, state = { isClosed: false }) {
  try {
    const total = Math.floor(mebibytes * MIB)
    for (let at = 0; at < total; at += 100_000) yield randomBytes(Math.min(100_000, total - at))
    if (broken) throw broken
  } finally {
    state.isClosed = true
  }
}

async function read(opened: OpenedBytes | undefined): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of opened?.read({ start: 0, end: opened.sizeBytes }) ?? []) parts.push(part)
  return Buffer.concat(parts)
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work
  assert.ok(performance.now() - started < milliseconds)
  return result
}
