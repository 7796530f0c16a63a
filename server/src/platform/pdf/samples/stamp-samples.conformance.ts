import { inflateSync } from 'node:zlib'
import type { Mark, Report, Stamping } from '#platform/pdf/workers/pdf-workers.ts'
import { PdfWriter } from './pdf-writer.conformance.ts'

const NAME = [0.05, 0.9, 0.1, 0.1, 0.2, 0.9, 0.3, 0.4, 0.5, 0.9, 0.7, 0.2, 0.95, 0.6]

export function aMark(changes: Partial<Mark> = {}): Mark {
  const box = { page: 1, x: 0.3, y: 0.2, width: 0.4, height: 0.3 }
  return { ...box, drawing: { kind: 'typed', text: 'Jane Doe' }, caption: ['Jane Doe', '31 January 2024'], ...changes }
}

export function aDrawing(strokes: number[][] = [NAME], aspect = 3): Mark['drawing'] {
  return { kind: 'drawn', aspect, strokes }
}

export function aReport(changes: Partial<Report> = {}): Report {
  const sections = [{ title: 'Document', rows: [['Title', 'Contract'] as [string, string]] }]
  return { title: 'Certificate', paragraphs: ['All have signed.'], sections, footer: 'Sealed by us', ...changes }
}

export function aStamping(changes: Partial<Stamping> = {}): Stamping {
  return { marks: [aMark()], report: aReport(), moment: new Date('2024-01-31T10:20:30Z'), ...changes }
}

type Page = { entries?: string; content?: string | string[]; catalog?: string; more?: (writer: PdfWriter) => unknown }

/** A PDF of one page that shows two squares and a word, however it is turned, cut or left. */
export function aPage({ entries = '', content = '', catalog = '', more }: Page = {}): Buffer {
  const own =
    '0.9 g 0 0 300 400 re f 1 0 0 rg 20 20 60 60 re f 0 0 1 rg 200 300 50 50 re f 0 g BT /F1 12 Tf 40 150 Td (word) Tj ET'
  const parts = [own, ...(Array.isArray(content) ? content : [content])]
  const writer = new PdfWriter()
  writer.object(1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`)
  writer.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 400]>>')
  const contents = parts.map((_, index) => `${50 + index} 0 R`).join(' ')
  writer.object(3, `<</Type/Page/Parent 2 0 R/Contents[${contents}]/Resources<</Font<</F1 4 0 R>>>>${entries}>>`)
  writer.object(4, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')
  for (const [index, part] of parts.entries()) writer.stream(50 + index, '', Buffer.from(part, 'latin1'))
  more?.(writer)
  return writer.start(writer.table('/Size 90/Root 1 0 R')).bytes
}

/** What covers all of such a page. */
export const COVERING_FORM = '/Type/XObject/Subtype/Form/BBox[0 0 300 400]'
export const COVER = Buffer.from('1 0 0 rg 0 0 300 400 re f')

/** A page that an annotation covers. `kind` is what its dictionary says of it. */
export function aCoveredPage(kind: string, flags: number): Buffer {
  return aPage({
    entries: '/Annots[60 0 R]',
    catalog: kind.includes('Widget') ? '/AcroForm<</Fields[60 0 R]>>' : '',
    more: (writer) =>
      writer
        .object(60, `<</Type/Annot${kind}/Rect[0 0 300 400]/F ${flags}/AP<</N 61 0 R>>>>`)
        .stream(61, COVERING_FORM, COVER),
  })
}

/** A page with a layer that covers all of it, which no viewer shows. */
export function aPageWithHiddenLayer(): Buffer {
  return aPage({
    entries: '/Resources<</Font<</F1 4 0 R>>/Properties<</L1 20 0 R>>>>',
    catalog: '/OCProperties<</OCGs[20 0 R]/D<</OFF[20 0 R]>>>>',
    content: '/OC /L1 BDC 1 g 0 0 300 400 re f EMC',
    more: (writer) => writer.object(20, '<</Type/OCG/Name(Clauses)>>'),
  })
}

export type Pixels = { width: number; height: number; rows: Buffer[] }

/** The pixels of a PNG that we wrote: one part, no filters. */
export function pixelsOf(png: Buffer): Pixels {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const at = png.indexOf('IDAT', 0, 'latin1')
  const all = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  const rowBytes = 1 + 3 * width
  const rows = Array.from({ length: height }, (_, row) => all.subarray(row * rowBytes + 1, (row + 1) * rowBytes))
  return { width, height, rows }
}

/** Where two pictures of a page differ: as fractions of its width and height, from the top left corner. */
export function differences(one: Pixels, other: Pixels): { x: number; y: number }[] {
  const found: { x: number; y: number }[] = []
  for (const [y, row] of one.rows.entries()) {
    const against = other.rows[y] ?? Buffer.alloc(0)
    // Most rows are the same, and bytes are compared much faster than slices of three.
    if (row.equals(against)) continue
    for (let x = 0; x < one.width; x += 1) {
      const at = 3 * x
      const isSame = row[at] === against[at] && row[at + 1] === against[at + 1] && row[at + 2] === against[at + 2]
      if (!isSame) found.push({ x: (x + 0.5) / one.width, y: (y + 0.5) / one.height })
    }
  }
  return found
}
