import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import { PdfFile } from './pdf-file.ts'
import { PdfObjects } from './pdf-objects.ts'
import type { PdfSource } from './pdf-source.ts'
import { isCount } from './pdf-values.ts'

export type { PdfSource } from './pdf-source.ts'

/** As PDFium has it. */
const MAX_PAGES = 0xf_ffff
const HEADER = '%PDF-'
const HEAD_BYTES = 1024
/** Where the file says where to begin; things may have been put behind it. */
const TAIL_BYTES = [8 * 1024, 64 * 1024]
const START_WORD = 'startxref'
const START_BYTES = 64

/** How many pages a PDF says that it has; nothing when it cannot be told without reading, repairing or decrypting all of it. */
export async function countPages(source: PdfSource): Promise<number | undefined> {
  const headerAt = await findHeader(source)
  if (headerAt === undefined) return undefined
  // Whether positions are counted from the header or from what was put before it, is for the writer to know.
  for (const from of new Set([headerAt, 0])) {
    const count = await countFrom(source, from)
    if (count !== undefined) return count
  }
  return undefined
}

async function findHeader(source: PdfSource): Promise<number | undefined> {
  if (source.sizeBytes < HEADER.length) return undefined
  const head = await source.read(0, Math.min(HEAD_BYTES, source.sizeBytes) - 1)
  const at = head.indexOf(HEADER, 0, 'latin1')
  return at < 0 ? undefined : at
}

async function countFrom(source: PdfSource, headerAt: number): Promise<number | undefined> {
  const file = new PdfFile(source, headerAt)
  try {
    const objects = new PdfObjects(file, await findStart(file))
    return await countIn(objects)
  } catch (error) {
    if (error instanceof UnreadablePdf) return undefined
    throw error
  }
}

async function findStart(file: PdfFile): Promise<number> {
  for (const tailBytes of TAIL_BYTES) {
    const tail = await file.read(Math.max(0, file.sizeBytes - tailBytes), tailBytes)
    const at = tail.lastIndexOf(START_WORD, undefined, 'latin1')
    if (at < 0) continue
    const from = at + START_WORD.length
    const [, start] = /^\s+(\d{1,15})/.exec(tail.toString('latin1', from, from + START_BYTES)) ?? []
    return Number(start ?? 0)
  }
  throw new UnreadablePdf()
}

async function countIn(objects: PdfObjects): Promise<number | undefined> {
  const catalog = await objects.resolve(await objects.trailerValue('Root'))
  const pages = catalog instanceof Map ? await objects.resolve(catalog.get('Pages')) : null
  if (!(pages instanceof Map)) return undefined
  const count = await objects.resolve(pages.get('Count'))
  const kids = await objects.resolve(pages.get('Kids'))
  const size = await objects.trailerValue('Size')
  // Every page is an object, and a file without pages has none in its list.
  const mayBe = isCount(count) && isCount(size) && Array.isArray(kids) && count <= size && count <= MAX_PAGES
  return mayBe && (count > 0 || kids.length === 0) ? count : undefined
}
