import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { fillSignatureSpace, signatureSpace } from './signature-space.ts'

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** A file with room for a signature, and so much text around it. */
function aFile(roomBytes: number, { before = 'begin', after = 'end' } = {}): Buffer {
  return Buffer.from(`${before}<<${signatureSpace(roomBytes)}>>${after}`, 'latin1')
}

/** What the file says that is signed, and what stands in the place of the signature. */
function signatureIn(file: Buffer, from = 0) {
  const text = file.toString('latin1')
  const found = /\/ByteRange\[0 (\d+) *(\d+) *(\d+) *\]\/Contents<([0-9a-f]*)>/.exec(text.slice(from))
  assert.ok(found, text)
  const [count = 0, next = 0, rest = 0] = found.slice(1, 4).map(Number)
  return { count, next, rest, hex: found[4] ?? '' }
}

describe('signatureSpace', () => {
  test('has two digits for each byte, and room for the positions of a file of ten gigabytes', () => {
    for (const bytes of [0, 1, 300]) {
      const [range = '', zeros = ''] = signatureSpace(bytes).split('/Contents')

      assert.equal(zeros, `<${'0'.repeat(2 * bytes)}>`)
      assert.equal(range.length, '/ByteRange[0 '.length + 3 * 10 + 2 + 1)
    }
  })
})

describe('fillSignatureSpace', () => {
  test('signs everything but the space and its brackets, and says so in the file', async () => {
    const file = aFile(8)
    const { length } = file
    let told: { digest: Buffer; before: Buffer; after: Buffer } | undefined

    await fillSignatureSpace(file, 0, async (digest, { before, after }) => {
      told = { digest, before: Buffer.from(before), after: Buffer.from(after) }
      return Buffer.from('0102ff', 'hex')
    })

    const { count, next, rest, hex } = signatureIn(file)
    assert.equal(hex, `0102ff${'0'.repeat(10)}`)
    assert.deepEqual([file.length, next - count, next + rest], [length, 2 * 8 + 2, length])
    assert.deepEqual(told?.before, file.subarray(0, count))
    assert.deepEqual(told?.after, file.subarray(next))
    assert.deepEqual(told?.digest, sha256(file.subarray(0, count), file.subarray(next)))
  })

  test('is about the positions too: they are written before the digest is taken', async () => {
    const file = aFile(4)
    let before = ''

    await fillSignatureSpace(file, 0, async (_digest, content) => {
      before = content.before.toString('latin1')
      return Buffer.alloc(0)
    })

    assert.doesNotMatch(before, /\*/)
    assert.match(before, /\/ByteRange\[0 \d+ +\d+ +\d+ *\]\/Contents$/)
  })

  test('takes the first space behind a place, and leaves an earlier signature alone', async () => {
    const earlier = aFile(4)
    await fillSignatureSpace(earlier, 0, async () => Buffer.from('aabbccdd', 'hex'))
    const file = Buffer.concat([earlier, aFile(4, { before: 'update' })])

    await fillSignatureSpace(file, earlier.length, async () => Buffer.from('11223344', 'hex'))

    assert.ok(file.subarray(0, earlier.length).equals(earlier))
    assert.equal(signatureIn(file).hex, 'aabbccdd')
    const { count, next, rest, hex } = signatureIn(file, earlier.length)
    assert.equal(hex, '11223344')
    assert.deepEqual([count > earlier.length, next + rest], [true, file.length])
  })

  test('begins at the object of the signature: what looks like a space before it is left as it is', async () => {
    const planted = Buffer.from(`stream ${signatureSpace(2)} /Contents<00> ${'*'.repeat(10)} endstream`, 'latin1')
    const file = Buffer.concat([planted, aFile(4), planted])

    await fillSignatureSpace(file, planted.length, async () => Buffer.from('11223344', 'hex'))

    assert.ok(file.subarray(0, planted.length).equals(planted))
    assert.ok(file.subarray(-planted.length).equals(planted))
    assert.equal(signatureIn(file, planted.length).hex, '11223344')
  })

  test('refuses a file without a space, or with one that was filled', async () => {
    const filled = aFile(4)
    await fillSignatureSpace(filled, 0, async () => Buffer.alloc(4))

    for (const file of [filled, Buffer.from('/Contents<00>')]) {
      const failing = fillSignatureSpace(file, 0, async () => Buffer.alloc(0))
      await assert.rejects(failing, { message: 'The file has no space for a signature.' })
    }
  })

  test('takes a signature that just fits, and refuses one of a byte more', async () => {
    const fits = aFile(5)
    await fillSignatureSpace(fits, 0, async () => Buffer.alloc(5, 0xee))
    assert.equal(signatureIn(fits).hex, 'ee'.repeat(5))

    const file = aFile(5)
    const tooLong = fillSignatureSpace(file, 0, async () => Buffer.alloc(6, 0xee))

    await assert.rejects(tooLong, { message: 'The signature has 6 bytes; 5 fit.' })
    assert.equal(signatureIn(file).hex, '0'.repeat(10), 'nothing of it is in the file')
  })

  test('leaves the place empty if there is no signature, with the error of the one who signs', async () => {
    const file = aFile(5)

    const failing = fillSignatureSpace(file, 0, () => Promise.reject(new Error('no key')))

    await assert.rejects(failing, { message: 'no key' })
    assert.equal(signatureIn(file).hex, '0'.repeat(10))
  })

  test('holds for any content and any signature: what is signed and the rest are the file', async () => {
    const text = fc.string({ maxLength: 300 }).map((one) => one.replaceAll(/[*/<>]/g, ' '))
    const cases = fc.record({
      before: text,
      after: text,
      signature: fc.uint8Array({ maxLength: 40 }),
      more: fc.nat(20),
    })

    const holds = fc.asyncProperty(cases, async ({ before, after, signature, more }) => {
      const room = signature.length + more
      const file = aFile(room, { before, after })
      const bare = Buffer.from(file)
      let digest = Buffer.alloc(0)
      await fillSignatureSpace(file, 0, async (found) => {
        digest = Buffer.from(found)
        return Buffer.from(signature)
      })

      const { count, next, rest, hex } = signatureIn(file)
      assert.equal(next + rest, bare.length)
      assert.equal(
        hex,
        Buffer.from(signature)
          .toString('hex')
          .padEnd(2 * room, '0'),
      )
      assert.deepEqual(digest, sha256(file.subarray(0, count), file.subarray(next)))
      assert.ok(file.subarray(next).equals(bare.subarray(next)))
    })
    await fc.assert(holds, { seed: 7, numRuns: 200 })
  })
})
