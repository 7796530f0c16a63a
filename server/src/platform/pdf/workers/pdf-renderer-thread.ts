import { parentPort, workerData } from 'node:worker_threads'
import { loadPdfium } from '#platform/pdf/pdfium/load-pdfium.ts'
import { countPages, type PageAsked, type Rendering, renderPage } from '#platform/pdf/pdfium/read-with-pdfium.ts'

export type PdfRendererSettings = { maxMemoryBytes: number }
/** A file, and the page that is to be drawn; without one, its pages are counted. */
export type PdfQuestion = { bytes: Uint8Array; asked: PageAsked | undefined }
/** The memory of PDFium grows and never shrinks. */
export type PdfAnswer = { answer: Rendering | number | undefined; memoryBytes: number }

if (!parentPort) throw new Error('This runs as a thread.')
const port = parentPort
const pdfium = await loadPdfium(workerData as PdfRendererSettings)

// Whatever is thrown here ends the thread: after that, PDFium cannot be trusted any more.
port.on('message', ({ bytes, asked }: PdfQuestion) => {
  if (!asked) return tell(countPages(pdfium, bytes))
  const rendering = renderPage(pdfium, bytes, asked)
  return tell(rendering, rendering.outcome === 'rendered' ? [rendering.png.buffer] : [])
})

function tell(answer: PdfAnswer['answer'], transfer: ArrayBuffer[] = []): void {
  const told: PdfAnswer = { answer, memoryBytes: pdfium.HEAPU8.length }
  port.postMessage(told, transfer)
}
