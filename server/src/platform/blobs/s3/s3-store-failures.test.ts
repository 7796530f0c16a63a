import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import type { OpenedBytes } from '#platform/blobs/byte-store.ts'
import { type Before, startS3 } from '#test/harness/files/s3.ts'
import {
  cuttingUploads,
  delaying,
  isAbort,
  isCompletion,
  isPart,
  isPut,
  losingAnswers,
  refusing,
  times,
} from '#test/harness/files/s3-faults.ts'
import type { S3Timeouts } from './open-client.ts'
import { s3Store } from './s3-store.ts'

const MIB = 1024 * 1024
const KEY = 'ab12'.padEnd(64, '0')

describe('s3: the check of a store', () => {
  test('rejects, and names what is wrong, when the bucket is missing or refused', async (t) => {
    const { settings, outgoingFolder } = await aStore(t)
    const { store: refused } = await aStore(t, (_request, response) => {
      response.writeHead(403).end()
      return true
    })

    await assert.rejects(s3Store({ ...settings, bucket: 'another' }, { outgoingFolder }).check(), { name: 'NotFound' })
    await assert.rejects(refused.check(), ({ $metadata }: { $metadata?: { httpStatusCode?: number } }) => {
      return $metadata?.httpStatusCode === 403
    })
  })
})

describe('s3: a write that fails', () => {
  for (const sentMiB of [1, 6, 17]) {
    test(`sends nothing when its source breaks after ${sentMiB} MiB, and says what broke it`, async (t) => {
      const { store, calls } = await aStore(t)
      const broken = new Error('the line went dead')

      await assert.rejects(
        store.write(source(sentMiB, broken), () => KEY),
        broken,
      )

      assert.deepEqual(calls, [])
    })
  }

  test('leaves nothing when a part is refused, and closes its source', async (t) => {
    const isSecond = refusing((request) => isPart(request) && /partNumber=2\b/.test(request.url ?? ''))
    const { store, objects, uploads } = await aStore(t, isSecond)
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
    const { store, objects } = await aStore(t, refusing(isPut))
    const closed = { isClosed: false }

    await assert.rejects(
      store.write(source(1, undefined, closed), () => KEY),
      { name: 'AccessDenied' },
    )

    assert.equal(closed.isClosed, true)
    assert.deepEqual(await objects(), [])
  })

  test('leaves what was there before when the last step is refused, and no parts', async (t) => {
    const { store, objects, uploads } = await aStore(t, refusing(isCompletion))
    await store.write(source(1), () => KEY)

    await assert.rejects(
      store.write(source(6), () => KEY),
      { name: 'AccessDenied' },
    )

    assert.deepEqual(await objects(), [`files/ab/${KEY}`])
    assert.equal(await store.size(KEY), MIB)
    assert.deepEqual(await uploads(), [])
  })

  test('says what refused it even when the upload cannot be aborted', async (t) => {
    const isRefused = refusing((request) => isPart(request) || isAbort(request))
    const { store } = await aStore(t, isRefused)

    await assert.rejects(
      store.write(source(17), () => KEY),
      { name: 'AccessDenied' },
    )
  })

  test('leaves no parts when the server fails until the time is over', async (t) => {
    const { store, objects, uploads } = await aStore(t, refusing(isPart, 503, 'SlowDown'), { totalMs: 400 })

    await assert.rejects(
      store.write(source(12), () => KEY),
      { name: 'SlowDown' },
    )

    assert.deepEqual(await objects(), [])
    assert.deepEqual(await uploads(), [])
  })
})

describe('s3: a write that meets a passing fault succeeds', () => {
  for (const [what, before] of [
    ['500 InternalError for a small file', times(3, refusing(isPut, 500, 'InternalError'))],
    ['503 SlowDown for a small file', times(3, refusing(isPut, 503, 'SlowDown'))],
    ['503 SlowDown for parts', times(5, refusing(isPart, 503, 'SlowDown'))],
    ['500 for the completion', times(2, refusing(isCompletion, 500, 'InternalError'))],
    ['a connection cut within a small file', times(2, cuttingUploads(isPut, 100_000))],
    ['connections cut within parts', times(4, cuttingUploads(isPart, MIB))],
    ['the lost answer to a part', times(2, losingAnswers(isPart))],
    ['the lost answer to the completion', times(1, losingAnswers(isCompletion))],
    ['a completion that is done, whose answer is lost and whose retry finds no upload', doneAndRefused()],
    ['slow answers', delaying(() => true, 300)],
  ] as const) {
    test(what, async (t) => {
      const { store, uploads } = await aStore(t, before)
      const bytes = randomBytes(what.includes('small') ? MIB : 12 * MIB)

      await store.write(chunksOf(bytes), () => KEY)

      assert.ok((await read(await store.open(KEY, 72))).equals(bytes))
      assert.deepEqual(await uploads(), [])
    })
  }

  test('a server that asks for a pause is given it', async (t) => {
    const { store } = await aStore(t, times(1, refusing(isPut, 503, 'SlowDown', { 'retry-after': '2' })))
    const started = performance.now()

    await store.write(source(1), () => KEY)

    // A moment less: the pause is counted from the answer.
    assert.ok(performance.now() - started > 1900)
  })

  test('a server that asks for a longer pause than there is time is given up at once', async (t) => {
    const { store, calls } = await aStore(t, refusing(isPut, 503, 'SlowDown', { 'retry-after': '3600' }))

    await assert.rejects(
      store.write(source(1), () => KEY),
      { name: 'SlowDown' },
    )

    assert.equal(calls.length, 1)
  })
})

function doneAndRefused(): Before {
  const lose = times(1, losingAnswers(isCompletion))
  const refuse = refusing(isCompletion, 404, 'NoSuchUpload')
  return (...call) => lose(...call) || refuse(...call)
}

async function aStore(t: TestContext, before?: Before, timeouts: S3Timeouts = {}) {
  const s3 = await startS3(before)
  t.after(() => s3.stop())
  return { ...s3, store: s3Store(s3.settings, { outgoingFolder: s3.outgoingFolder, timeouts }) }
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

async function* chunksOf(bytes: Buffer) {
  for (let at = 0; at < bytes.byteLength; at += 100_000) yield bytes.subarray(at, at + 100_000)
}

async function read(opened: OpenedBytes | undefined): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of opened?.read({ start: 0, end: opened.sizeBytes }) ?? []) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
