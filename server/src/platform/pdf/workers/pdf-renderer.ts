import { Worker } from 'node:worker_threads'
import type { PageAsked, Rendering } from '#platform/pdf/pdfium/read-with-pdfium.ts'
import { askThread } from '#platform/threads/ask-thread.ts'
import type { PdfAnswer, PdfQuestion, PdfRendererSettings } from './pdf-renderer-thread.ts'

export type { PageAsked, RenderedPage, Rendering } from '#platform/pdf/pdfium/read-with-pdfium.ts'

export type PdfRenderer = {
  /** Counts the pages as PDFium does, which repairs what is broken; nothing when it cannot read the file. */
  countPages(bytes: Uint8Array): Promise<number | undefined>
  renderPage(bytes: Uint8Array, asked: PageAsked): Promise<Rendering>
  close(): Promise<void>
}

export type PdfRendererOptions = { timeLimitSeconds?: number; idleSeconds?: number; maxMemoryBytes?: number }

/** The file took too long, asked for too much memory or made PDFium fail, or the tool was closed meanwhile. */
export class PdfRendererFailed extends Error {
  override readonly name = 'PdfToolFailed'
}

const THREAD = new URL('./pdf-renderer-thread.ts', import.meta.url)
const MEGABYTE = 1024 * 1024
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 }
/** PDFium begins with 18 MB and keeps what it once needed: a thread that has more than this is not kept. */
const MAX_KEPT_MEMORY_BYTES = 96 * MEGABYTE

/** Reads PDFs with PDFium, one at a time, in a thread that begins with the first of them and ends when there are no more. */
export function openPdfRenderer(options: PdfRendererOptions = {}): PdfRenderer {
  const { timeLimitSeconds = 15, idleSeconds = 60, maxMemoryBytes = 512 * MEGABYTE } = options
  let worker: Worker | undefined
  let idleTimer: NodeJS.Timeout | undefined
  let isClosed = false
  let queue: Promise<unknown> = Promise.resolve()

  function start(): Worker {
    const settings: PdfRendererSettings = { maxMemoryBytes }
    const started = new Worker(THREAD, { workerData: settings, resourceLimits: LIMITS })
    // Those who wait for an answer are told; without anybody waiting, the next one starts another.
    started.on('error', () => {})
    started.on('exit', () => {
      if (worker === started) worker = undefined
    })
    started.unref()
    return started
  }

  async function end(): Promise<void> {
    clearTimeout(idleTimer)
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }

  async function askThread(question: PdfQuestion): Promise<PdfAnswer['answer']> {
    if (isClosed) throw new PdfRendererFailed('The PDF tool is closed.')
    clearTimeout(idleTimer)
    worker ??= start()
    try {
      const { answer, memoryBytes } = await askWithin(worker, question, timeLimitSeconds)
      if (memoryBytes > MAX_KEPT_MEMORY_BYTES) await end()
      else idleTimer = setTimeout(end, idleSeconds * 1000).unref()
      return answer
    } catch (error) {
      await end()
      throw error
    }
  }

  function ask(question: PdfQuestion): Promise<PdfAnswer['answer']> {
    const answer = queue.then(() => askThread(question))
    queue = answer.catch(() => {})
    return answer
  }

  return {
    countPages: async (bytes) => (await ask({ bytes, asked: undefined })) as number | undefined,
    renderPage: async (bytes, asked) => (await ask({ bytes, asked })) as Rendering,
    async close() {
      isClosed = true
      await end()
      await queue
    },
  }
}

/** Asks one question; whatever goes wrong with it is told as a failure of the tool. */
async function askWithin(worker: Worker, { bytes, asked }: PdfQuestion, seconds: number): Promise<PdfAnswer> {
  // The caller keeps its bytes; a view would be sent with all that is around it.
  const copy = new Uint8Array(bytes)
  const question: PdfQuestion = { bytes: copy, asked }
  try {
    return await askThread<PdfAnswer>(worker, question, [copy.buffer], seconds)
  } catch (error) {
    throw new PdfRendererFailed(`The PDF could not be read: ${(error as Error).message}`, { cause: error })
  }
}
