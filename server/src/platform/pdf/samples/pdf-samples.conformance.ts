import { PdfWriter, type Place } from './pdf-writer.conformance.ts'

/** A PDF, and how many pages it has. */
export type PdfSample = { bytes: Buffer; pages: number }

const CATALOG = 1
const PAGES = 2
const FIRST_PAGE = 10
const catalog = `<</Type/Catalog/Pages ${PAGES} 0 R/Lang(en \\) (nested) <</Pages 3 0 R>>)>>`
const page = `<</Type/Page/Parent ${PAGES} 0 R/MediaBox[0 0 200 100]>>`
const sizeFor = (pages: number) => FIRST_PAGE + pages + 20

function listOf(pages: number): string {
  const kids = Array.from({ length: pages }, (_, index) => `${FIRST_PAGE + index} 0 R`)
  return `<</Type/Pages % /Count 99\n/Kids[${kids.join(' ')}]/Count ${pages}>>`
}

/** The catalog, the list of pages, and the pages. */
export function objectsOf(pages: number): Map<number, string> {
  const all = Array.from({ length: pages }, (_, index): [number, string] => [FIRST_PAGE + index, page])
  return new Map([[CATALOG, catalog], [PAGES, listOf(pages)], ...all])
}

export function writeObjects(writer: PdfWriter, objects: Map<number, string>): PdfWriter {
  for (const [number, value] of objects) writer.object(number, value)
  return writer
}

const root = (pages: number, more = '') => `/Size ${sizeFor(pages)}/Root ${CATALOG} 0 R${more}`

/** A PDF with a table, as it was until 2001, and as small programs still write it. */
export function aPdf({
  pages = 3,
  trailer = '',
  header,
}: {
  pages?: number
  trailer?: string
  header?: string
} = {}): Buffer {
  const writer = writeObjects(new PdfWriter(header), objectsOf(pages))
  writer.places.set(0, 'deleted')
  return writer.start(writer.table(root(pages, trailer))).bytes
}

/** A PDF whose objects are in object streams, and their places in a stream. */
export function aCompressedPdf(options: Parameters<PdfWriter['crossReferences']>[2] & { pages?: number } = {}): Buffer {
  const { pages = 4, ...how } = options
  const writer = new PdfWriter()
  writer.objectStream(4, objectsOf(pages), how)
  if (how.index === 'whole') fillGaps(writer, FIRST_PAGE)
  return writer.start(writer.crossReferences(5, root(pages), how)).bytes
}

function fillGaps(writer: PdfWriter, before: number): void {
  for (let object = 0; object < before; object += 1) {
    if (!writer.places.has(object)) writer.places.set(object, 'deleted')
  }
}

/** A PDF that was saved again with another number of pages, behind what it was. */
export function anUpdatedPdf({ from = 2, to = 5, form = 'table' as 'table' | 'stream', previousAt = -1 } = {}): Buffer {
  const writer = writeObjects(new PdfWriter(), objectsOf(from))
  const first = writer.table(root(from))
  writer.start(first)
  const changed = objectsOf(to)
  changed.delete(CATALOG)
  writeObjects(writer, changed)
  const trailer = root(to, `/Prev ${previousAt < 0 ? first : previousAt}`)
  const at = form === 'table' ? writer.table(trailer) : writer.crossReferences(5, trailer)
  return writer.start(at).bytes
}

/** A PDF for old and new readers: the old ones do not see what is in the object streams. */
export function aHybridPdf({ pages = 6 } = {}): Buffer {
  const writer = new PdfWriter()
  const objects = objectsOf(pages)
  writer.object(CATALOG, objects.get(CATALOG) ?? '')
  const seen = new Map(writer.places)
  objects.delete(CATALOG)
  writer.objectStream(4, objects)
  const hiddenAt = writer.crossReferences(5, root(pages))
  writer.places = new Map<number, Place>([[0, 'deleted'], [PAGES, 'deleted'], ...seen])
  return writer.start(writer.table(root(pages, `/XRefStm ${hiddenAt}`))).bytes
}

