import { crc32 } from 'node:zlib'
import { hexCode } from '#platform/pdf/hex-text.ts'
import type { PdfOutput } from '#platform/pdf/pdf-output.ts'
import { isMark } from '#platform/pdf/text/printable-text.ts'
import type { PageFont } from './page-font.ts'
import type { TrueType } from './true-type.ts'
import { trueTypeSubset } from './true-type-subset.ts'
import { unicodeMap } from './unicode-map.ts'

type Shown = { code: string; glyph: number; width: number; isMark: boolean }

const MISSING = '\u25a1'
/** Codes have two bytes; those that are left are enough for all characters that the font has. */
const MAX_CODES_WITH_MISSING = 0xd000
const IS_MONOSPACED = 1
const IS_SYMBOLIC = 4
/** How thick the stems of DejaVu are; the file does not say it. */
const STEM_WIDTH = 90

/** A font that comes with the document, cut down to the characters that are shown. */
export function embeddedFont(font: TrueType): PageFont {
  // Each character has a code of its own, so that those for which there is only a box can be searched and copied.
  const shown = new Map<string, Shown>()
  const missingGlyph = font.glyphs.get(0x25a1) ?? 0

  function look(character: string): Shown {
    const known = shown.get(character)
    if (known) return known
    const glyph = font.glyphs.get(character.codePointAt(0) ?? 0)
    if (glyph === undefined && shown.size >= MAX_CODES_WITH_MISSING && character !== MISSING) return look(MISSING)
    const used = glyph ?? missingGlyph
    const width = thousandths(font, font.metricsOf(used).advance)
    const code = hexCode(shown.size + 1)
    const one = { code, glyph: used, width, isMark: glyph !== undefined && isMark(character) }
    shown.set(character, one)
    return one
  }

  /** A mark is drawn above what stands before it, also by a font that would give it a place of its own. */
  function operandOf(character: string, isFirst: boolean): string {
    const { code, width, isMark } = look(character)
    return isMark && width > 0 && !isFirst ? `>${width}<${code}` : code
  }

  return {
    widthOf(character) {
      const { width, isMark } = look(character)
      return isMark ? 0 : width
    },
    show(line) {
      let operands = ''
      for (const character of line) operands += operandOf(character, operands === '')
      return `[<${operands}>] TJ`
    },
    write: (pdf, number) => writeFont(pdf, number, font, shown),
  }
}

function writeFont(pdf: PdfOutput, number: number, font: TrueType, shown: Map<string, Shown>): void {
  const glyphs = [...shown.values()].map(({ glyph }) => glyph)
  const widths = [...shown.values()].map(({ width }) => width)
  const file = trueTypeSubset(font, glyphs)
  const name = `${tagOf(file)}+${font.name}`
  const descriptor = addDescriptor(pdf, font, file, name)
  const glyphMap = pdf.addStream(glyphMapOf(glyphs))
  const descendant = pdf.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
      `/FontDescriptor ${descriptor} 0 R/CIDToGIDMap ${glyphMap} 0 R/W[1[${widths.join(' ')}]]>>`,
  )
  const unicode = pdf.addStream(unicodeMap([...shown.keys()]))
  pdf.put(
    number,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
  )
}

function addDescriptor(pdf: PdfOutput, font: TrueType, file: Buffer, name: string): number {
  const scaled = (units: number) => thousandths(font, units)
  const flags = IS_SYMBOLIC | (font.name === 'DejaVuSansMono' ? IS_MONOSPACED : 0)
  return pdf.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags ${flags}/FontBBox[${font.box.map(scaled).join(' ')}]/ItalicAngle 0` +
      `/Ascent ${scaled(font.ascent)}/Descent ${scaled(font.descent)}/CapHeight ${scaled(font.capHeight)}/StemV ${STEM_WIDTH}` +
      `/FontFile2 ${pdf.addStream(file, `/Length1 ${file.length}`)} 0 R>>`,
  )
}

/** Which glyph each code draws; the code 0 is not used. */
function glyphMapOf(glyphs: number[]): Buffer {
  const map = Buffer.alloc(2 * (glyphs.length + 1))
  for (const [index, glyph] of glyphs.entries()) map.writeUInt16BE(glyph, 2 * (index + 1))
  return map
}

/** Six letters that differ when the subsets do: readers may take fonts of one name for the same. */
function tagOf(file: Buffer): string {
  let rest = crc32(file)
  let tag = ''
  for (let letter = 0; letter < 6; letter += 1) {
    tag += String.fromCharCode(0x41 + (rest % 26))
    rest = Math.floor(rest / 26)
  }
  return tag
}

function thousandths(font: TrueType, units: number): number {
  return Math.round((units * 100_000) / font.unitsPerEm) / 100
}
