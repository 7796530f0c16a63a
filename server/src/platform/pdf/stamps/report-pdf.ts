import { fontResources, type NamedFont, PageFonts } from '#platform/pdf/fonts/page-fonts.ts'
import { A4, type WrittenPdf } from '#platform/pdf/pages/a4-pdf.ts'
import { PdfOutput } from '#platform/pdf/pdf-output.ts'
import { printableText } from '#platform/pdf/text/printable-text.ts'
import { visualOrder } from '#platform/pdf/text/visual-order.ts'
import { wrapLine } from '#platform/pdf/text/wrap-line.ts'
import { shown } from './draw-strokes.ts'
import { type Piece, reportPages } from './report-pages.ts'
import type { Report } from './stamping.ts'

type Style = { size: number; lineHeight: number; color: string; font: NamedFont }
type Styles = Record<'title' | 'body' | 'heading' | 'label' | 'value' | 'small', Style>

const PLAIN = ['DejaVuSans'] as const
const BOLD = ['DejaVuSans-Bold', 'DejaVuSans'] as const
const INK = '0.13 0.15 0.19'
const ACCENT = '0.10 0.23 0.48'
const GREY = '0.40 0.43 0.48'
const HAIR = '0.84 0.86 0.89'
/** In points. */
const LEFT = 56
const TOP = 60
const BOTTOM = 78
const WIDTH = A4.width - 2 * LEFT
const LABEL_WIDTH = 138
const GUTTER = 14
const FOOT = { rule: 58, firstBaseline: 44, numberWidth: 60, maxLines: 3 }
/** A row that is no longer stays on one page. */
const MAX_KEPT_LINES = 8

/** A report on A4 pages: a title, paragraphs, and sections of two columns. */
export function reportPdf(report: Report): WrittenPdf {
  const pdf = new PdfOutput()
  const catalog = pdf.reserve()
  const pages = pdf.reserve()
  const fonts = new PageFonts(pdf)
  const styles = stylesFor(report, fonts)
  const bodies = reportPages(piecesOf(report, styles), { top: A4.height - TOP, bottom: BOTTOM })
  const resources = fontResources([styles.title.font, styles.body.font])
  const page = `/Type/Page/Parent ${pages} 0 R/MediaBox[0 0 ${A4.width} ${A4.height}]/Resources<<${resources}>>`
  const numbers = bodies.map((body, index) => {
    const foot = footOf(report.footer, `${index + 1} / ${bodies.length}`, styles.small)
    return pdf.add(`<<${page}/Contents ${pdf.addStream(`${body}\n${foot}`)} 0 R>>`)
  })
  fonts.write()
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  pdf.put(pages, `<</Type/Pages/Kids[${kids}]/Count ${numbers.length}>>`)
  pdf.put(catalog, `<</Type/Catalog/Pages ${pages} 0 R>>`)
  return { bytes: pdf.end(`/Root ${catalog} 0 R`), pageCount: numbers.length }
}

function stylesFor({ title, sections }: Report, fonts: PageFonts): Styles {
  const headings = printableText([title, ...sections.map((section) => section.title)].join('\n'))
  const plain = fonts.pick('', PLAIN)
  const bold = fonts.pick(headings, BOLD)
  const style = (size: number, lineHeight: number, color: string, font: NamedFont): Style => ({
    size,
    lineHeight,
    color,
    font,
  })
  return {
    title: style(18.5, 25, ACCENT, bold),
    body: style(9, 14, INK, plain),
    heading: style(10.5, 14, ACCENT, bold),
    label: style(8, 12, GREY, plain),
    value: style(8.5, 12, INK, plain),
    small: style(6.5, 9, GREY, plain),
  }
}

function piecesOf({ title, paragraphs, sections }: Report, styles: Styles): Piece[] {
  return [
    ...linesOf(title, styles.title, WIDTH).map((line) => textPiece(line, styles.title)),
    rulePiece({ color: ACCENT, width: 1.5, above: 6, below: 16 }),
    ...paragraphs.flatMap((text) => paragraphPieces(text, styles.body)),
    ...sections.flatMap((section) => sectionPieces(section, styles)),
  ]
}

