import type { PageAsked, Rendering } from '#platform/pdf/pdfium/read-with-pdfium.ts'
import { openPdfSession, type PdfSession, type PdfSessionOptions } from './pdf-session.ts'
import type { PdfTask, PdfTaskResult } from './pdf-tasks.ts'
import { PdfWorkerPool } from './pdf-worker-pool.ts'

export type { Letter } from '#platform/pdf/pages/letter-page.ts'
export type { PageAsked, RenderedPage, Rendering } from '#platform/pdf/pdfium/read-with-pdfium.ts'
export type { Mark, Report, Stamping } from '#platform/pdf/stamps/stamping.ts'
export type { PdfSession, PdfSessionOptions } from './pdf-session.ts'
export type { MadePdf, Match, Pages, Pattern, PdfFacts, PdfFault } from './pdf-tasks.ts'

/** The pool of threads that run PDFium. A thread begins with its first task, and ends when it is idle. */
export type PdfWorkers = {
  /** Counts the pages as PDFium does, which repairs what is broken; undefined when it cannot read the file. */
  countPages(bytes: Uint8Array): Promise<number | undefined>
  renderPage(bytes: Uint8Array, asked: PageAsked): Promise<Rendering>
  /** Threads for one job, until it closes the session. */
  openSession(options?: PdfSessionOptions): PdfSession
  close(): Promise<void>
}

/** `timeLimitSeconds` is for counting and rendering; a session has its own. */
export type PdfWorkersOptions = { timeLimitSeconds?: number; idleSeconds?: number; maxMemoryBytes?: number }

/** The file took too long, asked for too much memory or made PDFium fail, or the pool was closed meanwhile. */
export class PdfTaskFailed extends Error {
  override readonly name = 'PdfTaskFailed'
}

type PageTask = Extract<PdfTask, { ask: 'countPages' | 'renderPage' }>

const MEGABYTE = 1024 * 1024

export function openPdfWorkers(options: PdfWorkersOptions = {}): PdfWorkers {
  const { timeLimitSeconds = 15, idleSeconds = 60, maxMemoryBytes = 512 * MEGABYTE } = options
  const pool = new PdfWorkerPool({ idleSeconds, maxMemoryBytes })
  let queue: Promise<unknown> = Promise.resolve()

  async function askNow(task: PageTask): Promise<PdfTaskResult> {
    // The caller keeps its bytes; a view would be sent with all that is around it.
    const bytes = new Uint8Array(task.bytes)
    const worker = pool.take()
    try {
      return await worker.ask({ ...task, bytes }, { timeLimitSeconds, transfer: [bytes.buffer] })
    } finally {
      await pool.release(worker)
    }
  }

  /** One task at a time: however many callers want previews, they occupy one thread. */
  function ask(task: PageTask): Promise<PdfTaskResult> {
    const answer = queue.then(() => askNow(task)).catch(failTask)
    queue = answer.catch(() => {})
    return answer
  }

  return {
    countPages: async (bytes) => (await ask({ ask: 'countPages', bytes })) as number | undefined,
    renderPage: async (bytes, asked) => (await ask({ ask: 'renderPage', bytes, asked })) as Rendering,
    openSession: (sessionOptions) => openPdfSession(pool, sessionOptions),
    async close() {
      await pool.close()
      await queue
    },
  }
}

function failTask(error: Error): never {
  throw new PdfTaskFailed(`The PDF could not be read: ${error.message}`, { cause: error })
}
