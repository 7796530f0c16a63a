import { Worker } from 'node:worker_threads'
import { type CompiledPdfium, compilePdfium } from '#platform/pdf/pdfium/load-pdfium.ts'
import { askThread, ThreadFailed } from '#platform/threads/ask-thread.ts'
import type { PdfMemory, PdfTask, PdfTaskResult } from './pdf-tasks.ts'
import type { PdfWorkerSettings } from './pdf-worker-thread.ts'

type AskOptions = { timeLimitSeconds: number; transfer?: readonly ArrayBuffer[] }

const THREAD = new URL('./pdf-worker-thread.ts', import.meta.url)
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 }
const MEMORY_TIME_LIMIT_SECONDS = 15
const START_TIME_LIMIT_SECONDS = 60

/** Compiled once for all threads: it takes a while. */
let compiled: Promise<CompiledPdfium> | undefined

/** The thread ended before the task was sent to it. */
export class NotAsked extends ThreadFailed {}

/** A thread that runs PDFium, and the queue of its tasks. */
export class PdfWorker {
  readonly maxMemoryBytes: number
  readonly #fontFiles: readonly string[]
  #worker: Worker | undefined
  #queue: Promise<unknown> = Promise.resolve()
  waiting = 0
  hasEnded = false

  constructor(maxMemoryBytes: number, fontFiles: readonly string[]) {
    this.maxMemoryBytes = maxMemoryBytes
    this.#fontFiles = fontFiles
  }

  /** Gives up the loaded file. Answers how much memory PDFium has taken; undefined when the thread cannot be used again. */
  async unload(): Promise<number | undefined> {
    if (!this.#worker || this.hasEnded || this.waiting > 0) return undefined
    const asked = this.ask({ ask: 'unload' }, { timeLimitSeconds: MEMORY_TIME_LIMIT_SECONDS })
    const memory = (await asked.catch(() => undefined)) as PdfMemory | undefined
    return memory?.memoryBytes
  }

  ask(task: PdfTask, options: AskOptions): Promise<PdfTaskResult> {
    this.waiting += 1
    const answer = this.#queue.then(() => this.#askNow(task, options))
    this.#queue = answer.then(
      () => this.#leave(),
      () => this.#leave(),
    )
    return answer
  }

  async close(): Promise<void> {
    this.hasEnded = true
    await this.#worker?.terminate()
  }

  #leave(): void {
    this.waiting -= 1
  }

  async #askNow(task: PdfTask, { timeLimitSeconds, transfer = [] }: AskOptions): Promise<PdfTaskResult> {
    if (this.hasEnded) throw new NotAsked('The thread has ended.')
    try {
      const worker = this.#worker ?? (await this.#start())
      if (this.hasEnded) throw new NotAsked('The thread has ended.')
      return await askThread<PdfTaskResult>(worker, task, transfer, timeLimitSeconds)
    } catch (error) {
      // It may still be busy with what it was asked.
      await this.close()
      throw error
    }
  }

  /** The thread begins with the first task, whose time limit begins once PDFium is loaded. */
  async #start(): Promise<Worker> {
    compiled ??= compilePdfium()
    const workerData: PdfWorkerSettings = {
      maxMemoryBytes: this.maxMemoryBytes,
      fontFiles: this.#fontFiles,
      compiled: await compiled,
    }
    const worker = new Worker(THREAD, { workerData, resourceLimits: LIMITS })
    // `askThread` reports the failure to the caller.
    worker.on('error', () => {})
    worker.once('exit', () => {
      this.hasEnded = true
    })
    worker.unref()
    this.#worker = worker
    await askThread(worker, { ask: 'unload' } satisfies PdfTask, [], START_TIME_LIMIT_SECONDS)
    return worker
  }
}
