import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, type TestContext, test } from 'node:test'
import { openKeyring } from '#platform/crypto/keyring.ts'
import { Problem } from '#platform/problem.ts'
import { openScanner } from '#platform/scan/clamd.ts'
import { eventually } from '#test/harness/eventually.ts'
import { EICAR, EICAR_NAME, startClamd } from '#test/harness/files/clamd.ts'
import { blobsConformance } from './blobs.conformance.ts'
import type { Watcher } from './blobs.ts'
import { diskStore } from './disk-store.ts'
import { encryptedBlobs } from './encrypted-blobs.ts'
import { scannedBlobs } from './scanned-blobs.ts'

type Clamd = Parameters<typeof startClamd>[0]

const PATIENCE = { connectMs: 5000, writeMs: 5000, answerMs: 2000 }

blobsConformance('scanned', async () => {
  const { blobs, close } = await openScanned()
  return { blobs, close }
})

describe('a file on its way into the store', () => {
  test('is kept when it is clean, and the scanner saw all of it', async (t) => {
    const { blobs, clamd } = await aStore(t)
    const file = randomBytes(300_000)

    const { key } = await blobs.put(Readable.from([file.subarray(0, 100), file.subarray(100)]))

    assert.deepEqual(await buffer((await blobs.get(key)) ?? Readable.from([])), file)
    assert.ok(Buffer.concat(clamd.streams[0]?.chunks ?? []).equals(file))
  })

  test('is refused by the name of what was found in it, and nothing stays', async (t) => {
    const { blobs, filesIn } = await aStore(t)

    await assert.rejects(blobs.put(Readable.from([randomBytes(200_000), Buffer.from(EICAR)])), (error) => {
      assert.ok(error instanceof Problem)
      assert.equal(error.kind, 'invalid')
      assert.deepEqual(error.fields, [
        { field: 'file', code: 'infected', message: `The virus scan found ${EICAR_NAME} in the file.` },
      ])
      return true
    })

    assert.deepEqual(await filesIn(), [])
  })

  test('is refused as well when equal bytes were kept before there was a scanner', async (t) => {
    const { blobs, unscanned } = await aStore(t)
    await unscanned.put(Readable.from([Buffer.from(EICAR)]))

    await assert.rejects(blobs.put(Readable.from([Buffer.from(EICAR)])), Problem)
  })

  const failures: [what: string, clamd: Clamd][] = [
    ['hangs up', { manner: 'abrupt' }],
    ['never answers', { manner: 'silent' }],
    ['talks nonsense', { answer: 'HTTP/1.1 400 Bad Request\r\n\r\n' }],
  ]
  for (const [what, options] of failures) {
    test(`is refused for now when the scanner ${what}, and nothing stays`, async (t) => {
      const { blobs, filesIn, clamd } = await aStore(t, options)

      await assert.rejects(blobs.put(Readable.from([randomBytes(90_000), randomBytes(90_000)])), unavailable)

      assert.deepEqual(await filesIn(), [])
      await eventually(() => clamd.sockets().length === 0)
    })
  }

  test('is refused for good when the scanner takes no file of this size, and nothing stays', async (t) => {
    const { blobs, filesIn } = await aStore(t, { maxBytes: 100_000 })

    await assert.rejects(blobs.put(Readable.from([randomBytes(90_000), randomBytes(90_000)])), {
      kind: 'too_large',
      code: 'file_too_large',
    })

    assert.deepEqual(await filesIn(), [])
  })

  test('is refused for now when the scanner is down, before the whole of it was read', async (t) => {
    const { blobs, filesIn, clamd } = await aStore(t)
    await clamd.close()
    let partsRead = 0
    async function* endless() {
      for (;;) {
        partsRead += 1
        yield randomBytes(1000)
      }
    }

    await assert.rejects(blobs.put(Readable.from(endless(), { highWaterMark: 1 })), unavailable)

    assert.ok(partsRead < 10, `${partsRead} parts`)
    assert.deepEqual(await filesIn(), [])
  })

  test('that breaks off, or is too large, lets go of the scanner', async (t) => {
    const { blobs, clamd } = await aStore(t)
    async function* broken() {
      yield Buffer.from('half a file')
      await eventually(() => clamd.sockets().length === 1)
      throw new Error('the caller went away')
    }

    await assert.rejects(blobs.put(Readable.from(broken())), /went away/)
    await eventually(() => clamd.sockets().length === 0)
    await assert.rejects(blobs.put(Readable.from([Buffer.alloc(11)]), { maxBytes: 10 }), { code: 'file_too_large' })
    await eventually(() => clamd.sockets().length === 0)

    assert.ok(clamd.streams.every(({ isEnded }) => !isEnded))
  })
})

describe('another watcher', () => {
  test('sees every part, and the end', async (t) => {
    const { blobs } = await aStore(t)
    const { watcher, calls } = aWatcher()

    await blobs.put(Readable.from([Buffer.from('one'), Buffer.from('two')]), { watchers: [watcher] })

    assert.deepEqual(calls, ['one', 'two', 'end'])
  })

  test('is broken off, and never ends, when the scan refuses the file', async (t) => {
    const { blobs } = await aStore(t)
    const { watcher, calls } = aWatcher()

    await assert.rejects(blobs.put(Readable.from([Buffer.from(EICAR)]), { watchers: [watcher] }), Problem)

    assert.deepEqual(calls, [EICAR, 'abort'])
  })

  test('that refuses the file lets go of the scanner', async (t) => {
    const { blobs, clamd } = await aStore(t)
    async function see() {
      await eventually(() => clamd.sockets().length === 1)
      throw new Error('not this one')
    }

    await assert.rejects(blobs.put(Readable.from([Buffer.from('file')]), { watchers: [{ see }] }), /not this one/)

    await eventually(() => clamd.sockets().length === 0)
  })
})

async function openScanned(options: Clamd = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'scanned-'))
  const clamd = await startClamd(options)
  const unscanned = encryptedBlobs(diskStore(folder), openKeyring('x'.repeat(32)))
  return {
    clamd,
    unscanned,
    blobs: scannedBlobs(unscanned, openScanner(clamd.address, PATIENCE)),
    filesIn: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()),
    async close() {
      await clamd.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function aStore(t: TestContext, options: Clamd = {}) {
  const store = await openScanned(options)
  t.after(store.close)
  return store
}

function aWatcher() {
  const calls: string[] = []
  const watcher: Watcher = {
    see: (part) => void calls.push(part.toString()),
    end: async () => void calls.push('end'),
    abort: () => void calls.push('abort'),
  }
  return { watcher, calls }
}

function unavailable(error: unknown): boolean {
  assert.ok(error instanceof Problem, String(error))
  assert.equal(error.kind, 'unavailable')
  assert.equal(error.code, 'scan_unavailable')
  assert.match(error.message, /^The file could not be scanned for viruses\. .+\.$/)
  assert.deepEqual(error.headers, { 'retry-after': '60' })
  return true
}
