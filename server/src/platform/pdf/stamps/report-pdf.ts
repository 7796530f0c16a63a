import { addArchivalEntries, fileIdentifier } from '#platform/pdf/archival/archival-entries.ts'
import type { Typeface } from '#platform/pdf/fonts/page-font.ts'
import { PageFonts } from '#platform/pdf/fonts/page-fonts.ts'
import { A4, indentOf, type WrittenPdf } from '#platform/pdf/pages/a4-pdf.ts'
import { PdfOutput } from '#platform/pdf/pdf-output.ts'
import { printableText } from '#platform/pdf/text/printable-text.ts'
import { type Line, setLine, setLines, showLine } from '#platform/pdf/text/set-lines.ts'
import { shown } from './draw-strokes.ts'
import { type Piece, reportPages } from './report-pages.ts'
import type { Report } from './stamping.ts'

type Style = { size: number; lineHeight: number; color: string; typeface: Typeface }
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
const VALUE_LEFT = LEFT + LABEL_WIDTH + GUTTER
const VALUE_WIDTH = WIDTH - LABEL_WIDTH - GUTTER
const FOOT = { rule: 58, firstBaseline: 44, numberWidth: 60, maxLines: 3 }
/** A row that is no longer stays on one page. */
const MAX_KEPT_LINES = 8

/**
 * A report on A4 pages: a title, paragraphs, and sections of two columns. With its moment it is a file of its own of PDF/A-2b;
 * without, pages that come behind others.
 */
export function reportPdf(report: Report, fontFiles: readonly string[] = [], moment?: Date): WrittenPdf {
  const pdf = new PdfOutput()
  const catalog = pdf.reserve()
  const pages = pdf.reserve()
  const resources = pdf.reserve()
  const fonts = new PageFonts(pdf, fontFiles)
  const styles = stylesFor(fonts)
  const bodies = reportPages(piecesOf(report, styles), { top: A4.height - TOP, bottom: BOTTOM })
  const page = `/Type/Page/Parent ${pages} 0 R/MediaBox[0 0 ${A4.width} ${A4.height}]/Resources ${resources} 0 R`
  const numbers = bodies.map((body, index) => {
    const foot = footOf(report.footer, `${index + 1} / ${bodies.length}`, styles.small)
    return pdf.add(`<<${page}/Contents ${pdf.addStream(`${body}\n${foot}`)} 0 R>>`)
  })
  fonts.write()
  pdf.put(resources, `<<${fonts.resources()}>>`)
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  pdf.put(pages, `<</Type/Pages/Kids[${kids}]/Count ${numbers.length}>>`)
  const archival = moment ? addArchivalEntries(pdf, { title: report.title, moment }) : ''
  pdf.put(catalog, `<</Type/Catalog/Pages ${pages} 0 R${archival}>>`)
  const id = moment ? fileIdentifier(JSON.stringify([report, moment])) : ''
  return { bytes: pdf.end(`/Root ${catalog} 0 R${id}`), pageCount: numbers.length }
}

function stylesFor(fonts: PageFonts): Styles {
  const plain = fonts.typeface(PLAIN)
  const bold = fonts.typeface(BOLD)
  return {
    title: { size: 18.5, lineHeight: 25, color: ACCENT, typeface: bold },
    body: { size: 9, lineHeight: 14, color: INK, typeface: plain },
    heading: { size: 10.5, lineHeight: 14, color: ACCENT, typeface: bold },
    label: { size: 8, lineHeight: 12, color: GREY, typeface: plain },
    value: { size: 8.5, lineHeight: 12, color: INK, typeface: plain },
    small: { size: 6.5, lineHeight: 9, color: GREY, typeface: plain },
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
  const values = linesOf(value, valueStyle, VALUE_WIDTH)
  const count = Math.max(labels.length, values.length)
  const lines = Array.from({ length: count }, (_, index): Piece => {
    const cells = (top: number) =>
      [
        drawLine(labels[index], labelStyle, { left: LEFT, width: LABEL_WIDTH, baseline: top - valueStyle.size }),
        drawLine(values[index], valueStyle, { left: VALUE_LEFT, width: VALUE_WIDTH, baseline: top - valueStyle.size }),
      ].join('\n')
    return { height: valueStyle.lineHeight, draw: cells, staysWithNext: count <= MAX_KEPT_LINES }
  })
  return [{ ...gap(4), staysWithNext: true }, ...lines, rulePiece({ color: HAIR, width: 0.5, above: 3, below: 0 })]
}

function footOf(footer: string, number: string, style: Style): string {
  const { rule, firstBaseline, numberWidth, maxLines } = FOOT
  const width = WIDTH - numberWidth
  const lines = linesOf(footer, style, width).slice(0, maxLines)
  const pageNumber = setLine(number, style.typeface)
  const right = LEFT + WIDTH - (pageNumber.width * style.size) / 1000
  return [
    ruleAt(rule, HAIR, 0.5),
    ...lines.map((line, index) =>
      drawLine(line, style, { left: LEFT, width, baseline: firstBaseline - index * style.lineHeight }),
    ),
    drawLine(pageNumber, style, { left: right, width: numberWidth, baseline: firstBaseline }),
  ].join('\n')
}

function textPiece(line: Line, style: Style): Piece {
  const draw = (top: number) => drawLine(line, style, { left: LEFT, width: WIDTH, baseline: top - style.size })
  return { height: style.lineHeight, draw }
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

type Place = { left: number; width: number; baseline: number }

function drawLine(line: Line | undefined, { size, color }: Style, { left, width, baseline }: Place): string {
  if (!line || line.clusters.length === 0) return ''
  return `BT ${color} rg ${shown(left + indentOf(line, width, size))} ${shown(baseline)} Td ${showLine(line, size)} ET`
}

function linesOf(text: string, { size, typeface }: Style, width: number): Line[] {
  const paragraphs = printableText(text)
    .replaceAll('\t', ' ')
    .split(/[\n\f]/)
  const maxWidth = (width * 1000) / size
  return paragraphs.flatMap((paragraph) => [...setLines(paragraph.trim(), typeface, { maxWidth })])
}
