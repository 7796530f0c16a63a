import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { trueType } from './true-type.ts'
import { trueTypeSubset } from './true-type-subset.ts'

const font = trueType('DejaVuSans')
const glyphOf = (character: string) => font.glyphs.get(character.codePointAt(0) ?? 0) ?? 0

type Subset = { file: Buffer; tables: Map<string, Buffer>; sums: Map<string, number>; outlineOf(glyph: number): Buffer }

function subsetOf(text: string): Subset {
  const file = trueTypeSubset(font, [...text].map(glyphOf))
  const tables = new Map<string, Buffer>()
  const sums = new Map<string, number>()
  for (let at = 12; at < 12 + 16 * file.readUInt16BE(4); at += 16) {
    const tag = file.toString('latin1', at, at + 4)
    const start = file.readUInt32BE(at + 8)
    tables.set(tag, file.subarray(start, start + file.readUInt32BE(at + 12)))
    sums.set(tag, file.readUInt32BE(at + 4))
  }
  const table = (tag: string) => tables.get(tag) ?? Buffer.alloc(0)
  const placeOf = (glyph: number) => table('loca').readUInt32BE(4 * glyph)
  return { file, tables, sums, outlineOf: (glyph) => table('glyf').subarray(placeOf(glyph), placeOf(glyph + 1)) }
}

/** The sum of a table as numbers of four bytes. */
function sumOf(bytes: Buffer): number {
  const whole = Buffer.concat([bytes, Buffer.alloc(3)])
  let sum = 0n
  for (let at = 0; at + 4 <= whole.length; at += 4) sum += BigInt(whole.readUInt32BE(at))
  return Number(sum & 0xffffffffn)
}

describe('trueTypeSubset', () => {
  test('keeps the outlines of what is used, under their numbers, and drops the others', () => {
    const { outlineOf } = subsetOf('AЖ')

    for (const character of 'AЖ') assert.deepEqual(outlineOf(glyphOf(character)), font.outlineOf(glyphOf(character)))
    assert.deepEqual(outlineOf(0), font.outlineOf(0))
    assert.equal(outlineOf(glyphOf('B')).length, 0)
  })

  test('keeps the letter and the accent of which another is made', () => {
    const { outlineOf } = subsetOf('é')

    assert.ok(font.outlineOf(glyphOf('é')).readInt16BE(0) < 0, 'é is made of others')
    assert.deepEqual(outlineOf(glyphOf('e')), font.outlineOf(glyphOf('e')))
    assert.equal(outlineOf(glyphOf('è')).length, 0)
  })

  test('keeps how wide a glyph is', () => {
    const hmtx = subsetOf('Wi').tables.get('hmtx')

    for (const character of 'Wi') {
      const { advance, bearing } = font.metricsOf(glyphOf(character))
      assert.equal(hmtx?.readUInt16BE(4 * glyphOf(character)), advance)
      assert.equal(hmtx?.readInt16BE(4 * glyphOf(character) + 2), bearing)
    }
  })

  test('says of how many glyphs it is', () => {
    const { tables } = subsetOf('AB')
    const glyphs = glyphOf('B') + 1

    assert.equal(tables.get('maxp')?.readUInt16BE(4), glyphs)
    assert.equal(tables.get('hhea')?.readUInt16BE(34), glyphs)
    assert.equal(tables.get('hmtx')?.length, 4 * glyphs)
    assert.equal(tables.get('loca')?.length, 4 * (glyphs + 1))
  })

  test('has the sums that it says', () => {
    const { file, tables, sums } = subsetOf('Zażółć')
    for (const [tag, table] of tables) {
      // The head is summed up without the number that makes the sum of the file come out.
      const summed = tag === 'head' ? Buffer.concat([table.subarray(0, 8), Buffer.alloc(4), table.subarray(12)]) : table
      assert.equal(sums.get(tag), sumOf(summed), tag)
    }
    assert.equal(sumOf(file), 0xb1b0afba)
  })

  test('lists its tables in order, each at a multiple of four', () => {
    const { file, tables } = subsetOf('A')

    assert.deepEqual([...tables.keys()], ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'])
    for (const table of tables.values()) assert.equal((table.byteOffset - file.byteOffset) % 4, 0)
  })

  test('is small', () => {
    assert.ok(subsetOf('Zażółć gęślą jaźń').file.length < 20_000)
  })
})

describe('trueType', () => {
  test('knows how wide glyphs are, also those that share a width', () => {
    const mono = trueType('DejaVuSansMono')
    const advances = new Set([...mono.glyphs.values()].map((glyph) => mono.metricsOf(glyph).advance))
    assert.deepEqual([...advances], [1233])
    assert.ok(font.metricsOf(glyphOf('W')).advance > font.metricsOf(glyphOf('i')).advance)
  })

  test('knows how high letters are', () => {
    assert.deepEqual([font.unitsPerEm, font.ascent, font.descent, font.capHeight], [2048, 1901, -483, 1493])
  })

  test('reads a font once', () => {
    assert.equal(trueType('DejaVuSans'), font)
  })
})
