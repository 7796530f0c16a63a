import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type TrueTypeName = 'DejaVuSans' | 'DejaVuSans-Bold' | 'DejaVuSansMono' | 'DejaVuSerif-Italic'
/** A font file, taken apart. Lengths are in units of which `unitsPerEm` are as much as the size of the font. */
export type TrueType = {
  name: TrueTypeName
  unitsPerEm: number
  box: [left: number, bottom: number, right: number, top: number]
  ascent: number
  descent: number
  /** How high capital letters are. */
  capHeight: number
  glyphs: ReadonlyMap<number, number>
  tables: ReadonlyMap<string, Buffer>
  /** How far the pen moves, and how far from where it was the outline begins. */
  metricsOf(glyph: number): { advance: number; bearing: number }
  /** Empty for a blank. */
  outlineOf(glyph: number): Buffer
}

const HEAD_BYTES = 12
const TABLE_BYTES = 16
const SUBTABLE_BYTES = 8
const GROUP_BYTES = 12
/** The form of a character map that reaches beyond the 65,536 first characters. */
const SEGMENTED = 12

const loaded = new Map<TrueTypeName, TrueType>()

/** One of our own fonts; its file is read once. */
export function trueType(name: TrueTypeName): TrueType {
  const known = loaded.get(name)
  if (known) return known
  const font = parseTrueType(name, readFileSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))))
  loaded.set(name, font)
  return font
}

function parseTrueType(name: TrueTypeName, file: Buffer): TrueType {
  const tables = parseTables(file)
  const table = (tag: string) => getTable(tables, tag)
  const head = table('head')
  const hhea = table('hhea')
  const hmtx = table('hmtx')
  const loca = table('loca')
  const glyf = table('glyf')
  const glyphs = parseCharacterMap(table('cmap'))
  const metricsCount = hhea.readUInt16BE(34)
  const outlineOf = (glyph: number) => glyf.subarray(loca.readUInt32BE(4 * glyph), loca.readUInt32BE(4 * glyph + 4))
  return {
    name,
    unitsPerEm: head.readUInt16BE(18),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    capHeight: outlineOf(glyphs.get(0x48) ?? 0).readInt16BE(8),
    glyphs,
    tables,
    metricsOf: (glyph) => metricsAt(hmtx, glyph, metricsCount),
    outlineOf,
  }
}

export function getTable(tables: ReadonlyMap<string, Buffer>, tag: string): Buffer {
  const table = tables.get(tag)
  if (!table) throw new Error(`The font has no table ${tag}.`)
  return table
}

function parseTables(file: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>()
  for (let number = 0; number < file.readUInt16BE(4); number += 1) {
    const at = HEAD_BYTES + number * TABLE_BYTES
    const start = file.readUInt32BE(at + 8)
    tables.set(file.toString('latin1', at, at + 4), file.subarray(start, start + file.readUInt32BE(at + 12)))
  }
  return tables
}

function parseCharacterMap(cmap: Buffer): Map<number, number> {
  const map = findSegmented(cmap)
  const glyphs = new Map<number, number>()
  for (let number = 0; number < map.readUInt32BE(12); number += 1) {
    const at = 16 + number * GROUP_BYTES
    const first = map.readUInt32BE(at)
    const last = map.readUInt32BE(at + 4)
    const glyph = map.readUInt32BE(at + 8)
    for (let character = first; character <= last; character += 1) glyphs.set(character, glyph + character - first)
  }
  return glyphs
}

function findSegmented(cmap: Buffer): Buffer {
  for (let number = 0; number < cmap.readUInt16BE(2); number += 1) {
    const map = cmap.subarray(cmap.readUInt32BE(4 + number * SUBTABLE_BYTES + 4))
    if (map.readUInt16BE(0) === SEGMENTED) return map
  }
  throw new Error('The font has no character map that can be read.')
}

/** The last glyphs all move the pen as far as the one before them, and have only a bearing of their own. */
function metricsAt(hmtx: Buffer, glyph: number, count: number): { advance: number; bearing: number } {
  if (glyph < count) return { advance: hmtx.readUInt16BE(4 * glyph), bearing: hmtx.readInt16BE(4 * glyph + 2) }
  return { advance: hmtx.readUInt16BE(4 * (count - 1)), bearing: hmtx.readInt16BE(4 * count + 2 * (glyph - count)) }
}