/** A PDF whose newest section stands at its beginning, before what it describes. */
export function aLinearizedPdf({ pages = 3 } = {}): Buffer {
  const objects = objectsOf(pages)
  const rest = [...objects].filter(([number]) => number >= FIRST_PAGE)
  const build = (catalogAt: number, pagesAt: number, mainAt: number) => {
    const writer = new PdfWriter()
    writer.places = new Map<number, Place>([
      [CATALOG, { at: catalogAt }],
      [PAGES, { at: pagesAt }],
    ])
    const firstAt = writer.table(root(pages, `/Prev ${String(mainAt).padStart(10, '0')}`))
    writer.start(0)
    const at = (number: number) => {
      const before = writer.sizeBytes
      writer.object(number, objects.get(number) ?? '')
      return before
    }
    const catalogIs = at(CATALOG)
    const pagesIs = at(PAGES)
    writer.places.clear()
    writer.places.set(0, 'deleted')
    writeObjects(writer, new Map(rest))
    const mainIs = writer.table(`/Size ${sizeFor(pages)}`)
    return { places: [catalogIs, pagesIs, mainIs] as const, bytes: writer.start(firstAt).bytes }
  }
  return build(...build(0, 0, 0).places).bytes
}

/** A PDF that draws this on each page of 200 by 100 points. */
export function aDrawnPdf(content: string, { page = '', more = new Map<number, string>() } = {}): Buffer {
  const objects = objectsOf(1)
  objects.set(FIRST_PAGE, `<</Type/Page/Parent ${PAGES} 0 R/MediaBox[0 0 200 100]/Contents 3 0 R${page}>>`)
  const writer = writeObjects(new PdfWriter(), new Map([...objects, ...more]))
  writer.stream(3, '', Buffer.from(content, 'latin1'))
  return writer.start(writer.table(root(1))).bytes
}

const junkBefore = (bytes: Buffer) => Buffer.concat([Buffer.from('Received: by mail\r\n\r\n'), bytes])
const header = `${'x'.repeat(500)}\n%PDF-1.4\n`

/** All the ways in which a PDF may say how many pages it has. */
export const SAMPLES: [string, PdfSample][] = [
  ['a table', { bytes: aPdf({ pages: 3 }), pages: 3 }],
  ['one page', { bytes: aPdf({ pages: 1 }), pages: 1 }],
  ['a list of pages that is long', { bytes: aPdf({ pages: 9000 }), pages: 9000 }],
  ['things before its header', { bytes: junkBefore(aPdf({ pages: 3 })), pages: 3 }],
  ['things behind its end', { bytes: Buffer.concat([aPdf({ pages: 3 }), Buffer.alloc(3000, '\n<html>')]), pages: 3 }],
  ['object streams', { bytes: aCompressedPdf({ pages: 4 }), pages: 4 }],
  ['object streams that are not compressed', { bytes: aCompressedPdf({ pages: 4, isPlain: true }), pages: 4 }],
  ['an object stream with its length elsewhere', { bytes: aCompressedPdf({ pages: 4, lengthIn: 6 }), pages: 4 }],
  ['places in one run', { bytes: aCompressedPdf({ pages: 4, index: 'whole' }), pages: 4 }],
  ...[10, 11, 12, 13, 14, 15].map((predictor): [string, PdfSample] => [
    `places with predictor ${predictor}`,
    { bytes: aCompressedPdf({ pages: 7, predictor }), pages: 7 },
  ]),
  ['an update with a table', { bytes: anUpdatedPdf({ from: 2, to: 5, form: 'table' }), pages: 5 }],
  ['an update with a stream', { bytes: anUpdatedPdf({ from: 5, to: 2, form: 'stream' }), pages: 2 }],
  ['objects hidden from old readers', { bytes: aHybridPdf({ pages: 6 }), pages: 6 }],
  ['its newest section first', { bytes: aLinearizedPdf({ pages: 3 }), pages: 3 }],
]
/** Positions that are counted from the beginning of the file: PDFium reads it too, by repairing it. */
SAMPLES.push(['positions from before its header', { bytes: aPdf({ pages: 3, header }), pages: 3 }])

/** Drawings within drawings, twenty times at each of six levels. */
export function aHungryPdf(): Buffer {
  const first = 20
  const levels = 6
  const inner = (number: number) => `/Resources<</XObject<</F ${number} 0 R>>>>`
  const drawing = (number: number, content: string) =>
    `<</Subtype/Form/BBox[0 0 200 100]${inner(number + 1)}/Length ${content.length}>>stream\n${content}\nendstream`
  const more = Array.from({ length: levels }, (_, level): [number, string] => [
    first + level,
    drawing(first + level, '/F Do '.repeat(20)),
  ])
  more.push([first + levels, drawing(first + levels, '0 0 9 9 re f')])
  return aDrawnPdf('/F Do', { page: inner(first), more: new Map(more) })
}
