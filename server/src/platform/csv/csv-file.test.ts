import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '#test/harness/any-character.ts'
import { memoryWatch } from '#test/harness/memory.ts'
import { CsvFile } from './csv-file.ts'
import type { CsvRow } from './csv-reader.ts'
import { csvLine } from './write-csv.ts'

const MIB = 1024 * 1024
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** All rows of a file that comes in these pieces. */
function rowsOf(...pieces: (string | Uint8Array)[]): CsvRow[] {
  const file = new CsvFile()
  const read = pieces.map((piece) => [...file.read(typeof piece === 'string' ? Buffer.from(piece) : piece)])
  return [...read.flat(), ...file.read(undefined)].map(({ line, cells, isDoubtful }) => ({ line, cells, isDoubtful }))
}
const cellsOf = (...pieces: (string | Uint8Array)[]) => rowsOf(...pieces).map((row) => row.cells)

/** Every way to cut bytes once. */
const cutsOf = (bytes: Buffer) =>
  Array.from({ length: bytes.length + 1 }, (_, at) => [bytes.subarray(0, at), bytes.subarray(at)])

const byteByByte = (bytes: Buffer) => Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1))

function refusal(...pieces: (string | Uint8Array)[]): { line: number | null; code: string } {
  try {
    rowsOf(...pieces)
  } catch (error) {
    const { line, code } = (error as { problem: { line: number | null; code: string } }).problem
    return { line, code }
  }
  return assert.fail('it was read')
}

describe('a CSV file', () => {
  test('gives its rows with the lines on which they begin', () => {
    assert.deepEqual(rowsOf('country,city\nfr,paris\n'), [
      { line: 1, cells: ['country', 'city'], isDoubtful: false },
      { line: 2, cells: ['fr', 'paris'], isDoubtful: false },
    ])
  })

  test('has no rows when it has no bytes, or a byte order mark alone', () => {
    assert.deepEqual([rowsOf(), rowsOf(''), rowsOf(BOM)], [[], [], []])
  })

  const mark: [string, (string | Uint8Array)[]][] = [
    ['in one piece', [Buffer.concat([BOM, Buffer.from('a,b\n')])]],
    ['in two', [BOM.subarray(0, 2), BOM.subarray(2), 'a,b\n']],
    ['before a quote', [Buffer.concat([BOM, Buffer.from('"a",b\n')])]],
  ]
  for (const [what, pieces] of mark) {
    test(`leaves out a byte order mark ${what}`, () => {
      assert.deepEqual(cellsOf(...pieces), [['a', 'b']])
    })
  }

  test('keeps the sign of a byte order mark that stands anywhere else', () => {
    assert.deepEqual(cellsOf('a,\uFEFFb\n', '\uFEFFc,d\n'), [
      ['a', '\uFEFFb'],
      ['\uFEFFc', 'd'],
    ])
  })

  test('is the same wherever it is cut into pieces', () => {
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const text = ['ä;"b;""c"', '"1\n2\r\n3";🙂', '', '"x" y;€"z', '""""; ', '"last"'].join(lineEnd)
      const whole = rowsOf(text)

      for (const pieces of cutsOf(Buffer.from(text))) assert.deepEqual(rowsOf(...pieces), whole)
      assert.deepEqual(rowsOf(...byteByByte(Buffer.from(text))), whole)
    }
  })

  test('that csvLine wrote reads as what was written, cut anywhere', () => {
    const cell = fc.oneof(
      fc.string({
        unit: fc.constantFrom("'", '=', '-', '@', '"', ',', ';', '\t', '\r', '\n', 'a', 'é', '€', '🙂', ' ', '\0'),
      }),
      fc.string({ unit: anyCharacter }),
    )
    const table = fc
      .array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 })
      // Which would be taken for a byte order mark.
      .filter(([first]) => first?.[0]?.startsWith('\uFEFF') !== true)
    const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 })

    fc.assert(
      fc.property(table, places, (rows, cuts) => {
        const bytes = Buffer.from(rows.map(csvLine).join(''))
        const at = [0, ...cuts.map((one) => Math.floor(one * bytes.length)).sort((a, b) => a - b), bytes.length]
        const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end))

        assert.deepEqual(cellsOf(...pieces), rows)
        assert.ok(rowsOf(...pieces).every((row) => !row.isDoubtful))
      }),
      { numRuns: 300 },
    )
  })

  test('of any bytes is read or refused, and in the same way wherever it is cut', () => {
    const sign = fc.constantFrom('"', '"', ',', ';', '\r', '\n', '\r\n', 'a', 'é', '€').map((one) => Buffer.from(one))
    const text = fc.array(sign, { maxLength: 30 }).map((signs) => Buffer.concat(signs))
    const broken = fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes))
    const outcome = (pieces: Uint8Array[]) => {
      try {
        return rowsOf(...pieces)
      } catch (error) {
        return (error as { problem: { code: string } }).problem.code
      }
    }

    fc.assert(
      // A piece of one byte does not tell a ZIP archive yet.
      fc.property(fc.oneof(text, broken), fc.integer({ min: 2, max: 40 }), (bytes, at) => {
        assert.deepEqual(outcome([bytes.subarray(0, at), bytes.subarray(at)]), outcome([bytes]))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a file that is not CSV', () => {
  const others: [string, Uint8Array, RegExp][] = [
    ['a ZIP archive or a spreadsheet', Buffer.from('PK\x03\x04\x14\0\x06\0'), /ZIP archive or a spreadsheet/],
    ['UTF-16, little end first', Buffer.from('\uFEFFa,b\n', 'utf16le'), /UTF-16/],
    ['UTF-16, big end first', Buffer.from('\uFEFFa,b\n', 'utf16le').swap16(), /UTF-16/],
  ]
  for (const [what, bytes, message] of others) {
    test(`is refused as ${what}, in words that say what to do`, () => {
      assert.throws(() => rowsOf(bytes), message)
      assert.deepEqual(refusal(bytes), { line: 1, code: 'not_csv' })
    })
  }
})

describe('a file that is not UTF-8', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1')

  test('is refused on the line that is not, wherever it is cut', () => {
    const text = latin1('a,b\nc,d\r\né,f\ng,h\n')

    for (const pieces of cutsOf(text)) assert.deepEqual(refusal(...pieces), { line: 3, code: 'not_utf8' })
  })

  const cases: [string, Buffer, number][] = [
    ['on its first line', latin1('é\nb\n'), 1],
    ['on its last, which has no end', latin1('a\nb\né'), 3],
    ['behind characters of several bytes', Buffer.concat([Buffer.from('é€🙂\n\n'), latin1('ü\n')]), 3],
    ['on the second line of a cell', Buffer.concat([Buffer.from('a\n"1\n'), latin1('é\n3"\n')]), 3],
    ['where a character is cut off by the end', Buffer.from('a\n€').subarray(0, -1), 2],
    [
      'where a character is cut off by a line end',
      Buffer.concat([Buffer.from('€').subarray(0, 2), latin1('\na\n')]),
      1,
    ],
    ['by half of a surrogate pair', Buffer.from([0x61, 0x0a, 0xed, 0xa0, 0x80]), 2],
    ['by an overlong slash', Buffer.from([0x61, 0x0a, 0xc0, 0xaf]), 2],
    ['by a byte that begins nothing', Buffer.from([0x61, 0x0a, 0x0a, 0xf8]), 3],
  ]
  for (const [what, bytes, line] of cases) {
    test(`is refused ${what}, in one piece and byte by byte`, () => {
      assert.deepEqual(refusal(bytes), { line, code: 'not_utf8' })
      assert.deepEqual(refusal(...byteByByte(bytes)), { line, code: 'not_utf8' })
    })
  }

  test('is refused in words that say what to do', () => {
    assert.throws(() => rowsOf(latin1('é')), /This line is not UTF-8\. Save the file with the encoding UTF-8\./)
  })
})

