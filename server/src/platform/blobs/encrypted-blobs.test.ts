import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { openKeyring } from '#platform/crypto/keyring.ts'
import { Problem } from '#platform/problem.ts'
import { diskBlobs } from '#test/harness/files/disk-blobs.ts'
import { testKeyring } from '#test/harness/keyring.ts'
import { CHUNK_BYTES, DamagedBlob, ENCRYPTED_CHUNK_BYTES, TAIL_BYTES } from './blob-cipher.ts'
import type { Blobs, ByteRange, Watcher } from './blobs.ts'
import type { ByteStore } from './byte-store.ts'
import { diskStore } from './disk-store.ts'
import { encryptedBlobs } from './encrypted-blobs.ts'

const parent = await mkdtemp(join(tmpdir(), 'sealed-'))
after(() => rm(parent, { recursive: true }))
let lastFolder = 0

/** A store on disk of its own, with what can be done to its files. */
function aStore() {
  lastFolder += 1
  const folder = join(parent, String(lastFolder))
  const blobs = diskBlobs(folder)
  async function pathOf(key: string): Promise<string> {
    const names = await readdir(folder, { recursive: true })
    return join(folder, names.find((name) => basename(name) === key) ?? 'absent')
  }
  return {
    blobs,
    folder,
    put: async (content: Buffer) => (await blobs.put(Readable.from([content]))).key,
    stored: async (key: string) => readFile(await pathOf(key)),
    replace: async (key: string, bytes: Buffer) => writeFile(await pathOf(key), bytes),
    async files() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
    },
  }
}

async function read(blobs: Blobs, key: string, range?: ByteRange): Promise<Buffer> {
  const source = await blobs.get(key, range)
  assert.ok(source)
  const streamed = await buffer(source)
  assert.ok((await blobs.read(key, range))?.equals(streamed), 'what is read at once is the same')
  return streamed
}

describe('sealed blobs: sizes and ranges', () => {
  // The store reads up to 512 KiB at once.
  const around = (edge: number) => [edge - 1, edge, edge + 1]
  const sizes = [0, 1, 65_536, ...[CHUNK_BYTES, 2 * CHUNK_BYTES].flatMap(around), 3 * CHUNK_BYTES + 7]
  for (const sizeBytes of sizes) {
    test(`${sizeBytes} bytes are read back, and every range at the edge of a chunk`, async () => {
      const { blobs, put, stored } = aStore()
      const content = randomBytes(sizeBytes)
      const key = await put(content)
      const chunks = Math.ceil(sizeBytes / CHUNK_BYTES)

      assert.ok((await read(blobs, key)).equals(content))
      assert.equal((await stored(key)).byteLength, sizeBytes + chunks * 16 + TAIL_BYTES)
      const all = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, sizeBytes - 1, sizeBytes]
      const edges = new Set(all.filter((edge) => edge >= 0))
      for (const start of edges) {
        for (const end of edges) {
          if (end < start) continue
          const range = await read(blobs, key, { start, end })
          assert.ok(range.equals(content.subarray(start, end + 1)), `${start}-${end}`)
        }
      }
    })
  }

  test('any range of any content is the slice of it', async () => {
    const { blobs, put } = aStore()
    const contents = await Promise.all(
      [10, CHUNK_BYTES, 2 * CHUNK_BYTES + 7, 5 * CHUNK_BYTES + 1].map(async (sizeBytes) => {
        const content = randomBytes(sizeBytes)
        return { content, key: await put(content) }
      }),
    )
    const ranges = fc.tuple(
      fc.constantFrom(...contents),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(3 * CHUNK_BYTES),
    )

    await fc.assert(
      fc.asyncProperty(ranges, async ([{ content, key }, at, length]) => {
        const start = Math.floor(at * content.byteLength)
        const range = { start, end: start + length }
        assert.ok((await read(blobs, key, range)).equals(content.subarray(start, start + length + 1)))
      }),
      { numRuns: 100 },
    )
  })

  test('a content that comes in parts of any size is the same', async () => {
    const { blobs } = aStore()
    const cuts = fc.array(fc.nat(90_000), { minLength: 1, maxLength: 6 })

    await fc.assert(
      fc.asyncProperty(cuts, async (lengths) => {
        const parts = lengths.map((length) => randomBytes(length))
        const { key, sizeBytes } = await blobs.put(Readable.from(parts))
        assert.equal(sizeBytes, Buffer.concat(parts).byteLength)
        assert.ok((await read(blobs, key)).equals(Buffer.concat(parts)))
      }),
      { numRuns: 20 },
    )
  })
})

