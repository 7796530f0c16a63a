import type { PageFont } from '#platform/pdf/fonts/page-font.ts'
import { fontResources, type PageFonts } from '#platform/pdf/fonts/page-fonts.ts'
import type { PdfOutput } from '#platform/pdf/pdf-output.ts'
import { printableText } from '#platform/pdf/text/printable-text.ts'
import { type Line, setLine, showLine } from '#platform/pdf/text/set-lines.ts'
import { type Box, drawStrokes, shown } from './draw-strokes.ts'
import type { Mark } from './stamping.ts'

export type Size = { width: number; height: number }

/** Letters as of a pen; not all scripts have them. */
const TYPED = ['DejaVuSerif-Italic'] as const
const UPRIGHT = ['DejaVuSans'] as const
const CAPTION = ['DejaVuSans'] as const
const INK = '0.06 0.14 0.42'
const GREY = '0.35'
const LIGHT = '0.65'
const RULE_WIDTH = 0.5
/** Of the height of the box: what the caption may take, and what stays free at each edge. */
const MAX_CAPTION = 0.45
const PADDING = 0.04
const MAX_CAPTION_SIZE = 6.5
const LINE_HEIGHT = 1.3
/** Of the size of a font: how far letters reach below their line, how high a line is, and how far slanted letters reach to either side. */
const DESCENT = 0.25
const TEXT_HEIGHT = 1.2
const OVERHANG = 0.15
const SLANT = 0.2

/** Writes what a mark shows as a form of this size: a drawing, a line below it, and the caption. */
export function drawMark(pdf: PdfOutput, fonts: PageFonts, mark: Mark, { width, height }: Size): number {
  const padding = Math.min(width, height) * PADDING
  const inner = { left: padding, bottom: padding, width: width - 2 * padding, height: height - 2 * padding }
  const caption = captionOf(mark.caption.map(inOneLine).filter(Boolean), fonts, inner)
  const rule = inner.bottom + caption.height + RULE_WIDTH
  const bottom = rule + padding + RULE_WIDTH
  const area = { ...inner, bottom, height: Math.max(inner.bottom + inner.height - bottom, 1) }
  const drawing = drawingOf(mark, fonts, area)
  const content = [
    `q ${INK} RG ${INK} rg`,
    ...drawing.content,
    'Q',
    `q ${LIGHT} G ${RULE_WIDTH} w ${shown(inner.left)} ${shown(rule)} m ${shown(inner.left + inner.width)} ${shown(rule)} l S Q`,
    ...caption.content,
  ]
  const resources = fontResources([...drawing.fonts, ...caption.fonts])
  const box = `/BBox[0 0 ${shown(width)} ${shown(height)}]`
  return pdf.addStream(content.join('\n'), `/Type/XObject/Subtype/Form${box}/Resources<<${resources}>>`)
}

type Drawn = { content: string[]; fonts: PageFont[]; height: number }

function captionOf(texts: string[], fonts: PageFonts, inner: Box): Drawn {
  if (texts.length === 0) return { content: [], fonts: [], height: 0 }
  const typeface = fonts.typeface(CAPTION)
  const lines = texts.map((text) => setLine(text, typeface))
  const widest = Math.max(...lines.map(({ width }) => width / 1000))
  const highest = (inner.height * MAX_CAPTION) / (lines.length * LINE_HEIGHT)
  const size = Math.min(MAX_CAPTION_SIZE, highest, inner.width / Math.max(widest, 0.001))
  const height = lines.length * size * LINE_HEIGHT
  const first = inner.bottom + height - size
  const start = `BT ${GREY} g ${precise(size * LINE_HEIGHT)} TL ${shown(inner.left)} ${shown(first)} Td`
  const content = lines.map((line) => `${showLine(line, size)} T*`)
  return { content: [start, ...content, 'ET'], fonts: lines.flatMap(fontsOf), height }
}

function drawingOf({ drawing }: Mark, fonts: PageFonts, area: Box): Omit<Drawn, 'height'> {
  if (drawing.kind === 'drawn') return { content: [drawStrokes(drawing, area)], fonts: [] }
  const text = inOneLine(drawing.text)
  if (text === '') return { content: [], fonts: [] }
  const { line, slant } = typedLine(text, fonts)
  const size = Math.min(area.height / TEXT_HEIGHT, area.width / (line.width / 1000 + 2 * OVERHANG))
  const left = area.left + size * OVERHANG
  const baseline = area.bottom + size * DESCENT
  const matrix = `1 0 ${slant} 1 ${shown(left)} ${shown(baseline)} Tm`
  return { content: [`BT ${matrix} ${showLine(line, size)} ET`], fonts: fontsOf(line) }
}

/** A name looks alike from its first to its last letter: slanted as a whole if the font as of a pen has not all of it. */
function typedLine(text: string, fonts: PageFonts): { line: Line; slant: number } {
  const [pen] = fonts.typeface(TYPED)
  const hasAll = Array.from(text).every((character) => pen.has(character))
  return hasAll
    ? { line: setLine(text, [pen]), slant: 0 }
    : { line: setLine(text, fonts.typeface(UPRIGHT)), slant: SLANT }
}

const fontsOf = ({ clusters }: Line) => clusters.map(({ font }) => font)

function inOneLine(text: string): string {
  return printableText(text).replaceAll(/\s+/g, ' ').trim()
}

/** A size may be small, where two digits are not enough. */
const precise = (size: number) => size.toFixed(4)