describe('a file that is too much', () => {
  const PIECE_BYTES = MIB / 4

  /** How a file is refused that goes on and on, 10 MiB long at most. */
  function refusedAfter(first: string, rest: string) {
    const file = new CsvFile()
    const memory = memoryWatch()
    const startedAt = performance.now()
    for (let pieces = 0; pieces * PIECE_BYTES < 10 * MIB; pieces += 1) {
      try {
        Array.from(file.read(pieces === 0 ? Buffer.from(first) : Buffer.alloc(PIECE_BYTES, rest)))
      } catch (error) {
        const ms = performance.now() - startedAt
        memory.look()
        const { code, line } = (error as { problem: { code: string; line: number } }).problem
        return { code, line, ms, bytes: pieces * PIECE_BYTES, heldBytes: memory.peakBytes() }
      }
    }
    return assert.fail('10 MiB were read')
  }

  const endless: [string, string, string, string][] = [
    ['a line without an end', 'a,b\n', 'x', 'row_too_long'],
    ['a first line without an end', 'a', 'x', 'row_too_long'],
    ['a line of quoted cells without an end', 'a,b\n', '"x",', 'row_too_long'],
    ['a line of empty quoted cells without an end', 'a,b\n', '"",,', 'row_too_long'],
    ['a quote that is never closed', 'a,b\n"', 'x\n', 'unclosed_quote'],
    ['doubled quotes without an end', 'a,b\n"', '""', 'unclosed_quote'],
    ['a quote in its first row that is never closed', '"', 'x\n', 'unclosed_quote'],
  ]
  for (const [what, first, rest, code] of endless) {
    test(`by ${what} is refused soon, and is not gathered up`, () => {
      const refused = refusedAfter(first, rest)

      assert.deepEqual([refused.code, refused.line], [code, first.includes('\n') ? 2 : 1])
      assert.ok(refused.bytes <= 2 * MIB, `${refused.bytes} bytes`)
      assert.ok(refused.ms < 5000, `${refused.ms} ms`)
      assert.ok(refused.heldBytes < 16 * MIB, `${refused.heldBytes} bytes`)
    })
  }

  test('by a row of 4 MiB of quoted cells in one piece costs no more than its length', () => {
    const startedAt = performance.now()

    assert.deepEqual(refusal('a,b\n', Buffer.alloc(4 * MIB, '"x",')), { line: 2, code: 'row_too_long' })

    assert.ok(performance.now() - startedAt < 5000)
  })
})

describe('a large file', () => {
  test('of long rows passes through in flat memory', () => {
    const row = Buffer.from(`"${'é'.repeat(1000)}",${'x'.repeat(1000)},"a""b"\r\n`)
    const file = new CsvFile()
    const memory = memoryWatch()

    let rows = 0
    for (let piece = 0; piece < 200; piece += 1) {
      for (const { cells } of file.read(Buffer.concat(Array(10).fill(row)))) rows += cells.length === 3 ? 1 : 0
      if (piece % 50 === 0) memory.look()
    }

    assert.equal(rows, 2000)
    assert.ok(memory.peakBytes() < 8 * MIB, `${memory.peakBytes()} bytes`)
  })
})