describe('sealed blobs: readers', () => {
  for (const when of ['before the first byte', 'after it']) {
    test(`a reader that stops ${when} leaves no file open`, async () => {
      const { blobs, put } = aStore()
      const key = await put(randomBytes(6 * CHUNK_BYTES))
      const openFiles = async () => (await readdir('/proc/self/fd').catch(() => [])).length
      const before = await openFiles()

      for (let time = 0; time < 20; time++) {
        const source = await blobs.get(key)
        if (when === 'after it') for await (const _ of source ?? []) break
        else source?.destroy()
      }
      for (let turn = 0; turn < 100 && (await openFiles()) > before; turn++) await nextTurn()

      assert.ok((await openFiles()) <= before + 1, `${(await openFiles()) - before} more open files`)
    })
  }
})

describe('sealed blobs: what lies on the disk', () => {
  test('does not hold the content, nor the same bytes for the same content in two stores', async () => {
    const one = aStore()
    const other = aStore()
    const content = Buffer.from('Payslip of Marie Durand, May 2024. '.repeat(10_000))
    const key = await one.put(content)
    await other.put(content)

    const first = await one.stored(key)
    const second = await other.stored(key)

    assert.ok(!first.includes('Marie') && !first.includes(content.subarray(0, 16)))
    assert.ok(!first.subarray(0, 64).equals(second.subarray(0, 64)))
  })

  test('is unreadable with another SECRET_KEY', async () => {
    const { folder, put } = aStore()
    const key = await put(randomBytes(100))
    const others = encryptedBlobs(diskStore(folder), openKeyring('another secret key that is long enough, too'))

    await assert.rejects(others.get(key), DamagedBlob)
  })
})

