import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BitString, GeneralizedTime, Integer, Null, OctetString, Sequence, Utf8String } from 'asn1js'
import fc from 'fast-check'
import { AlgorithmIdentifier, Certificate } from 'pkijs'
import { rawOf, readAs, readAsn1, toDer, UnreadableAsn1, valuesIn } from './asn1.ts'
import { changedAt } from './asn1-samples.conformance.ts'
import { ID } from './object-ids.ts'
import { octetsOf } from './read-cms.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const refused = (make: () => unknown) => assert.throws(make, UnreadableAsn1)
/** So many sequences, one within the other. */
const nested = (depth: number): Buffer =>
  toDer(Array.from({ length: depth }).reduce((inner: Sequence) => new Sequence({ value: [inner] }), new Sequence()))
const flat = (count: number) =>
  toDer(new Sequence({ value: Array.from({ length: count }, () => new Integer({ value: 1 })) }))

describe('readAsn1 refuses', () => {
  for (const [what, bytes] of Object.entries({
    nothing: '',
    'a tag alone': '30',
    'a length that is cut off': '30 82 01',
    'a value that is cut off': '30 03 02 01',
    'a value that is longer than the one that holds it': '30 03 02 05 01 02 03 04 05',
    'a value that is shorter than the one that holds it says': '30 06 02 01 01',
    'an inner value that goes beyond the outer one': '30 05 30 03 02 04 01 02 03 04',
    'a length of 2^63 bytes': '04 88 7f ff ff ff ff ff ff ff 00',
    'values without end': '30 80 '.repeat(40),
    'a value that another one follows': '02 01 05 02 01 06',
    'a value that a zero follows': '02 01 05 00',
    'a value without a length that something follows': '30 80 00 00 00',
    text: Buffer.from('<html>').toString('hex'),
    'a time that is a word': `18 0f ${Buffer.from('20AB0102030405Z').toString('hex')}`,
    'a time within another value': `30 07 18 05 ${Buffer.from('never').toString('hex')}`,
  })) {
    test(what, () => refused(() => readAsn1(hex(bytes))))
  }

  test('more levels, and more values, than its limits', () => {
    assert.ok(readAsn1(nested(20)))
    refused(() => readAsn1(nested(40)))
    assert.equal(valuesIn(readAsn1(flat(9000))).length, 9000)
    refused(() => readAsn1(flat(10_001)))
    assert.equal(valuesIn(readAsn1(flat(10_001), { maxNodes: 20_000 })).length, 10_001)
  })
})

describe('readAsn1 takes', () => {
  test('lengths that are left out, and bytes in pieces, as BER allows', () => {
    assert.deepEqual(octetsOf(readAsn1(hex('24 80 04 02 0102 04 01 03 00 00'))), hex('010203'))
    assert.equal(valuesIn(readAsn1(hex('30 80 02 01 05 02 01 06 00 00'))).length, 2)
  })

  test('a copy: what is read does not change with the bytes it was read from', () => {
    const bytes = hex('04 02 0102')
    const block = readAsn1(bytes)
    bytes.fill(0)

    assert.deepEqual(octetsOf(block), hex('0102'))
  })
})

describe('readAs', () => {
  test('reads the structure it is asked for, from bytes or from a value', () => {
    const der = toDer(new AlgorithmIdentifier({ algorithmId: ID.sha256 }))

    assert.equal(readAs(AlgorithmIdentifier, der).algorithmId, ID.sha256)
    assert.equal(readAs(AlgorithmIdentifier, readAsn1(der)).algorithmId, ID.sha256)
  })

  test('refuses another structure, and says which was expected', () => {
    assert.throws(() => readAs(Certificate, hex('30 03 02 01 01')), {
      name: 'UnreadableAsn1',
      message: 'The value is not a Certificate.',
    })
  })
})