function paragraphPieces(text: string, style: Style): Piece[] {
  return [...linesOf(text, style, WIDTH).map((line) => textPiece(line, style)), gap(6)]
}

function sectionPieces({ title, rows }: Report['sections'][number], styles: Styles): Piece[] {
  const heading = linesOf(title, styles.heading, WIDTH).map((line) => textPiece(line, styles.heading))
  const head = [gap(14), ...heading, rulePiece({ color: ACCENT, width: 0.75, above: 4, below: 4 })]
  return [
    ...head.map((piece) => ({ ...piece, staysWithNext: rows.length > 0 })),
    ...rows.flatMap((row, index) => {
      const pieces = rowPieces(row, styles)
      // A heading with a single row below it looks lost at the foot of a page.
      const staysWithNext = index === 0 && rows.length > 1
      return staysWithNext ? pieces.map((piece) => ({ ...piece, staysWithNext })) : pieces
    }),
  ]
}

function rowPieces([label, value]: [string, string], { label: labelStyle, value: valueStyle }: Styles): Piece[] {
  const labels = linesOf(label, labelStyle, LABEL_WIDTH)
  const values = linesOf(value, valueStyle, WIDTH - LABEL_WIDTH - GUTTER)
  const count = Math.max(labels.length, values.length)
  const lines = Array.from({ length: count }, (_, index): Piece => {
    const cells = (top: number) =>
      [
        showLine(labels[index] ?? '', labelStyle, LEFT, top - valueStyle.size),
        showLine(values[index] ?? '', valueStyle, LEFT + LABEL_WIDTH + GUTTER, top - valueStyle.size),
      ].join('\n')
    return { height: valueStyle.lineHeight, draw: cells, staysWithNext: count <= MAX_KEPT_LINES }
  })
  return [{ ...gap(4), staysWithNext: true }, ...lines, rulePiece({ color: HAIR, width: 0.5, above: 3, below: 0 })]
}

function footOf(footer: string, number: string, style: Style): string {
  const { rule, firstBaseline, numberWidth, maxLines } = FOOT
  const lines = linesOf(footer, style, WIDTH - numberWidth).slice(0, maxLines)
  const right = LEFT + WIDTH - widthOf(number, style)
  return [
    ruleAt(rule, HAIR, 0.5),
    ...lines.map((line, index) => showLine(line, style, LEFT, firstBaseline - index * style.lineHeight)),
    showLine(number, style, right, firstBaseline),
  ].join('\n')
}

function textPiece(line: string, style: Style): Piece {
  return { height: style.lineHeight, draw: (top) => showLine(line, style, LEFT, top - style.size) }
}

function rulePiece({
  color,
  width,
  above,
  below,
}: {
  color: string
  width: number
  above: number
  below: number
}): Piece {
  return { height: above + below, draw: (top) => ruleAt(top - above, color, width) }
}

function gap(height: number): Piece {
  return { height, draw: () => '', isBlank: true }
}

function ruleAt(y: number, color: string, width: number): string {
  return `${color} RG ${width} w ${LEFT} ${shown(y)} m ${shown(LEFT + WIDTH)} ${shown(y)} l S`
}

function showLine(line: string, { size, color, font }: Style, left: number, baseline: number): string {
  if (line === '') return ''
  return `BT ${color} rg /${font.name} ${shown(size)} Tf ${shown(left)} ${shown(baseline)} Td ${font.show(line)} ET`
}

function linesOf(text: string, { size, font }: Style, width: number): string[] {
  const lines = printableText(text)
    .replaceAll('\t', ' ')
    .split(/[\n\f]/)
  return lines.flatMap((line) => [...wrapLine(line.trim(), (width * 1000) / size, font.widthOf)].map(visualOrder))
}

function widthOf(line: string, { size, font }: Style): number {
  return (Array.from(line).reduce((sum, character) => sum + font.widthOf(character), 0) * size) / 1000
}
