import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { diskBlobs } from '#test/harness/disk-blobs.ts'
import type { Blobs, ByteRange } from './blobs.ts'
import { CHUNK_BYTES, DamagedBlob, SEALED_CHUNK_BYTES, TAIL_BYTES } from './seal.ts'

const parent = await mkdtemp(join(tmpdir(), 'sealed-'))
after(() => rm(parent, { recursive: true }))
let lastFolder = 0
const sizeBytes = 4 * CHUNK_BYTES + 100

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
    put: async (content: Buffer) => (await blobs.put(Readable.from([content]))).key,
    stored: async (key: string) => readFile(await pathOf(key)),
    replace: async (key: string, bytes: Buffer) => writeFile(await pathOf(key), bytes),
  }
}

async function read(blobs: Blobs, key: string, range?: ByteRange): Promise<Buffer> {
  const source = await blobs.get(key, range)
  assert.ok(source)
  return buffer(source)
}

describe('sealed blobs: damage', () => {
  test('of a late chunk ends the stream there: what was given is whole, and nothing of the chunk is', async () => {
    const { blobs, put, stored, replace } = aStore()
    const content = randomBytes(sizeBytes)
    const key = await put(content)
    const whole = await stored(key)

    for (const chunk of [1, 2, 3, 4]) {
      const spoilt = Buffer.from(whole)
      const at = chunk * SEALED_CHUNK_BYTES + 99
      spoilt[at] = (whole[at] ?? 0) ^ 1
      await replace(key, spoilt)
      const given: Buffer[] = []

      await assert.rejects(async () => {
        for await (const part of (await blobs.get(key)) ?? []) given.push(part)
      }, DamagedBlob)

      assert.ok(Buffer.concat(given).equals(content.subarray(0, chunk * CHUNK_BYTES)))
      const beside = await read(blobs, key, { start: 10, end: chunk * CHUNK_BYTES - 1 })
      assert.ok(beside.equals(content.subarray(10, chunk * CHUNK_BYTES)))
      await assert.rejects(blobs.get(key, { start: chunk * CHUNK_BYTES, end: sizeBytes }), DamagedBlob)
    }
  })

  test('by exchanged chunks, another blob, or the tail of another blob is refused', async () => {
    const { blobs, put, stored, replace } = aStore()
    const [one, other] = [await put(randomBytes(2 * CHUNK_BYTES)), await put(randomBytes(2 * CHUNK_BYTES))]
    const [ours, theirs] = [await stored(one), await stored(other)]
    const part = (bytes: Buffer, chunk: number) =>
      bytes.subarray(chunk * SEALED_CHUNK_BYTES, (chunk + 1) * SEALED_CHUNK_BYTES)
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
    const [bad, good] = [randomBytes(sizeBytes), randomBytes(sizeBytes)]
    const [badKey, goodKey] = [await put(bad), await put(good)]
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
