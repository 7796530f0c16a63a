import { type MadePdf, type Mark, openPdfWorkers, type Stamping } from '#platform/pdf/workers/pdf-workers.ts'

/** A document with marks upon its pages and a report behind them; nothing when it cannot be had. */
export async function stampDocument(document: Uint8Array, stamping: Stamping): Promise<MadePdf | undefined> {
  const pdfWorkers = openPdfWorkers({ threads: 1 })
  try {
    return await pdfWorkers.stamp(document, stamping)
  } finally {
    await pdfWorkers.close()
  }
}

const NOTHING: Mark['drawing'] = { kind: 'drawn', aspect: 1, strokes: [] }
const EMPTY = { title: '', paragraphs: [], sections: [], footer: '' }

/** Whether every page can be drawn upon: else nobody would know before everybody has signed. */
export async function canBeStamped(document: Uint8Array, pageCount: number): Promise<boolean> {
  const marks = Array.from({ length: pageCount }, (_, index) => ({
    page: index + 1,
    x: 0,
    y: 0,
    width: 1,
    height: 1,
    drawing: NOTHING,
    caption: [],
  }))
  return (await stampDocument(document, { marks, report: EMPTY, moment: new Date(0) })) !== undefined
}
