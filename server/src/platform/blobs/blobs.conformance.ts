import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { Problem } from '#platform/problem.ts'
import type { Blobs, ListedBlob } from './blobs.ts'

type Opened = { blobs: Blobs; close(): Promise<void> }

const NO_SUCH_KEY = '0'.repeat(64)

/** What every kind of storage promises; each implementation runs it. */
export function blobsConformance(name: string, open: () => Promise<Opened>): void {
  const scenario = (guarantee: string, check: (blobs: Blobs) => Promise<void>) =>
    test(guarantee, async () => {
      const { blobs, close } = await open()
      try {
        await check(blobs)
      } finally {
        await close()
      }
    })

  describe(`${name}: bytes in and out`, () => inAndOut(scenario))
  describe(`${name}: ranges`, () => ranges(scenario))
  describe(`${name}: broken streams`, () => brokenStreams(scenario))
  describe(`${name}: limits and keys`, () => limitsAndKeys(scenario))
  describe(`${name}: listing and deletion`, () => listing(scenario))
}

type Scenario = (guarantee: string, check: (blobs: Blobs) => Promise<void>) => void

function inAndOut(scenario: Scenario): void {
  scenario('a store that works passes its check before and after its first file', async (blobs) => {
    await blobs.check()
    await blobs.put(Readable.from(['some bytes']))
    await blobs.check()
  })

  scenario('what was put is read back, under the SHA-256 of its bytes', async (blobs) => {
    const bytes = randomBytes(300_000)

    const stored = await blobs.put(Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))

    const sha256 = createHash('sha256').update(bytes).digest('hex')
    assert.deepEqual(stored, { key: sha256, sizeBytes: 300_000, sha256 })
    assert.equal(await blobs.size(stored.key), 300_000)
    assert.deepEqual(await read(blobs, stored.key), bytes)
  })

  scenario('an empty stream is a blob of no bytes', async (blobs) => {
    const { key, sizeBytes } = await blobs.put(Readable.from([]))

    assert.equal(sizeBytes, 0)
    assert.equal(await blobs.size(key), 0)
    assert.deepEqual(await read(blobs, key), Buffer.alloc(0))
  })

  scenario('equal bytes are stored once, also when they arrive together', async (blobs) => {
    const bytes = randomBytes(100_000)

    const stored = await Promise.all(Array.from({ length: 8 }, () => blobs.put(Readable.from([bytes]))))

    assert.equal(new Set(stored.map(({ key }) => key)).size, 1)
    assert.equal((await listed(blobs)).length, 1)
    assert.deepEqual(await read(blobs, stored[0]?.key ?? ''), bytes)
  })

  scenario('an absent blob is undefined', async (blobs) => {
    assert.equal(await blobs.get(NO_SUCH_KEY), undefined)
    assert.equal(await blobs.size(NO_SUCH_KEY), undefined)
  })
}

function ranges(scenario: Scenario): void {
  const cases = [
    { range: { start: 0, end: 0 }, expected: 'a' },
    { range: { start: 2, end: 4 }, expected: 'cde' },
    { range: { start: 9, end: 9 }, expected: 'j' },
    { range: { start: 0, end: 9 }, expected: 'abcdefghij' },
    { range: { start: 7, end: 500 }, expected: 'hij' },
    { range: { start: 10, end: 20 }, expected: '' },
  ]
  for (const { range, expected } of cases) {
    scenario(`bytes ${range.start} to ${range.end} of ten are "${expected}"`, async (blobs) => {
      const { key } = await blobs.put(Readable.from([Buffer.from('abcdefghij')]))

      assert.equal(String(await read(blobs, key, range)), expected)
    })
  }

  scenario('a range that is none is an error', async (blobs) => {
    const { key } = await blobs.put(Readable.from([Buffer.from('abc')]))

    for (const range of [
      { start: 2, end: 1 },
      { start: -1, end: 1 },
      { start: 0.5, end: 1 },
      { start: 0, end: Number.NaN },
    ]) {
      await assert.rejects(blobs.get(key, range), RangeError)
    }
  })
}

