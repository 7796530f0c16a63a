import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { type OpenedBytes, ReplacedMeanwhile } from '#platform/blobs/byte-store.ts'
import { type Before, objectOfCall, startS3 } from '#test/harness/files/s3.ts'
import {
  cuttingAnswers,
  delaying,
  type IsIt,
  isGet,
  isHead,
  isRead,
  refusing,
  times,
} from '#test/harness/files/s3-faults.ts'
import type { S3Timeouts } from './open-client.ts'
import { s3Store } from './s3-store.ts'

const MIB = 1024 * 1024
const KEY = 'ab12'.padEnd(64, '0')

describe('s3: a read that meets a passing fault succeeds', () => {
  for (const [what, before] of [
    ['503 SlowDown', times(3, refusing(isGet, 503, 'SlowDown'))],
    ['500 InternalError', times(3, refusing(isGet, 500, 'InternalError'))],
    ['answers that break off within the end of the object', times(3, cuttingAnswers(isGet, 10_000))],
    ['answers that break off every 700 kB', cuttingAnswers(isRead, 700_000)],
    ['answers that break off before their first byte', times(3, cuttingAnswers(isRead, 0))],
    ['slow answers', delaying(isGet, 300)],
  ] as const) {
    test(what, async (t) => {
      const { store } = await aStore(t, before)
      const bytes = randomBytes(3 * MIB)
      await store.write(chunksOf(bytes), () => KEY)

      assert.ok((await read(await store.open(KEY, 72))).equals(bytes))
    })
  }

  test('an answer that falls silent is asked for again from there', async (t) => {
    const { store } = await aStore(
      t,
      times(
        1,
        cuttingAnswers(isRead, 500_000, () => {}),
      ),
      { idleMs: 300 },
    )
    const bytes = randomBytes(MIB)
    await store.write(chunksOf(bytes), () => KEY)

    assert.ok((await read(await store.open(KEY, 72))).equals(bytes))
  })

  test('an answer that breaks off is not continued with the bytes of another object', async (t) => {
    let replace: (() => Promise<void>) | undefined
    const cut = times(1, cuttingAnswers(isRead, 100_000))
    const { store } = await aStore(t, (request, response, forward) => {
      if (!isRead(request)) return false
      if (cut(request, response, forward)) return true
      const done = replace?.() ?? Promise.resolve()
      replace = undefined
      void done.then(() => forward())
      return true
    })
    await store.write(chunksOf(randomBytes(MIB)), () => KEY)
    const opened = await store.open(KEY, 72)
    replace = () => store.write(chunksOf(randomBytes(MIB)), () => KEY)

    await assert.rejects(read(opened), ReplacedMeanwhile)
  })
})

describe('s3: a server that cannot be read from', () => {
  test('one that breaks off each answer before its first byte is given up', async (t) => {
    const { store } = await aStore(t, cuttingAnswers(isRead, 0))
    await store.write(chunksOf(randomBytes(MIB)), () => KEY)

    await assert.rejects(read(await store.open(KEY, 72)), /aborted/)
  })

  test('one that ignores ranges is noticed', async (t) => {
    const { store } = await aStore(t, wholeInstead(isGet))
    await store.write(chunksOf(randomBytes(MIB)), () => KEY)

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
    const { store } = await aStore(t, wholeInstead(isGet))
    await store.write(chunksOf(randomBytes(MIB / 8)), () => KEY)

    assert.equal((await read(await store.open(KEY, 72))).byteLength, MIB / 8)
  })

  test('one that ignores the range of a read is noticed', async (t) => {
    const { store } = await aStore(t, wholeInstead(isRead))
    await store.write(chunksOf(randomBytes(MIB)), () => KEY)

    await assert.rejects(read(await store.open(KEY, 72)), /answered with other bytes/)
  })

  test('one that is down is told by name, after the time for retries', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')

    await within(20_000, assert.rejects(storeAt(port, { totalMs: 500 }).open(KEY, 72), /ECONNREFUSED 127\.0\.0\.1/))
  })

  test('one that never answers is given up', async (t) => {
    const server = createServer((socket) => t.after(() => socket.destroy())).listen(0, '127.0.0.1')
    t.after(() => server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const store = storeAt(port, { idleMs: 150, totalMs: 500 })

    await within(20_000, assert.rejects(store.open(KEY, 72), { name: 'TimeoutError' }))
    await within(20_000, assert.rejects(store.size(KEY), { name: 'TimeoutError' }))
  })

  test('a size, which transactions wait for, is given up after five seconds', async (t) => {
    const { store } = await aStore(t, refusing(isHead, 503, 'SlowDown'))

    await within(20_000, assert.rejects(store.size(KEY)))
  })
})

/** All of an object where a range was asked for. */
function wholeInstead(isIt: IsIt): Before {
  return (request, response) => {
    if (!isIt(request)) return false
    void objectOfCall(request).then((bytes) => response.writeHead(200, { 'content-length': bytes.length }).end(bytes))
    return true
  }
}

async function aStore(t: TestContext, before: Before, timeouts: S3Timeouts = {}) {
  const s3 = await startS3(before)
  t.after(() => s3.stop())
  return { ...s3, store: s3Store(s3.settings, { outgoingFolder: s3.outgoingFolder, timeouts }) }
}

function storeAt(port: number, timeouts: S3Timeouts) {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  const endpoint = `http://127.0.0.1:${port}`
  const settings = { bucket: 'files', prefix: '', endpoint, region: 'us-east-1', pathStyle: true, credentials }
  return s3Store(settings, { outgoingFolder: '/nowhere', timeouts })
}

async function* chunksOf(bytes: Buffer) {
  for (let at = 0; at < bytes.byteLength; at += 100_000) yield bytes.subarray(at, at + 100_000)
}

async function read(opened: OpenedBytes | undefined): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of opened?.read({ start: 0, end: opened.sizeBytes }) ?? []) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work
  assert.ok(performance.now() - started < milliseconds)
  return result
}
