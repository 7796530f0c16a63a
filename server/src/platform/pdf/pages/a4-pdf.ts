import { PageFonts } from '#platform/pdf/fonts/page-fonts.ts'
import { utf16Hex } from '#platform/pdf/hex-text.ts'
import { PdfOutput } from '#platform/pdf/pdf-output.ts'
import { type Line, showLine } from '#platform/pdf/text/set-lines.ts'

export type WrittenPdf = { bytes: Uint8Array<ArrayBuffer>; pageCount: number }
type Options = {
  /** The operator's fonts, for what our own have not. */
  fontFiles: readonly string[]
  title?: string
}
type Block = { size: number; lineHeight: number; left: number; firstBaseline: number; width: number }

/** In points. */
export const A4 = { width: 595.28, height: 841.89 }
const BYTE_ORDER_MARK = '\ufeff'

/** Pages that show this. Without a date or a number of its own: equal pages are equal files. */
export function a4Pdf(contentsOf: (fonts: PageFonts) => Iterable<string>, { fontFiles, title }: Options): WrittenPdf {
  const pdf = new PdfOutput()
  const catalog = pdf.reserve()
  const pages = pdf.reserve()
  const resources = pdf.reserve()
  const fonts = new PageFonts(pdf, fontFiles)
  const page = `/Type/Page/Parent ${pages} 0 R/MediaBox[0 0 ${A4.width} ${A4.height}]`
  const numbers: number[] = []
  for (const content of contentsOf(fonts)) {
    const shown =
      content === '' ? '/Resources<<>>' : `/Resources ${resources} 0 R/Contents ${pdf.addStream(content)} 0 R`
    numbers.push(pdf.add(`<<${page}${shown}>>`))
  }
  fonts.write()
  pdf.put(resources, `<<${fonts.resources()}>>`)
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  pdf.put(pages, `<</Type/Pages/Kids[${kids}]/Count ${numbers.length}>>`)
  pdf.put(catalog, `<</Type/Catalog/Pages ${pages} 0 R>>`)
  const info =
    title === undefined ? '' : `/Info ${pdf.add(`<</Title<${utf16Hex(BYTE_ORDER_MARK + title.toWellFormed())}>>>`)} 0 R`
  return { bytes: pdf.end(`/Root ${catalog} 0 R${info}`), pageCount: numbers.length }
}

/** What shows lines below each other; nothing if all of them are empty. */
export function textBlock(lines: readonly Line[], { size, lineHeight, left, firstBaseline, width }: Block): string {
  if (lines.every(({ clusters }) => clusters.length === 0)) return ''
  const shown = lines.map((line) => {
    if (line.clusters.length === 0) return 'T*'
    const indent = indentOf(line, width, size)
    if (indent === 0) return `${showLine(line, size)} T*`
    return `${indent} 0 Td ${showLine(line, size)} ${-indent} ${-lineHeight} Td`
  })
  return [`BT ${lineHeight} TL ${left} ${firstBaseline} Td`, ...shown, 'ET'].join('\n')
}

/** How far from the left a line begins in a column of this width, in points: paragraphs from the right end at its right edge. */
export function indentOf(line: Line, width: number, size: number): number {
  const rest = width - (line.width * size) / 1000
  return line.isRightToLeft && rest > 0 ? Math.round(rest * 100) / 100 : 0
}