function brokenStreams(scenario: Scenario): void {
  scenario('a stream that fails leaves nothing behind', async (blobs) => {
    const failing = Readable.from(
      (async function* () {
        yield randomBytes(50_000)
        throw new Error('the line went dead')
      })(),
    )

    await assert.rejects(blobs.put(failing), /the line went dead/)
    assert.deepEqual(await listed(blobs), [])
  })

  scenario('a stream that fails before its first byte is asked for is refused too', async (blobs) => {
    const source = new Readable({ read() {} })
    const refused = assert.rejects(blobs.put(source), /the line went dead/)

    source.destroy(new Error('the line went dead'))

    await refused
    assert.deepEqual(await listed(blobs), [])
  })

  scenario('a stream that closes before its end leaves nothing behind', async (blobs) => {
    const source = new Readable({ read() {} })
    source.push(randomBytes(50_000))
    setTimeout(() => source.destroy(), 20)

    await assert.rejects(blobs.put(source))
    assert.deepEqual(await listed(blobs), [])
  })
}

function limitsAndKeys(scenario: Scenario): void {
  scenario('a stream past maxBytes is refused, destroyed, and leaves nothing behind', async (blobs) => {
    const source = Readable.from([randomBytes(600), randomBytes(401), randomBytes(600)])

    await assert.rejects(
      blobs.put(source, { maxBytes: 1000 }),
      (error) => error instanceof Problem && error.kind === 'too_large' && error.code === 'file_too_large',
    )
    assert.equal(source.destroyed, true)
    assert.deepEqual(await listed(blobs), [])
  })

  scenario('a stream of exactly maxBytes is stored', async (blobs) => {
    const { sizeBytes } = await blobs.put(Readable.from([randomBytes(1000)]), { maxBytes: 1000 })

    assert.equal(sizeBytes, 1000)
  })

  scenario('a key that is not a SHA-256 in lower-case hex names no blob', async (blobs) => {
    const { key } = await blobs.put(Readable.from([Buffer.from('abc')]))

    for (const odd of [
      '',
      '.',
      '../../etc/passwd',
      key.toUpperCase(),
      `${key}\n`,
      `${key}/`,
      `../${key}`,
      key.slice(1),
    ]) {
      assert.equal(await blobs.get(odd), undefined)
      assert.equal(await blobs.size(odd), undefined)
      await blobs.delete(odd)
    }
    assert.equal(await blobs.size(key), 3)
  })
}

function listing(scenario: Scenario): void {
  scenario('every blob is listed with its size and the moment it was stored', async (blobs) => {
    const first = await blobs.put(Readable.from([Buffer.from('one')]))
    const second = await blobs.put(Readable.from([Buffer.from('three')]))

    const found = await listed(blobs)

    const sizes = new Map(found.map(({ key, sizeBytes }) => [key, sizeBytes]))
    assert.deepEqual(sizes, new Map([first, second].map(({ key, sizeBytes }) => [key, sizeBytes])))
    // A store may keep whole seconds and its own clock.
    for (const { storedAt } of found) assert.ok(Math.abs(Date.now() - storedAt.getTime()) < 60_000)
  })

  scenario('a deleted blob is gone, and deleting it again is fine', async (blobs) => {
    const { key } = await blobs.put(Readable.from([Buffer.from('abc')]))

    await blobs.delete(key)
    await blobs.delete(key)

    assert.equal(await blobs.get(key), undefined)
    assert.deepEqual(await listed(blobs), [])
  })

  scenario('a deleted blob can be put again', async (blobs) => {
    const { key } = await blobs.put(Readable.from([Buffer.from('abc')]))
    await blobs.delete(key)

    await blobs.put(Readable.from([Buffer.from('abc')]))

    assert.equal(String(await read(blobs, key)), 'abc')
  })

  scenario('a new store lists nothing', async (blobs) => {
    assert.deepEqual(await listed(blobs), [])
  })
}

async function read(blobs: Blobs, key: string, range?: { start: number; end: number }): Promise<Buffer> {
  const stream = await blobs.get(key, range)
  assert.ok(stream)
  return await buffer(stream)
}

export async function listed(blobs: Blobs): Promise<ListedBlob[]> {
  const found: ListedBlob[] = []
  for await (const blob of blobs.list()) found.push(blob)
  return found
}
