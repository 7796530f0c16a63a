import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { openKeyring } from '#platform/crypto/keyring.ts'
import {
  BlobDecryptor,
  BlobEncryptor,
  CHUNK_BYTES,
  contentSize,
  DamagedBlob,
  ENCRYPTED_CHUNK_BYTES,
  TAIL_BYTES,
} from './blob-cipher.ts'

const keyring = openKeyring('a secret key that is long enough to be one')
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What lies in the store of a content that comes in parts of this size. */
function sealed(content: Buffer, partBytes = content.byteLength || 1): Buffer {
  const sealer = new BlobEncryptor(keyring)
  const parts: Buffer[] = []
  for (let at = 0; at < content.byteLength; at += partBytes) {
    parts.push(...sealer.encrypt(content.subarray(at, at + partBytes)))
  }
  parts.push(...sealer.end(sha256Of(content), content.byteLength))
  return Buffer.concat(parts)
}

/** What is read of it under the name of a content. */
function opened(stored: Buffer, sha256: string, ring = keyring): Buffer {
  const tail = stored.subarray(Math.max(0, stored.byteLength - TAIL_BYTES))
  const opener = new BlobDecryptor(ring, sha256, tail, stored.byteLength)
  const chunks: Buffer[] = []
  const end = stored.byteLength - TAIL_BYTES
  for (let at = 0; at < end; at += ENCRYPTED_CHUNK_BYTES) {
    chunks.push(opener.decrypt(stored.subarray(at, Math.min(at + ENCRYPTED_CHUNK_BYTES, end)), chunks.length))
  }
  return Buffer.concat(chunks)
}

const AROUND = [-1, 0, 1]
const SIZES = [
  0,
  1,
  15,
  16,
  17,
  65_535,
  65_536,
  65_537,
  ...[CHUNK_BYTES, 2 * CHUNK_BYTES].flatMap((edge) => AROUND.map((more) => edge + more)),
  3 * CHUNK_BYTES + 100,
]

describe('a sealed content', () => {
  for (const sizeBytes of SIZES) {
    test(`of ${sizeBytes} bytes is opened again, whatever the parts that it came in`, () => {
      const content = randomBytes(sizeBytes)

      for (const partBytes of [sizeBytes || 1, 10_007, 65_536, CHUNK_BYTES + 1]) {
        const stored = sealed(content, partBytes)

        assert.ok(opened(stored, sha256Of(content)).equals(content))
        assert.equal(stored.byteLength, sizeBytes + 16 * Math.ceil(sizeBytes / CHUNK_BYTES) + TAIL_BYTES)
        assert.equal(contentSize(stored.byteLength), sizeBytes)
      }
    })
  }

  test('does not show what it is, not even whether two are equal', () => {
    const content = Buffer.alloc(3 * CHUNK_BYTES, 'confidential ')

    const first = sealed(content)
    const second = sealed(content)

    for (const stored of [first, second]) assert.ok(!stored.includes('confiden'))
    assert.ok(!first.includes(sha256Of(content)) && !first.includes(Buffer.from(sha256Of(content), 'hex')))
    for (let at = 0; at + 32 <= first.byteLength; at += ENCRYPTED_CHUNK_BYTES) {
      assert.ok(!first.subarray(at, at + 32).equals(second.subarray(at, at + 32)))
    }
    const chunks = [0, 1, 2].map((chunk) =>
      first.subarray(chunk * ENCRYPTED_CHUNK_BYTES, chunk * ENCRYPTED_CHUNK_BYTES + 32),
    )
    assert.equal(new Set(chunks.map((chunk) => chunk.toString('hex'))).size, 3)
  })
})

describe('contentSize', () => {
  test('knows every size that a content is sealed to, and no other', () => {
    const sealedTo = (sizeBytes: number) => sizeBytes + 16 * Math.ceil(sizeBytes / CHUNK_BYTES) + TAIL_BYTES
    const edges = [0, CHUNK_BYTES, 2 * CHUNK_BYTES]
    const near = edges.flatMap((edge) => Array.from({ length: 200 }, (_, index) => edge - 100 + index))
    const possible = new Map(near.filter((size) => size >= 0).map((size) => [sealedTo(size), size]))

    for (const edge of edges.map(sealedTo)) {
      for (let stored = Math.max(0, edge - 80); stored < edge + 80; stored++) {
        assert.equal(contentSize(stored), possible.get(stored), `${stored} bytes`)
      }
    }
  })
})