describe('sealed blobs: damage', () => {
  test('of any byte of a small blob is refused before a byte is given', async () => {
    const { blobs, put, stored, replace } = aStore()
    const key = await put(Buffer.from('a payslip'))
    const whole = await stored(key)

    for (let at = 0; at < whole.byteLength; at++) {
      const spoilt = Buffer.from(whole)
      spoilt[at] = (whole[at] ?? 0) ^ 1
      await replace(key, spoilt)
      await assert.rejects(blobs.get(key), DamagedBlob, `byte ${at}`)
    }
    await replace(key, whole)
    assert.equal(String(await read(blobs, key)), 'a payslip')
  })

  test('of an empty blob is refused as well', async () => {
    const { blobs, put, stored, replace } = aStore()
    const key = await put(Buffer.alloc(0))
    const whole = await stored(key)

    for (const spoilt of [
      whole.subarray(1),
      Buffer.alloc(TAIL_BYTES),
      Buffer.alloc(0),
      Buffer.concat([whole, whole]),
    ]) {
      await replace(key, spoilt)
      await assert.rejects(blobs.get(key), DamagedBlob)
    }
  })

  const sizeBytes = 4 * CHUNK_BYTES + 100
  const sealedBytes = 4 * ENCRYPTED_CHUNK_BYTES + 116
  const changes: [string, (whole: Buffer) => Buffer][] = [
    ['a byte less', (whole) => whole.subarray(0, -1)],
    [
      'a chunk less at the end',
      (whole) => Buffer.concat([whole.subarray(0, -TAIL_BYTES - 116), whole.subarray(-TAIL_BYTES)]),
    ],
    ['a chunk less at the beginning', (whole) => whole.subarray(ENCRYPTED_CHUNK_BYTES)],
    ['a byte more', (whole) => Buffer.concat([whole, Buffer.alloc(1)])],
    [
      'a byte more before the tail',
      (whole) => Buffer.concat([whole.subarray(0, sealedBytes), Buffer.alloc(1), whole.subarray(sealedBytes)]),
    ],
    ['the first chunk twice', (whole) => Buffer.concat([whole.subarray(0, ENCRYPTED_CHUNK_BYTES), whole])],
    ['nothing', () => Buffer.alloc(0)],
    ['zeros', (whole) => Buffer.alloc(whole.byteLength)],
  ]
  for (const [what, change] of changes) {
    test(`of a large blob is refused before a byte is given: ${what}`, async () => {
      const { blobs, put, stored, replace } = aStore()
      const key = await put(randomBytes(sizeBytes))
      await replace(key, change(await stored(key)))

      await assert.rejects(blobs.get(key), DamagedBlob)
      await assert.rejects(blobs.get(key, { start: CHUNK_BYTES, end: CHUNK_BYTES }), DamagedBlob)
    })
  }

  test('is a file that grows shorter while it is read', async () => {
    const { folder, put } = aStore()
    const key = await put(randomBytes(sizeBytes))
    const store = diskStore(folder)
    const shrinking = (lostBytes: number): ByteStore => ({
      ...store,
      async open(name, tailBytes) {
        const opened = await store.open(name, tailBytes)
        return opened && { ...opened, read: ({ start, end }) => opened.read({ start, end: end - lostBytes }) }
      },
    })

    for (const lostBytes of [1, 116, 116 + ENCRYPTED_CHUNK_BYTES]) {
      const blobs = encryptedBlobs(shrinking(lostBytes), testKeyring)
      await assert.rejects(async () => read(blobs, key), DamagedBlob)
      await assert.rejects(blobs.read(key), DamagedBlob)
    }
  })

  test('is repaired by putting the content again', async () => {
    const { blobs, put, replace } = aStore()
    const content = randomBytes(1000)
    const key = await put(content)
    await replace(key, Buffer.from('rubbish'))

    await put(content)

    assert.ok((await read(blobs, key)).equals(content))
  })
})

