import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Integer, Sequence } from 'asn1js'
import fc from 'fast-check'
import { toDer, UnreadableAsn1 } from './asn1.ts'
import { valuesOf } from './asn1-samples.conformance.ts'
import { derOf, derValuesIn, TAG } from './der.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const split = (der: Buffer) => [...derValuesIn(der)]

describe('derValuesIn', () => {
  for (const [what, bytes] of Object.entries({
    nothing: '',
    'a tag alone': '30',
    'a length that is cut off': '30 82 01',
    'a value that is cut off': '30 03 02 01',
    'a value that another one follows': '30 00 05 00',
    'an inner value that goes beyond the outer one': '30 03 02 02 01',
    'an inner tag without a length': '30 03 05 00 05',
    'a length that is left out': '30 80 00 00',
    'a length that is longer than it must be': '30 81 02 05 00',
    'a length with a zero before it': `30 82 00 80 ${'05 00'.repeat(64)}`,
    'a length of five bytes': '30 85 00 00 00 00 02 05 00',
    'a tag of several bytes': '30 03 1f 81 00',
  })) {
    test(`refuses ${what}`, () => assert.throws(() => split(hex(bytes)), UnreadableAsn1))
  }

  test('finds the values that asn1js finds, as they were written', () => {
    const values = fc.array(fc.bigInt({ min: 0n, max: 2n ** 1200n }), { maxLength: 40 })
    const holds = fc.property(values, (numbers) => {
      const written = toDer(new Sequence({ value: numbers.map((one) => Integer.fromBigInt(one)) }))
      assert.deepEqual(split(written), valuesOf(written))
      assert.deepEqual(derOf(TAG.sequence, ...split(written)), written)
    })
    fc.assert(holds, { seed: 21, numRuns: 200 })
  })
})

test('derOf writes lengths of any size as DER has them', () => {
  for (const [size, head] of [
    [0, '04 00'],
    [127, '04 7f'],
    [128, '04 81 80'],
    [255, '04 81 ff'],
    [256, '04 82 01 00'],
    [65_536, '04 83 01 00 00'],
  ] as const) {
    assert.deepEqual(derOf(0x04, Buffer.alloc(size)), Buffer.concat([hex(head), Buffer.alloc(size)]))
  }
})
