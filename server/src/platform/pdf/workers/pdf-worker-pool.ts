import { PdfWorker } from './pdf-worker.ts'

type PdfWorkerPoolOptions = { maxMemoryBytes: number; idleSeconds: number; fontFiles: readonly string[] }

const MEGABYTE = 1024 * 1024
/** So many idle threads are kept for the next caller. */
const MAX_IDLE = 2
/** PDFium begins with 18 MB and never gives memory back: a thread that has more than this is not kept. */
const MAX_KEPT_MEMORY_BYTES = 96 * MEGABYTE

/** All threads that run PDFium. The next caller takes over an idle one in place of starting another. */
export class PdfWorkerPool {
  readonly maxMemoryBytes: number
  readonly #idleMs: number
  readonly #fontFiles: readonly string[]
  readonly #taken = new Set<PdfWorker>()
  readonly #idle = new Map<PdfWorker, NodeJS.Timeout>()
  #isClosed = false

  constructor({ maxMemoryBytes, idleSeconds, fontFiles }: PdfWorkerPoolOptions) {
    this.maxMemoryBytes = maxMemoryBytes
    this.#idleMs = idleSeconds * 1000
    this.#fontFiles = fontFiles
  }

  take(maxMemoryBytes = this.maxMemoryBytes): PdfWorker {
    if (this.#isClosed) throw new Error('The PDF workers are closed.')
    const worker = this.#takeIdle(maxMemoryBytes) ?? new PdfWorker(maxMemoryBytes, this.#fontFiles)
    this.#taken.add(worker)
    return worker
  }

  async release(worker: PdfWorker): Promise<void> {
    const isKept = await this.#isReusable(worker)
    this.#taken.delete(worker)
    if (isKept && this.#idle.size < MAX_IDLE && !this.#isClosed) this.#keep(worker)
    else await worker.close()
  }

  /** Ends all threads, also those that are taken. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#idle.values()) clearTimeout(timer)
    const ending = [...this.#taken, ...this.#idle.keys()]
    this.#idle.clear()
    await Promise.all(ending.map((worker) => worker.close()))
  }

  #takeIdle(maxMemoryBytes: number): PdfWorker | undefined {
    const found = [...this.#idle.keys()].find((one) => !one.hasEnded && one.maxMemoryBytes === maxMemoryBytes)
    if (!found) return undefined
    clearTimeout(this.#idle.get(found))
    this.#idle.delete(found)
    return found
  }

  async #isReusable(worker: PdfWorker): Promise<boolean> {
    if (worker.maxMemoryBytes !== this.maxMemoryBytes) return false
    const memoryBytes = await worker.unload()
    return memoryBytes !== undefined && memoryBytes <= MAX_KEPT_MEMORY_BYTES
  }

  #keep(worker: PdfWorker): void {
    const end = () => {
      this.#idle.delete(worker)
      void worker.close()
    }
    this.#idle.set(worker, setTimeout(end, this.#idleMs).unref())
  }
}
