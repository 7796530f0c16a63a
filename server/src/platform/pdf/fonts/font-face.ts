import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Blob, BufferFlag, Direction, Face, Font, MetricsTag, Buffer as ShapingBuffer, shape } from 'harfbuzzjs'
import type { Glyph } from './page-font.ts'

/** The fonts that the service brings along. */
export type OwnFontName = 'DejaVuSans' | 'DejaVuSans-Bold' | 'DejaVuSansMono' | 'DejaVuSerif-Italic'

/** A font file as HarfBuzz reads it. Lengths are in thousandths of the size of the font. */
export type FontFace = {
  /** As PDF may write it. */
  name: string
  bytes: Buffer
  /** Cubic outlines in a table of their own, as most files named .otf have them. */
  isCff: boolean
  isMonospaced: boolean
  box: number[]
  ascent: number
  descent: number
  /** How high capital letters are. */
  capHeight: number
  codePoints: ReadonlySet<number>
  /** A box for characters that no font has. */
  missing: Glyph
  /** The number of a glyph that shows nothing. */
  blank: number
  advanceOf(glyph: number): number
  /** The glyphs of a run from left to right, each with the index of the character from which its cluster starts. */
  shape(run: string, isRightToLeft: boolean): ShapedGlyph[]
}
export type ShapedGlyph = Glyph & { cluster: number }

/** HarfBuzz computes in whole numbers: two digits behind the point are kept. */
const SCALE = 100_000
const MISSING = 0x25a1
const BLANK = 0x20
const IS_FIXED_PITCH_AT = 12
const BOX_AT = 36

const loaded = new Map<string, FontFace>()
/** Only one run is shaped at a time. Each buffer of its own would be freed later, if at all. */
let buffer: ShapingBuffer | undefined

export function ownFontPath(name: OwnFontName): string {
  return fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))
}

/** A file is read once. Of a collection, the first font is taken. */
export function fontFace(path: string): FontFace {
  const known = loaded.get(path)
  if (known) return known
  const face = openFace(readFileSync(path))
  loaded.set(path, face)
  return face
}

function openFace(bytes: Buffer): FontFace {
  const face = new Face(new Blob(bytes))
  const font = new Font(face)
  font.setScale(SCALE, SCALE)
  const missing = font.nominalGlyph(MISSING) ?? 0
  const { ascender, descender } = font.hExtents()
  const head = tableOf(face, 'head')
  const post = tableOf(face, 'post')
  const scaled = (units: number) => Math.round((units * SCALE) / face.upem) / 100
  return {
    name: pdfName(face.getName(6, 'en')),
    bytes,
    isCff: face.referenceTable('CFF ') !== undefined,
    isMonospaced: post.length > IS_FIXED_PITCH_AT + 4 && post.readUInt32BE(IS_FIXED_PITCH_AT) !== 0,
    box: [0, 2, 4, 6].map((at) => scaled(head.readInt16BE(BOX_AT + at))),
    ascent: ascender / 100,
    descent: descender / 100,
    capHeight: font.getMetricPositionWithFallback(MetricsTag.CAP_HEIGHT) / 100,
    codePoints: new Set(face.collectUnicodes()),
    blank: font.nominalGlyph(BLANK) ?? 0,
    missing: { id: missing, advance: font.glyphHAdvance(missing) / 100, x: 0, y: 0 },
    advanceOf: (glyph) => font.glyphHAdvance(glyph) / 100,
    shape: (run, isRightToLeft) => shapeRun(font, run, isRightToLeft),
  }
}

function shapeRun(font: Font, run: string, isRightToLeft: boolean): ShapedGlyph[] {
  buffer ??= new ShapingBuffer()
  buffer.reset()
  buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES)
  buffer.addText(run)
  buffer.guessSegmentProperties()
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
  shape(font, buffer)
  // Asked for together, they take five times as long.
  const positions = buffer.getGlyphPositions()
  return buffer.getGlyphInfos().map(({ codepoint, cluster }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    return { id: codepoint, advance: xAdvance / 100, x: xOffset / 100, y: yOffset / 100, cluster }
  })
}

function tableOf(face: Face, tag: string): Buffer {
  return Buffer.from(face.referenceTable(tag) ?? [])
}

function pdfName(name: string): string {
  return name.replaceAll(/[^\w-]/g, '') || 'Font'
}
