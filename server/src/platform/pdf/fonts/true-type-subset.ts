import { getTable, type TrueType } from './true-type.ts'

const HEAD_BYTES = 12
const TABLE_BYTES = 16
/** The sum of a whole font is subtracted from this, and the rest stands in its head. */
const WHOLE_SUM = 0xb1b0afba
const REST_AT = 8
/** What a component of a glyph says about what follows it. */
const HAS_WORDS = 0x01
const HAS_SCALE = 0x08
const IS_NOT_LAST = 0x20
const HAS_TWO_SCALES = 0x40
const HAS_MATRIX = 0x80
const OUTLINE_HEAD_BYTES = 10

/** A font file that draws these glyphs under the numbers that they have; the others are empty. */
export function trueTypeSubset(font: TrueType, used: Iterable<number>): Buffer {
  const glyphs = [...withComponents(font, used)].sort((a, b) => a - b)
  const count = (glyphs.at(-1) ?? 0) + 1
  const { glyf, loca } = outlinesOf(font, glyphs, count)
  const copyOf = (tag: string) => Buffer.from(getTable(font.tables, tag))
  const head = copyOf('head')
  const hhea = copyOf('hhea')
  const maxp = copyOf('maxp')
  head.writeUInt32BE(0, REST_AT)
  hhea.writeUInt16BE(count, 34)
  maxp.writeUInt16BE(count, 4)
  return fontFile([
    ['cvt ', getTable(font.tables, 'cvt ')],
    ['fpgm', getTable(font.tables, 'fpgm')],
    ['glyf', glyf],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', metricsOf(font, glyphs, count)],
    ['loca', loca],
    ['maxp', maxp],
    ['prep', getTable(font.tables, 'prep')],
  ])
}

/** An é is drawn as an e and an acute, which need not be used by themselves. */
function withComponents(font: TrueType, used: Iterable<number>): Set<number> {
  // A set is walked up to its end even if it grows meanwhile. The glyph 0 stands for what is missing: a font must have it.
  const glyphs = new Set([0, ...used])
  for (const glyph of glyphs) {
    for (const component of componentsOf(font.outlineOf(glyph))) glyphs.add(component)
  }
  return glyphs
}

function* componentsOf(outline: Buffer): Generator<number> {
  const isComposed = outline.length > 0 && outline.readInt16BE(0) < 0
  if (!isComposed) return
  let flags = IS_NOT_LAST
  for (let at = OUTLINE_HEAD_BYTES; flags & IS_NOT_LAST; at += componentBytes(flags)) {
    flags = outline.readUInt16BE(at)
    yield outline.readUInt16BE(at + 2)
  }
}

function componentBytes(flags: number): number {
  const placeBytes = flags & HAS_WORDS ? 4 : 2
  if (flags & HAS_MATRIX) return 4 + placeBytes + 8
  if (flags & HAS_TWO_SCALES) return 4 + placeBytes + 4
  return 4 + placeBytes + (flags & HAS_SCALE ? 2 : 0)
}

function outlinesOf(font: TrueType, glyphs: number[], count: number): { glyf: Buffer; loca: Buffer } {
  const outlines = new Map(glyphs.map((glyph) => [glyph, padded(font.outlineOf(glyph))]))
  const loca = Buffer.alloc(4 * (count + 1))
  let at = 0
  for (let glyph = 0; glyph < count; glyph += 1) {
    loca.writeUInt32BE(at, 4 * glyph)
    at += outlines.get(glyph)?.length ?? 0
  }
  loca.writeUInt32BE(at, 4 * count)
  return { glyf: Buffer.concat([...outlines.values()]), loca }
}

function metricsOf(font: TrueType, glyphs: number[], count: number): Buffer {
  const hmtx = Buffer.alloc(4 * count)
  for (const glyph of glyphs) {
    const { advance, bearing } = font.metricsOf(glyph)
    hmtx.writeUInt16BE(advance, 4 * glyph)
    hmtx.writeInt16BE(bearing, 4 * glyph + 2)
  }
  return hmtx
}

/** The tables are listed in the order of their names, as the format wants it. */
function fontFile(tables: [tag: string, content: Buffer][]): Buffer {
  const list = Buffer.alloc(HEAD_BYTES + TABLE_BYTES * tables.length)
  const powerOfTwo = 2 ** Math.floor(Math.log2(tables.length))
  list.writeUInt32BE(0x00010000, 0)
  list.writeUInt16BE(tables.length, 4)
  list.writeUInt16BE(powerOfTwo * TABLE_BYTES, 6)
  list.writeUInt16BE(Math.log2(powerOfTwo), 8)
  list.writeUInt16BE((tables.length - powerOfTwo) * TABLE_BYTES, 10)
  const contents: Buffer[] = []
  let at = list.length
  let headAt = 0
  for (const [number, [tag, content]] of tables.entries()) {
    const entry = HEAD_BYTES + TABLE_BYTES * number
    const written = padded(content)
    list.write(tag, entry, 'latin1')
    list.writeUInt32BE(sumOf(written), entry + 4)
    list.writeUInt32BE(at, entry + 8)
    list.writeUInt32BE(content.length, entry + 12)
    contents.push(written)
    if (tag === 'head') headAt = at
    at += written.length
  }
  const file = Buffer.concat([list, ...contents])
  file.writeUInt32BE((WHOLE_SUM - sumOf(file)) >>> 0, headAt + REST_AT)
  return file
}

function padded(bytes: Buffer): Buffer {
  return bytes.length % 4 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(4 - (bytes.length % 4))])
}

function sumOf(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0
  return sum
}
