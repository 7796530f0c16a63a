import { deflateSync } from 'node:zlib'
import { PdfWriter } from '#platform/pdf/samples/pdf-writer.conformance.ts'

/** A small file with one page of so many words: PDFium gives up on a million after several seconds, for want of memory. */
export function aPdfOfManyWords(words: number): Buffer {
  return aPdfWith(1, `BT /F1 12 Tf 40 150 Td ${'(abcdefghij) Tj '.repeat(words)}ET`)
}

/** Pages with so many strokes and no text; 200,000 take a third of a second to read. */
export function aPdfOfDrawings({ pages, strokes }: { pages: number; strokes: number }): Buffer {
  return aPdfWith(pages, '0 0 m 9 9 l S '.repeat(strokes))
}

/** All pages have the same content. */
function aPdfWith(pages: number, content: string): Buffer {
  const writer = new PdfWriter()
  const fonts = '/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'
  const numbers = Array.from({ length: pages }, (_, index) => 10 + index)
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  writer.object(1, '<</Type/Catalog/Pages 2 0 R>>').object(2, `<</Type/Pages/Count ${pages}/Kids[${kids}]>>`)
  writer.stream(4, '/Filter/FlateDecode', deflateSync(content))
  for (const number of numbers) {
    writer.object(number, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R${fonts}>>`)
  }
  return writer.start(writer.table('/Size 90/Root 1 0 R')).bytes
}
