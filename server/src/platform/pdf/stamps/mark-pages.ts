import { PageFonts } from '#platform/pdf/fonts/page-fonts.ts'
import { PdfOutput } from '#platform/pdf/pdf-output.ts'
import { PdfiumFile, type PdfiumObject } from '#platform/pdf/pdfium/pdfium-file.ts'
import { OF_PAGE } from '#platform/pdf/pdfium/separate-pages.ts'
import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import { drawMark, type Size } from './draw-mark.ts'
import { shown } from './draw-strokes.ts'
import type { Mark } from './stamping.ts'

/** A page as a drawing: upright, its lower left corner at the origin, so that nothing it does reaches what is drawn after it. */
export type PageDrawing = { size: Size; content: Buffer; entries: string }

/** What stays when what a page draws is drawn as a whole. */
const OF_DRAWN_PAGE = new Set(['Type', 'Parent', 'UserUnit', 'Group'])
const RESOURCES = new Set(['Resources'])

/** A file that PDFium wrote, with marks upon its pages and with pages that only show. `draw` answers the drawing of a page. */
export function markPages(
  bytes: Uint8Array,
  { marks, fontFiles }: { marks: readonly Mark[]; fontFiles: readonly string[] },
  draw: (page: number) => PageDrawing,
): Uint8Array<ArrayBuffer> {
  const file = new PdfiumFile(bytes)
  const output = new PdfOutput(file)
  const fonts = new PageFonts(output, fontFiles)
  const byPage = Map.groupBy(marks, ({ page }) => page)
  for (const [index, page] of file.pages.entries()) {
    const own = byPage.get(index + 1)
    if (own) putMarked(output, file, page, markOn(output, fonts, { page, file, marks: own, drawing: draw(index + 1) }))
    else output.put(page.number, `<<${entriesOf(file, page, OF_PAGE)}>>`)
  }
  fonts.write()
  const kept = [...(file.trailer.entries ?? [])].filter(([name]) => name === 'Root' || name === 'Info')
  return output.end(file.textOf(kept))
}

/** The part of a file that PDFium wrote of one page as a form: the first of its streams. */
export function readDrawing(bytes: Uint8Array, size: Size): PageDrawing {
  const file = new PdfiumFile(bytes)
  const numbers = [...file.objects.keys()].sort((one, other) => one - other)
  const form = numbers.map((number) => file.objects.get(number)).find((one) => one?.content !== undefined)
  if (!form?.content) throw new UnreadablePdf()
  const kept = [...(form.value.entries ?? [])].filter(([name]) => ['BBox', 'Matrix', 'Filter'].includes(name))
  return { size, content: form.content, entries: file.textOf(kept) }
}

type Marked = { size: Size; drawing: number; marks: { number: number; left: number; bottom: number }[] }

type PageToMark = { page: PdfiumObject; file: PdfiumFile; marks: readonly Mark[]; drawing: PageDrawing }

function markOn(
  output: PdfOutput,
  fonts: PageFonts,
  { page, file, marks, drawing: { size, content, entries } }: PageToMark,
): Marked {
  const form = `/Type/XObject/Subtype/Form${entries}${entriesOf(file, page, RESOURCES)}`
  return {
    size,
    drawing: output.addPacked(content, form),
    marks: marks.map((mark) => ({
      number: drawMark(output, fonts, mark, { width: mark.width * size.width, height: mark.height * size.height }),
      left: mark.x * size.width,
      bottom: (1 - mark.y - mark.height) * size.height,
    })),
  }
}

function putMarked(output: PdfOutput, file: PdfiumFile, page: PdfiumObject, { size, drawing, marks }: Marked): void {
  const names = marks.map(({ number }, index) => `/M${index + 1} ${number} 0 R`)
  const places = marks.map(
    ({ left, bottom }, index) => `q 1 0 0 1 ${shown(left)} ${shown(bottom)} cm /M${index + 1} Do Q`,
  )
  const content = output.addStream(['q /P Do Q', ...places].join('\n'))
  output.put(
    page.number,
    `<<${entriesOf(file, page, OF_DRAWN_PAGE)}/MediaBox[0 0 ${size.width} ${size.height}]/Contents ${content} 0 R` +
      `/Resources<</XObject<</P ${drawing} 0 R${names.join('')}>>>>>>`,
  )
}

function entriesOf(file: PdfiumFile, page: PdfiumObject, names: ReadonlySet<string>): string {
  return file.textOf([...(page.value.entries ?? [])].filter(([name]) => names.has(name)))
}