describe('sealed blobs: watchers', () => {
  const told = (name: string, log: string[], spoil: Partial<Watcher> = {}): Watcher => ({
    see: (part) => void log.push(`${name} sees ${part}`),
    end: async () => void log.push(`${name} ends`),
    abort: () => void log.push(`${name} aborts`),
    ...spoil,
  })
  const words = () => Readable.from([Buffer.from('one'), Buffer.from('two')])

  test('see each part in order, one after the other, and end before anything is kept', async () => {
    const { blobs, files } = aStore()
    const log: string[] = []
    const slow: Watcher = {
      async see(part) {
        await nextTurn()
        log.push(`slow sees ${part}`)
      },
      async end() {
        await nextTurn()
        log.push(`slow ends with ${(await files()).filter((name) => /^[\da-f]{64}$/.test(name)).length} kept`)
      },
    }

    await blobs.put(words(), { watchers: [slow, told('b', log)] })

    const expected = ['slow sees one', 'b sees one', 'slow sees two', 'b sees two', 'slow ends with 0 kept', 'b ends']
    assert.deepEqual(log, expected)
    assert.equal((await files()).length, 1)
  })

  const refusals: [string, (log: string[]) => Watcher[]][] = [
    ['when it sees a part', (log) => [told('a', log, { see: refuse }), told('b', log)]],
    ['when another saw the part', (log) => [told('a', log), told('b', log, { see: refuse })]],
    ['at the end', (log) => [told('a', log, { end: async () => refuse() }), told('b', log)]],
  ]
  for (const [what, watchers] of refusals) {
    test(`that refuse ${what} leave nothing; all are told, and their error is the answer`, async () => {
      const { blobs, files } = aStore()
      const log: string[] = []
      const source = words()

      await assert.rejects(blobs.put(source, { watchers: watchers(log) }), /the scanner says no/)

      assert.deepEqual(await files(), [])
      assert.equal(source.destroyed, true)
      assert.ok(log.includes('a aborts') && log.includes('b aborts'))
      assert.ok(!log.includes('b ends'))
    })
  }

  test('are told when the stream fails, passes the limit, or cannot be stored', async () => {
    const { blobs, files, folder } = aStore()
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('one')
        throw new Error('the line went dead')
      })(),
    )
    const log: string[] = []

    await assert.rejects(blobs.put(failing, { watchers: [told('a', log)] }), /the line went dead/)
    await assert.rejects(blobs.put(words(), { maxBytes: 5, watchers: [told('b', log)] }), /larger than 5 bytes/)
    assert.deepEqual(await files(), [])
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    await writeFile(join(folder, 'incoming'), '')
    await assert.rejects(blobs.put(words(), { watchers: [told('c', log)] }), Problem)

    // A store may fail before it asks for the first part, or after the last.
    assert.deepEqual(
      log.filter((line) => !/^c (sees|ends)/.test(line)),
      ['a sees one', 'a aborts', 'b sees one', 'b aborts', 'c aborts'],
    )
  })

  function refuse(): never {
    throw new Error('the scanner says no')
  }
})

describe('sealed blobs: a store that fails', () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  /** A store whose disk is full at the beginning, after some parts, or when all is to be made durable. */
  const failing = (takenParts: number): ByteStore => ({
    ...diskStore(parent),
    async write(bytes) {
      let taken = 0
      if (takenParts > 0) for await (const _ of bytes) if (++taken === takenParts) break
      throw full
    },
  })

  for (const [when, takenParts] of [
    ['at once', 0],
    ['in the middle', 2],
    ['at the end', 1_000_000],
  ] as const) {
    test(`${when} is a problem that is not the caller's, with its cause, and ends the stream`, async () => {
      const blobs = encryptedBlobs(failing(takenParts), openKeyring('a secret key that is long enough to be one'))
      const source = Readable.from([randomBytes(100_000), randomBytes(100_000)])
      let aborted = 0

      await assert.rejects(blobs.put(source, { watchers: [{ see() {}, abort: () => void aborted++ }] }), (error) => {
        assert.ok(error instanceof Problem)
        assert.deepEqual([error.kind, error.code, error.cause], ['unavailable', 'storage_failed', full])
        assert.deepEqual(error.headers, { 'retry-after': '30' })
        assert.ok(!error.message.includes('device'))
        return true
      })

      assert.equal(source.destroyed, true)
      assert.equal(aborted, 1)
    })
  }

  test('on a real disk is the same problem, and nothing stays', async () => {
    const { blobs, folder, put, files } = aStore()
    const key = await put(Buffer.from('before'))
    await rm(join(folder, 'incoming'), { recursive: true, force: true })
    await writeFile(join(folder, 'incoming'), 'a file where a folder belongs')

    await assert.rejects(put(Buffer.from('after')), (error) => {
      assert.ok(error instanceof Problem)
      assert.equal(error.code, 'storage_failed')
      assert.equal((error.cause as NodeJS.ErrnoException).code, 'ENOTDIR')
      return true
    })

    assert.deepEqual((await files()).toSorted(), [key, 'incoming'].toSorted())
    assert.equal((await stat(join(folder, 'incoming'))).size, 29)
    assert.equal(String(await read(blobs, key)), 'before')
  })

  test('when it is read from is such a problem, too: the file is neither absent nor damaged', async () => {
    const down = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const refuse = async () => {
      throw down
    }
    const blobs = encryptedBlobs({ ...diskStore(parent), open: refuse, size: refuse }, openKeyring('x'.repeat(32)))
    const key = 'a'.repeat(64)

    for (const call of [() => blobs.get(key), () => blobs.read(key), () => blobs.size(key)]) {
      await assert.rejects(call(), (error) => {
        assert.ok(error instanceof Problem)
        assert.deepEqual([error.kind, error.code, error.cause], ['unavailable', 'storage_failed', down])
        return true
      })
    }
  })
})