describe('damage of a sealed content', () => {
  const isDamage = (stored: Buffer, sha256: string, ring = keyring) =>
    assert.throws(() => opened(stored, sha256, ring), DamagedBlob)

  for (const text of ['', 'a payslip of Marie, no longer than this']) {
    test(`is noticed wherever a byte of it is flipped: ${text.length} bytes`, () => {
      const content = Buffer.from(text)
      const stored = sealed(content)

      for (let at = 0; at < stored.byteLength; at++) {
        for (const bit of [1, 0x80]) {
          const flipped = Buffer.from(stored)
          flipped[at] = (stored[at] ?? 0) ^ bit
          isDamage(flipped, sha256Of(content))
        }
      }
    })
  }

  test('is noticed when it is cut off at any place', () => {
    const content = Buffer.from('a payslip')
    const stored = sealed(content)

    for (let length = 0; length < stored.byteLength; length++) {
      isDamage(stored.subarray(0, length), sha256Of(content))
      isDamage(stored.subarray(stored.byteLength - length), sha256Of(content))
    }
  })

  test('is noticed when bytes are added in front, behind, or before the tail', () => {
    const content = randomBytes(CHUNK_BYTES + 100)
    const stored = sealed(content)
    const chunks = stored.subarray(0, -TAIL_BYTES)
    const tail = stored.subarray(-TAIL_BYTES)

    for (const added of [Buffer.alloc(1), Buffer.alloc(17), randomBytes(ENCRYPTED_CHUNK_BYTES), tail]) {
      for (const parts of [
        [added, stored],
        [stored, added],
        [chunks, added, tail],
      ]) {
        isDamage(Buffer.concat(parts), sha256Of(content))
      }
    }
  })

  test('is noticed when chunks are missing, repeated or exchanged, though each is whole', () => {
    const content = Buffer.alloc(3 * CHUNK_BYTES, 'x')
    const stored = sealed(content)
    const chunk = (index: number) => stored.subarray(index * ENCRYPTED_CHUNK_BYTES, (index + 1) * ENCRYPTED_CHUNK_BYTES)
    const tail = stored.subarray(-TAIL_BYTES)

    for (const order of [[0, 1], [1, 2], [], [0, 2, 1], [1, 0, 2], [2, 1, 0], [0, 0, 2], [0, 1, 2, 2], [1, 1, 1]]) {
      isDamage(Buffer.concat([...order.map(chunk), tail]), sha256Of(content))
    }
    assert.ok(opened(Buffer.concat([...[0, 1, 2].map(chunk), tail]), sha256Of(content)).equals(content))
  })

  test('is noticed when another content stands in its place, whole or with either tail', () => {
    const one = randomBytes(5000)
    const other = randomBytes(5000)
    const ours = sealed(one)
    const theirs = sealed(other)
    const mixed = Buffer.concat([theirs.subarray(0, -TAIL_BYTES), ours.subarray(-TAIL_BYTES)])

    isDamage(theirs, sha256Of(one))
    isDamage(mixed, sha256Of(one))
    isDamage(mixed, sha256Of(other))
  })

  test('is noticed when chunks are those of an earlier sealing of the same content', () => {
    const content = randomBytes(5000)
    const before = sealed(content)
    const after = sealed(content)

    isDamage(Buffer.concat([before.subarray(0, -TAIL_BYTES), after.subarray(-TAIL_BYTES)]), sha256Of(content))
  })

  test('is what a content of another SECRET_KEY looks like', () => {
    const content = randomBytes(100)

    isDamage(sealed(content), sha256Of(content), openKeyring('another secret key that is long enough, too'))
  })

  test('is noticed wherever bytes are exchanged, and nothing else is', () => {
    const content = randomBytes(CHUNK_BYTES + 500)
    const stored = sealed(content)
    const places = fc.tuple(fc.nat(stored.byteLength - 1), fc.integer({ min: 1, max: 255 }))

    fc.assert(
      fc.property(places, ([at, change]) => {
        const spoilt = Buffer.from(stored)
        spoilt[at] = (stored[at] ?? 0) ^ change
        isDamage(spoilt, sha256Of(content))
      }),
      { numRuns: 200 },
    )
    assert.ok(opened(Buffer.from(stored), sha256Of(content)).equals(content))
  })
})
