import { isDeepStrictEqual } from 'node:util'
import type { Match, PdfFault } from '#platform/pdf/workers/pdf-workers.ts'
import { type Fields, fieldsOf, patternOf } from './pattern.ts'
import { type Piece, type SpoolPieces, UnusableSpool } from './piece.ts'
import { openSpool, type Spool, storePdf } from './spool.ts'

const FAULTS: Record<PdfFault, string> = {
  encrypted: 'The PDF is protected by a password.',
  damaged: 'The file is not a PDF, or it is damaged.',
  no_pages: 'The PDF has no pages.',
}

/** So many pages are read at once, and the next ones while these are taken apart. */
const WINDOW = 120
const STEP = 40

/** A document that goes on until the pattern is found again; without fields, pages before it was found at all. */
type OpenPiece = { from: number; fields: Fields | undefined }

/** The parts of one PDF: a new one where the pattern is on a page. */
export async function* readPdf(spool: Spool): SpoolPieces {
  const { pdfSession, sizeBytes } = spool
  const facts = await pdfSession.load(sizeBytes, await openSpool(spool))
  if (facts.fault) throw new UnusableSpool(facts.fault, FAULTS[facts.fault])
  const { pageCount } = facts
  let begun: OpenPiece = { from: 1, fields: undefined }
  for await (const { page, match } of matchesOf(spool, pageCount)) {
    const fields = fieldsOf(match)
    if (!fields || (spool.type.join_same && isDeepStrictEqual(fields, begun.fields))) continue
    if (page > begun.from || begun.fields) yield pieceOf(spool, begun, page - 1, pageCount)
    begun = { from: page, fields }
  }
  yield pieceOf(spool, begun, pageCount, pageCount)
}

function pieceOf(spool: Spool, { from, fields }: OpenPiece, last: number, pageCount: number) {
  const part: Piece = {
    file: spool.filename,
    first_page: from,
    fields,
    async store() {
      const made = await spool.pdfSession.extract({ from, count: last - from + 1 }, spool.moment)
      return made
        ? storePdf(spool, made)
        : { reason: 'damaged', message: `The pages ${from} to ${last} are damaged, or hide content.` }
    },
  }
  return { part, progress: last / pageCount }
}

/** What is found on each page; the pages behind are being read meanwhile. */
async function* matchesOf(spool: Spool, pageCount: number): AsyncGenerator<{ page: number; match: Match | undefined }> {
  let ahead = readWindow(spool, 1, pageCount)
  for (let first = 1; first <= pageCount; first += WINDOW) {
    const matches = await ahead
    ahead = readWindow(spool, first + WINDOW, pageCount)
    // It is waited for later, or not at all when the spool is given up.
    ahead.catch(() => {})
    for (const [index, match] of matches.entries()) yield { page: first + index, match }
  }
}

async function readWindow(
  { pdfSession, type }: Spool,
  first: number,
  pageCount: number,
): Promise<(Match | undefined)[]> {
  const last = Math.min(first + WINDOW - 1, pageCount)
  const reading: Promise<Match[]>[] = []
  for (let from = first; from <= last; from += STEP) {
    reading.push(pdfSession.find(patternOf(type), { from, count: Math.min(STEP, last - from + 1) }))
  }
  return (await Promise.all(reading)).flat()
}
