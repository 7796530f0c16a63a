import type { TextReading } from '#platform/pdf/pdfium/read-text.ts'
import type { PageAsked, Rendering } from '#platform/pdf/pdfium/read-with-pdfium.ts'
import type { Report } from '#platform/pdf/stamps/stamping.ts'
import { PageQueue, type PdfBytes } from './page-queue.ts'
import { openPdfSession, type PdfSession, type PdfSessionOptions } from './pdf-session.ts'
import type { MadePdf } from './pdf-tasks.ts'
import { PdfWorkerPool } from './pdf-worker-pool.ts'
import { setReport } from './set-report.ts'
import { type NamedPdf, TextReadings } from './text-readings.ts'

export type { Letter } from '#platform/pdf/pages/letter-page.ts'
export type { PageText, TextReading } from '#platform/pdf/pdfium/read-text.ts'
export type { PageAsked, RenderedPage, Rendering } from '#platform/pdf/pdfium/read-with-pdfium.ts'
export type { Mark, Report, Stamping } from '#platform/pdf/stamps/stamping.ts'
export { PdfTaskFailed } from './page-queue.ts'
export type { PdfSession, PdfSessionOptions } from './pdf-session.ts'
export type { MadePdf, Match, Pages, Pattern, PdfFacts, PdfFault } from './pdf-tasks.ts'
export type { NamedPdf } from './text-readings.ts'

/** The pool of threads that run PDFium. A thread begins with its first task, and ends when it is idle. */
export type PdfWorkers = {
  /** Counts the pages as PDFium does, which repairs what is broken; undefined when it cannot read the file. */
  countPages(bytes: Uint8Array): Promise<number | undefined>
  renderPage(bytes: Uint8Array, asked: PageAsked): Promise<Rendering>
  /**
   * The text of pages and where it stands, from a page on; the answer says where it goes on. It has a thread and a queue
   * of its own, so that no picture waits for it.
   */
  readText(bytes: Uint8Array, from: number): Promise<TextReading>
  /**
   * The same for a file that several callers may ask for: equal calls share one reading, and a file that cannot be read,
   * or takes too long, is not readable for `textRetryMs` without another attempt.
   */
  readNamedText(file: NamedPdf, from: number): Promise<TextReading>
  /** A report as a file of its own, PDF/A-2b, which can be sealed. */
  setReport(report: Report, moment: Date): Promise<MadePdf>
  /** Threads for one job, until it closes the session. */
  openSession(options?: PdfSessionOptions): PdfSession
  close(): Promise<void>
}

/** `timeLimitSeconds` is for counting and rendering; text and sessions have their own. */
export type PdfWorkersOptions = {
  timeLimitSeconds?: number
  /** Pages are read in milliseconds, unless the machine has much else to do. */
  textTimeLimitSeconds?: number
  textRetryMs?: number
  idleSeconds?: number
  maxMemoryBytes?: number
  /** Paths of fonts for what those of the service have not, in the order in which they are tried. */
  fontFiles?: readonly string[]
  now?: () => number
}

const MEGABYTE = 1024 * 1024
const HOUR_MS = 60 * 60 * 1000

export function openPdfWorkers(options: PdfWorkersOptions = {}): PdfWorkers {
  const { timeLimitSeconds = 15, textTimeLimitSeconds = 10, textRetryMs = HOUR_MS, now = Date.now } = options
  const { idleSeconds = 60, maxMemoryBytes = 512 * MEGABYTE, fontFiles = [] } = options
  const pool = new PdfWorkerPool({ idleSeconds, maxMemoryBytes, fontFiles })
  const pictures = new PageQueue(pool, timeLimitSeconds)
  const texts = new PageQueue(pool, textTimeLimitSeconds)
  const readText = async (source: PdfBytes, from: number) =>
    (await texts.ask(source, { ask: 'readText', from })) as TextReading
  const readings = new TextReadings({ read: ({ read }, from) => readText(read, from), retryMs: textRetryMs, now })

  return {
    countPages: async (bytes) => (await pictures.ask(bytes, { ask: 'countPages' })) as number | undefined,
    renderPage: async (bytes, asked) => (await pictures.ask(bytes, { ask: 'renderPage', asked })) as Rendering,
    readText,
    readNamedText: (file, from) => readings.read(file, from),
    setReport: (report, moment) => setReport(report, moment, fontFiles),
    openSession: (sessionOptions) => openPdfSession(pool, sessionOptions),
    async close() {
      await pool.close()
      await Promise.all([pictures.settled(), texts.settled()])
    },
  }
}
