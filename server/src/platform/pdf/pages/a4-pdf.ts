import type { PageFont } from '#platform/pdf/fonts/page-font.ts'
import { utf16Hex } from '#platform/pdf/hex-text.ts'
import { PdfOutput } from '#platform/pdf/pdf-output.ts'

export type WrittenPdf = { bytes: Uint8Array<ArrayBuffer>; pageCount: number }
type Block = { size: number; lineHeight: number; left: number; firstBaseline: number }

/** In points. */
export const A4 = { width: 595.28, height: 841.89 }
const BYTE_ORDER_MARK = '\ufeff'

/** Pages that show this, in one font. Without a date or a number of its own: equal pages are equal files. */
export function a4Pdf(contents: Iterable<string>, font: PageFont, title?: string): WrittenPdf {
  const pdf = new PdfOutput()
  const catalog = pdf.reserve()
  const pages = pdf.reserve()
  const fontNumber = pdf.reserve()
  const page = `/Type/Page/Parent ${pages} 0 R/MediaBox[0 0 ${A4.width} ${A4.height}]`
  const resources = `/Resources<</Font<</F ${fontNumber} 0 R>>>>`
  const numbers: number[] = []
  for (const content of contents) {
    const shown = content === '' ? '/Resources<<>>' : `${resources}/Contents ${pdf.addStream(content)} 0 R`
    numbers.push(pdf.add(`<<${page}${shown}>>`))
  }
  font.write(pdf, fontNumber)
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  pdf.put(pages, `<</Type/Pages/Kids[${kids}]/Count ${numbers.length}>>`)
  pdf.put(catalog, `<</Type/Catalog/Pages ${pages} 0 R>>`)
  const info =
    title === undefined ? '' : `/Info ${pdf.add(`<</Title<${utf16Hex(BYTE_ORDER_MARK + title.toWellFormed())}>>>`)} 0 R`
  return { bytes: pdf.end(`/Root ${catalog} 0 R${info}`), pageCount: numbers.length }
}

/** What shows lines below each other; nothing if all of them are empty. */
export function textBlock(lines: string[], font: PageFont, { size, lineHeight, left, firstBaseline }: Block): string {
  if (lines.every((line) => line === '')) return ''
  const shown = lines.map((line) => (line === '' ? 'T*' : `${font.show(line)} T*`))
  return [`BT /F ${size} Tf ${lineHeight} TL ${left} ${firstBaseline} Td`, ...shown, 'ET'].join('\n')
}
