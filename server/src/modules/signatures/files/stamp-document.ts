import type { MadePdf, Mark, PdfWorkers, Stamping } from '#platform/pdf/workers/pdf-workers.ts'

/** A document with marks upon its pages and a report behind them; nothing when it cannot be had. */
export async function stampDocument(
  pdfWorkers: PdfWorkers,
  document: Uint8Array,
  stamping: Stamping,
): Promise<MadePdf | undefined> {
  const session = pdfWorkers.openSession({ threads: 1 })
  try {
    return await session.stamp(document, stamping)
  } finally {
    await session.close()
  }
}

const NOTHING: Mark['drawing'] = { kind: 'drawn', aspect: 1, strokes: [] }
const EMPTY = { title: '', paragraphs: [], sections: [], footer: '' }

/** Whether every page can be stamped. Without this check the failure would show only after all have signed. */
export async function canBeStamped(pdfWorkers: PdfWorkers, document: Uint8Array, pageCount: number): Promise<boolean> {
  const marks = Array.from({ length: pageCount }, (_, index) => ({
    page: index + 1,
    x: 0,
    y: 0,
    width: 1,
    height: 1,
    drawing: NOTHING,
    caption: [],
  }))
  return (await stampDocument(pdfWorkers, document, { marks, report: EMPTY, moment: new Date(0) })) !== undefined
}
