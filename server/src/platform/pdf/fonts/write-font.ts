import { crc32 } from 'node:zlib'
import type { PdfOutput } from '#platform/pdf/pdf-output.ts'
import { characterMap, unicodeMap } from './code-maps.ts'
import type { FontFace } from './font-face.ts'
import { subsetFont } from './subset-font.ts'

/** A code of two bytes: which glyph it draws, and which text a reader copies for it. */
export type Code = { number: number; hex: string; glyph: number; advance: number; text: string }

const IS_MONOSPACED = 1
const IS_SYMBOLIC = 4
/** How thick the stems of DejaVu are; files do not say it. */
const STEM_WIDTH = 90

/** A font with the glyphs that its codes draw. */
export function writeFont(pdf: PdfOutput, number: number, face: FontFace, codes: readonly Code[]): void {
  const file = subsetFont(face.bytes, [0, ...codes.map(({ glyph }) => glyph)])
  const name = `${tagOf(file)}+${face.name}`
  const descriptor = addDescriptor(pdf, face, file, name)
  const { encoding, descendant } = face.isCff ? numberByMap(pdf, face, codes) : numberByFont(pdf, face, codes)
  const system = '/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>'
  const font = pdf.add(`<</Type/Font/BaseFont/${name}${system}/FontDescriptor ${descriptor} 0 R${descendant}>>`)
  const unicode = pdf.addStream(unicodeMap(codes))
  pdf.put(
    number,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding${encoding}/DescendantFonts[${font} 0 R]/ToUnicode ${unicode} 0 R>>`,
  )
}

type Numbering = { encoding: string; descendant: string }

/** The font says which glyph a code draws. */
function numberByFont(pdf: PdfOutput, face: FontFace, codes: readonly Code[]): Numbering {
  // The code 0 draws the glyph 0.
  const map = Buffer.alloc(2 * (codes.length + 1))
  for (const { number, glyph } of codes) map.writeUInt16BE(glyph, 2 * number)
  const widths = [0, ...codes.map(({ glyph }) => glyph)].map((glyph) => face.advanceOf(glyph))
  const glyphMap = pdf.addStream(map)
  return {
    encoding: '/Identity-H',
    descendant: `/Subtype/CIDFontType2/CIDToGIDMap ${glyphMap} 0 R/W[0[${widths.join(' ')}]]`,
  }
}

/** Fonts with cubic outlines have no such map: codes are numbers of glyphs by way of the encoding. */
function numberByMap(pdf: PdfOutput, face: FontFace, codes: readonly Code[]): Numbering {
  const glyphs = [...new Set([0, ...codes.map(({ glyph }) => glyph)])]
  const widths = glyphs.map((glyph) => `${glyph}[${face.advanceOf(glyph)}]`)
  const map = pdf.addStream(
    characterMap(codes),
    '/Type/CMap/CMapName/Codes/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>',
  )
  return { encoding: ` ${map} 0 R`, descendant: `/Subtype/CIDFontType0/W[${widths.join(' ')}]` }
}

function addDescriptor(pdf: PdfOutput, face: FontFace, file: Buffer, name: string): number {
  const flags = IS_SYMBOLIC | (face.isMonospaced ? IS_MONOSPACED : 0)
  const program = face.isCff
    ? `/FontFile3 ${pdf.addStream(file, '/Subtype/OpenType')}`
    : `/FontFile2 ${pdf.addStream(file, `/Length1 ${file.length}`)}`
  return pdf.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags ${flags}/FontBBox[${face.box.join(' ')}]/ItalicAngle 0` +
      `/Ascent ${face.ascent}/Descent ${face.descent}/CapHeight ${face.capHeight}/StemV ${STEM_WIDTH}${program} 0 R>>`,
  )
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