/** More than the store reads at once. */
const SEVERAL_PARTS = 4 * CHUNK_BYTES + 100

describe('sealed blobs: damage of what is read in several parts', () => {
  test('of a late chunk ends the stream there: what was given is whole, and nothing of the chunk is', async () => {
    const { blobs, put, stored, replace } = aStore()
    const content = randomBytes(SEVERAL_PARTS)
    const key = await put(content)
    const whole = await stored(key)

    for (const chunk of [1, 2, 3, 4]) {
      const spoilt = Buffer.from(whole)
      const at = chunk * ENCRYPTED_CHUNK_BYTES + 99
      spoilt[at] = (whole[at] ?? 0) ^ 1
      await replace(key, spoilt)
      const given: Buffer[] = []

      await assert.rejects(async () => {
        for await (const part of (await blobs.get(key)) ?? []) given.push(part)
      }, DamagedBlob)

      assert.ok(Buffer.concat(given).equals(content.subarray(0, chunk * CHUNK_BYTES)))
      const beside = await read(blobs, key, { start: 10, end: chunk * CHUNK_BYTES - 1 })
      assert.ok(beside.equals(content.subarray(10, chunk * CHUNK_BYTES)))
      await assert.rejects(blobs.get(key, { start: chunk * CHUNK_BYTES, end: SEVERAL_PARTS }), DamagedBlob)
    }
  })

  test('by exchanged chunks, another blob, or the tail of another blob is refused', async () => {
    const { blobs, put, stored, replace } = aStore()
    const one = await put(randomBytes(2 * CHUNK_BYTES))
    const other = await put(randomBytes(2 * CHUNK_BYTES))
    const ours = await stored(one)
    const theirs = await stored(other)
    const part = (bytes: Buffer, chunk: number) =>
      bytes.subarray(chunk * ENCRYPTED_CHUNK_BYTES, (chunk + 1) * ENCRYPTED_CHUNK_BYTES)
    const tail = (bytes: Buffer) => bytes.subarray(-TAIL_BYTES)
    const wrong = [
      [part(ours, 1), part(ours, 0), tail(ours)],
      [part(ours, 0), part(ours, 0), tail(ours)],
      [part(ours, 0), part(theirs, 1), tail(ours)],
      [part(ours, 0), part(ours, 1), tail(theirs)],
      [part(theirs, 0), part(theirs, 1), tail(ours)],
      [theirs],
    ]

    for (const parts of wrong) {
      await replace(one, Buffer.concat(parts))
      await assert.rejects(async () => read(blobs, one), DamagedBlob)
    }
  })

  test('of one blob hinders no reader of another', async () => {
    const { blobs, put, stored, replace } = aStore()
    const bad = randomBytes(SEVERAL_PARTS)
    const good = randomBytes(SEVERAL_PARTS)
    const badKey = await put(bad)
    const goodKey = await put(good)
    const spoilt = await stored(badKey)
    spoilt[9] = (spoilt[9] ?? 0) ^ 1
    await replace(badKey, spoilt)

    const readings = Array.from({ length: 60 }, async (_, index) => {
      if (index % 2) return assert.rejects(blobs.get(badKey), DamagedBlob)
      assert.ok((await read(blobs, goodKey)).equals(good))
    })

    for (const { status, reason } of (await Promise.allSettled(readings)) as PromiseRejectedResult[]) {
      assert.equal(status, 'fulfilled', String(reason))
    }
  })
})
