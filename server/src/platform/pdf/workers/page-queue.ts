import type { PdfTask, PdfTaskResult } from './pdf-tasks.ts'
import type { PdfWorkerPool } from './pdf-worker-pool.ts'

/** The bytes of a file, or how to read them: many callers may wait, and only the one whose turn it is needs them. */
export type PdfBytes = Uint8Array | (() => Promise<Uint8Array>)

/** The file took too long, asked for too much memory or made PDFium fail, or the pool was closed meanwhile. */
export class PdfTaskFailed extends Error {
  override readonly name = 'PdfTaskFailed'
}

type PageTask = Extract<PdfTask, { ask: 'countPages' | 'renderPage' | 'readText' }>
type WithoutFile<Task> = Task extends PageTask ? Omit<Task, 'bytes'> : never
type PageQuestion = WithoutFile<PageTask>

/** Tasks that are done one at a time: however many callers ask, they occupy one thread. */
export class PageQueue {
  readonly #pool: PdfWorkerPool
  readonly #timeLimitSeconds: number
  #last: Promise<unknown> = Promise.resolve()

  constructor(pool: PdfWorkerPool, timeLimitSeconds: number) {
    this.#pool = pool
    this.#timeLimitSeconds = timeLimitSeconds
  }

  ask(source: PdfBytes, question: PageQuestion): Promise<PdfTaskResult> {
    const answer = this.#last.then(() => this.#askNow(source, question))
    this.#last = answer.catch(() => {})
    return answer
  }

  /** Settles when all that was asked so far is done. */
  async settled(): Promise<void> {
    await this.#last
  }

  async #askNow(source: PdfBytes, question: PageQuestion): Promise<PdfTaskResult> {
    // A failure of the store is not the fault of the file.
    const stored = typeof source === 'function' ? await source() : source
    // The caller keeps its bytes; a view would be sent with all that is around it.
    const bytes = new Uint8Array(stored)
    return this.#run({ ...question, bytes } as PageTask, bytes.buffer).catch(failTask)
  }

  async #run(task: PageTask, bytes: ArrayBuffer): Promise<PdfTaskResult> {
    const worker = this.#pool.take()
    try {
      return await worker.ask(task, { timeLimitSeconds: this.#timeLimitSeconds, transfer: [bytes] })
    } finally {
      await this.#pool.release(worker)
    }
  }
}

function failTask(error: Error): never {
  throw new PdfTaskFailed(`The PDF could not be read: ${error.message}`, { cause: error })
}
