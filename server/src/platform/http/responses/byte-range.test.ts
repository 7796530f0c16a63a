import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { rangeIn } from './byte-range.ts'

describe('rangeIn', () => {
  const served: [header: string, start: number, end: number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-9', 0, 9],
    ['bytes=0-', 0, 9],
    ['bytes=2-4', 2, 4],
    ['bytes=9-9', 9, 9],
    ['bytes=9-', 9, 9],
    ['bytes=5-1000', 5, 9],
    ['bytes=0-999999999999999', 0, 9],
    ['bytes=-1', 9, 9],
    ['bytes=-10', 0, 9],
    ['bytes=-11', 0, 9],
    ['bytes=-999999999999999', 0, 9],
    ['bytes=007-008', 7, 8],
  ]
  for (const [header, start, end] of served) {
    test(`${header} of ten bytes are those from ${start} to ${end}`, () => {
      assert.deepEqual(rangeIn(header, 10), { start, end })
    })
  }

  for (const header of ['bytes=10-', 'bytes=10-20', 'bytes=999999999999999-', 'bytes=-0', 'bytes=-00']) {
    test(`${header} of ten bytes is nothing that is there`, () => {
      assert.equal(rangeIn(header, 10), null)
    })
  }

  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1', 'bytes=5-9']) {
    test(`${header} of no bytes is nothing that is there`, () => {
      assert.equal(rangeIn(header, 0), null)
    })
  }

  for (const header of [
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes 0-4',
    '0-4',
    'bytes=4',
    'bytes=4-2',
    'bytes=--4',
    'bytes=0--4',
    'bytes=0-1,4-5',
    'bytes=0-4,',
    'bytes=,0-4',
    'bytes=+0-4',
    'bytes=-1-4',
    'bytes=0-4-',
    'bytes=0-4;q=1',
    'bytes=a-b',
    'bytes=0x0-4',
    'bytes=0.5-4',
    'bytes=1e0-4',
    'bytes=0-NaN',
    'bytes=０-４',
    'bytes=0–4',
    'items=0-4',
    'xbytes=0-4',
    'bytes==0-4',
    'bytes=0-4\n',
    'bytes=\0-4',
    `bytes=${'9'.repeat(16)}-`,
    `bytes=-${'9'.repeat(400)}`,
  ]) {
    test(`${JSON.stringify(header)} is ignored`, () => {
      assert.equal(rangeIn(header, 10), undefined)
    })
  }

  test('what is served lies within the bytes, whatever is asked', () => {
    const numbers = fc.oneof(fc.constant(''), fc.nat({ max: 40 }).map(String), fc.stringMatching(/^[0-9]{1,16}$/))

    fc.assert(
      fc.property(numbers, numbers, fc.nat({ max: 30 }), (first, last, sizeBytes) => {
        const range = rangeIn(`bytes=${first}-${last}`, sizeBytes)

        if (!range) return
        assert.ok(range.start >= 0 && range.start <= range.end && range.end < sizeBytes)
        if (first !== '') assert.equal(range.start, Number(first))
        else assert.equal(range.end, sizeBytes - 1)
      }),
      { numRuns: 2000 },
    )
  })

  test('no header makes it fail', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (header, sizeBytes) => {
        rangeIn(header, sizeBytes)
        rangeIn(`bytes=${header}`, sizeBytes)
      }),
    )
  })
})
