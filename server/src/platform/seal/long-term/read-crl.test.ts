import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Enumerated, Integer } from 'asn1js'
import { rawOf, toDer, UnreadableAsn1 } from '#platform/seal/asn1.ts'
import { issue } from '#platform/seal/asn1-samples.conformance.ts'
import { derOf, derValuesIn, TAG } from '#platform/seal/der.ts'
import { ID } from '#platform/seal/object-ids.ts'
import { anExtension, crlOf, revokedFor } from './answers.conformance.ts'
import { findRevoked, readCrl } from './read-crl.ts'

const NOW = new Date('2031-01-15T12:00:00Z')
const MAX_BYTES = 1024 * 1024
const root = issue('Root', { now: NOW })
const own = issue('Own', { now: NOW, by: root })
const plain = crlOf({ by: root, now: NOW })
const reasonless = revokedFor(own, NOW)
const numberOf = (value: number) => toDer(new Integer({ value }))

/** A list with other fields in place of its own; its signature is no longer right. */
function withFields(change: (fields: Buffer[]) => Buffer[], list = plain): Buffer {
  const [tbs = Buffer.alloc(0), ...rest] = derValuesIn(list)
  return derOf(TAG.sequence, derOf(TAG.sequence, ...change([...derValuesIn(tbs)])), ...rest)
}

/** A list of so many bytes, of entries that are all the same. */
function filledWith(entry: Buffer): Buffer {
  const entries = Buffer.alloc(Math.floor((MAX_BYTES - 1000) / entry.length) * entry.length, entry)
  return withFields((fields) => [...fields, derOf(TAG.sequence, entries)])
}

function cpuMsOf(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe('readCrl', () => {
  test('reads all but the revoked certificates, which stay as they were written', () => {
    const list = crlOf({ by: root, now: NOW, revoked: [reasonless, new Integer({ value: 7 })] })

    const { head, signed, entries } = readCrl(list)

    assert.equal(head.revokedCertificates, undefined)
    assert.deepEqual(head.thisUpdate.value, new Date(NOW.getTime() - 60_000))
    assert.deepEqual([signed.bytes, signed.algorithm], [[...derValuesIn(list)][0], ID.ecdsaWithSha256])
    assert.equal([...derValuesIn(entries)].length, 2)
    assert.equal(findRevoked(entries, numberOf(7))?.userCertificate.valueBlock.valueDec, 7)
    assert.deepEqual(findRevoked(entries, rawOf(reasonless.userCertificate))?.revocationDate.value, NOW)
    assert.equal(findRevoked(entries, numberOf(8)), undefined)
  })

  const [tbs = Buffer.alloc(0), algorithm = Buffer.alloc(0), signature = Buffer.alloc(0)] = derValuesIn(plain)
  for (const [what, list] of Object.entries({
    'with bytes behind it': Buffer.concat([plain, Buffer.from('/Contents<')]),
    'with a value behind its signature': derOf(TAG.sequence, tbs, algorithm, signature, signature),
    'without a signature': derOf(TAG.sequence, tbs, algorithm),
    'whose signature is something else': derOf(TAG.sequence, tbs, algorithm, algorithm),
    'that is signed in another way than it says': derOf(
      TAG.sequence,
      tbs,
      derOf(TAG.sequence, toDer(new Integer({ value: 1 }))),
      signature,
    ),
    'with two lists of revoked certificates': withFields((fields) => [
      ...fields,
      derOf(TAG.sequence),
      derOf(TAG.sequence),
    ]),
    'with a field that is not known': withFields((fields) => [...fields, numberOf(1)]),
    'with ten thousand fields': withFields((fields) => [...fields, ...Array(10_000).fill(numberOf(1))]),
    'that is not a list of values': derOf(TAG.integer, tbs, algorithm, signature),
  })) {
    test(`refuses a list ${what}`, () => assert.throws(() => readCrl(list), UnreadableAsn1))
  }

  test('refuses entries without a number, and one of the certificate that cannot be read', () => {
    for (const entry of [derOf(TAG.sequence), numberOf(1), derOf(TAG.sequence, numberOf(5))]) {
      assert.throws(() => findRevoked(derOf(TAG.sequence, entry), numberOf(5)), UnreadableAsn1)
    }
  })

  /** asn1js took 1.5 to 3.7 seconds for these, before anything was known of who sent them. */
  for (const [what, entry] of Object.entries({
    'real entries with reasons': toDer(
      revokedFor(own, NOW, [anExtension(ID.reasonCode, new Enumerated({ value: 4 }))]),
    ),
    'the smallest entries': derOf(TAG.sequence, numberOf(1)),
  })) {
    test(`takes little time for a list of a million bytes, of ${what}`, () => {
      const list = filledWith(entry)
      assert.ok(list.length > MAX_BYTES - 2000)

      const readMs = cpuMsOf(() => readCrl(list))
      const { entries } = readCrl(list)
      const findMs = cpuMsOf(() => assert.equal(findRevoked(entries, numberOf(123_456)), undefined))

      assert.ok(readMs < 100 && findMs < 500, `${readMs} ms and ${findMs} ms`)
    })
  }
})