test('valuesIn and octetsOf refuse values of another kind, and none', () => {
  for (const block of [undefined, new Integer({ value: 1 }), new OctetString({ valueHex: hex('00') })]) {
    if (!(block instanceof OctetString)) refused(() => octetsOf(block))
  }
  refused(() => valuesIn(undefined))
  refused(() => valuesIn(new Integer({ value: 1 })))
  refused(() => octetsOf(new Sequence()))
})

describe('a value that was read', () => {
  test('is answered as it was written, also where DER would have it otherwise', () => {
    for (const written of ['30 81 03 02 01 05', '02 02 00 05', '24 80 04 01 07 00 00', '30 80 02 01 05 00 00']) {
      assert.deepEqual(rawOf(readAsn1(hex(written))), hex(written))
    }
    const [inner] = valuesIn(readAsn1(hex('30 05 02 81 02 00 05')))
    assert.deepEqual(rawOf(inner ?? new Null()), hex('02 81 02 00 05'))
  })

  test('ends where its length says: what stands behind it is not of it, where something may', () => {
    assert.deepEqual(rawOf(readAsn1(hex('02 01 05 02 01 06'), { mayBeFollowed: true })), hex('02 01 05'))
    assert.deepEqual(rawOf(readAsn1(hex('30 80 00 00 00'), { mayBeFollowed: true })), hex('30 80 00 00'))
  })

  test('does not open octet strings, whose bytes only look like a value', () => {
    assert.deepEqual(octetsOf(readAsn1(hex('04 03 02 01 05'))), hex('02 01 05'))
  })
})

/** Values as they occur in certificates, so many levels deep. */
const { tree } = fc.letrec<{ tree: BaseValue; leaf: BaseValue }>((tie) => ({
  leaf: fc.oneof(
    fc.nat(2 ** 31 - 1).map((value) => new Integer({ value })),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => new OctetString({ valueHex: Uint8Array.from(bytes) })),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => new BitString({ valueHex: Uint8Array.from(bytes) })),
    fc.string({ maxLength: 20 }).map((value) => new Utf8String({ value })),
    fc.date({ min: new Date('1960-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }).map(aTime),
    fc.constant(null).map(() => new Null()),
  ),
  tree: fc.oneof(
    { maxDepth: 4 },
    tie('leaf'),
    fc.array(tie('tree'), { maxLength: 5 }).map((value) => new Sequence({ value })),
  ),
}))
type BaseValue = Sequence | Integer | OctetString | BitString | Utf8String | GeneralizedTime | Null

function aTime(moment: Date): GeneralizedTime {
  return new GeneralizedTime({ valueDate: new Date(Math.floor(moment.getTime() / 1000) * 1000) })
}

describe('any value', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(tree, (value) => {
        const written = toDer(value)
        assert.deepEqual(rawOf(readAsn1(written)), written)
        assert.deepEqual(toDer(readAsn1(written)), written)
      }),
      { seed: 11, numRuns: 300 },
    )
  })

  test('is refused cut off, with the error that says so', () => {
    fc.assert(
      fc.property(tree, fc.nat(), (value, at) => {
        const written = toDer(value)
        refused(() => readAsn1(written.subarray(0, at % written.length)))
      }),
      { seed: 12, numRuns: 300 },
    )
  })

  test('with any byte changed is read, or refused with that error', () => {
    let reads = 0
    fc.assert(
      fc.property(tree, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, at, bits) => {
        const written = toDer(value)
        try {
          readAsn1(changedAt(written, at % written.length, bits))
          reads += 1
        } catch (error) {
          assert.ok(error instanceof UnreadableAsn1, String(error))
        }
      }),
      { seed: 13, numRuns: 500 },
    )
    assert.ok(reads > 20 && reads < 480, `${reads} were read`)
  })

  test('of noise is read, or refused with that error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          assert.ok(rawOf(readAsn1(bytes)).length <= bytes.length)
        } catch (error) {
          assert.ok(error instanceof UnreadableAsn1, String(error))
        }
      }),
      { seed: 14, numRuns: 1000 },
    )
  })
})
