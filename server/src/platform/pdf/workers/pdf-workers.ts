import { availableParallelism } from 'node:os'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Letter } from '#platform/pdf/pages/letter-page.ts'
import { type CompiledPdfium, compilePdfium } from '#platform/pdf/pdfium/load-pdfium.ts'
import { checkMarks, checkPage, type NoSuchPage, type Stamping } from '#platform/pdf/stamps/stamping.ts'
import { askThread, ThreadFailed } from '#platform/threads/ask-thread.ts'
import type { MadePdf, Match, Pages, Pattern, PdfFacts, PdfMemory, PdfTask, PdfTaskResult } from './pdf-tasks.ts'
import type { PdfWorkerSettings } from './pdf-worker-thread.ts'

export type { Letter } from '#platform/pdf/pages/letter-page.ts'
export type { Mark, Report, Stamping } from '#platform/pdf/stamps/stamping.ts'
export type { MadePdf, Match, Pages, Pattern, PdfFacts, PdfFault } from './pdf-tasks.ts'

/** Takes many PDFs apart and puts others together, in as many threads as there are cores to use. */
export type PdfWorkers = {
  /** Loads a large PDF, to be read and taken apart; one at a time. */
  load(sizeBytes: number, source: Readable): Promise<PdfFacts>
  /** Where the pattern is on pages of the loaded PDF. */
  find(pattern: Pattern, pages: Pages): Promise<Match[]>
  /** Where the pattern is in texts. */
  match(pattern: Pattern, texts: string[]): Promise<Match[]>
  /** Pages of the loaded PDF as a PDF of their own; nothing when they cannot be had. Its date is `moment`. */
  extract(pages: Pages, moment: Date): Promise<MadePdf | undefined>
  /** What a PDF is. */
  inspect(bytes: Uint8Array): Promise<PdfFacts>
  /** Several PDFs as one; nothing when one of them cannot be read. With `isDuplex`, each begins on a sheet of its own. */
  merge(files: Uint8Array[], options: { isDuplex: boolean; moment: Date }): Promise<MadePdf | undefined>
  /** A PDF with marks upon its pages and a report behind them; nothing when the file cannot be read. */
  stamp(file: Uint8Array, stamping: Stamping): Promise<MadePdf | undefined>
  /** A text as pages; nothing when it is too long. */
  setText(text: string, title: string): Promise<MadePdf | undefined>
  /** The page with the address, to lie before what is in an envelope. */
  setLetter(letter: Letter): Promise<MadePdf>
  close(): Promise<void>
}

export type PdfWorkersOptions = { threads?: number; timeLimitSeconds?: number }

const THREAD = new URL('./pdf-worker-thread.ts', import.meta.url)
const MEGABYTE = 1024 * 1024
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 128 }
/** More would not be faster: the callers store what the threads make, on the same machine. */
const MAX_THREADS = 2
/** Each thread has the loaded file to itself; a larger one than this is in one thread only. */
const MAX_SHARED_BYTES = 64 * MEGABYTE
/** A smaller one is done by the time a second thread is there. */
const MIN_SHARED_BYTES = 256 * 1024
/** What a thread may take beside the loaded file. */
const WORKING_MEMORY_BYTES = 384 * MEGABYTE
/** A thread whose PDFium has taken more than this is not used again. */
const MAX_KEPT_MEMORY_BYTES = 96 * MEGABYTE
const IDLE_SECONDS = 10

export function openPdfWorkers(options: PdfWorkersOptions = {}): PdfWorkers {
  const { threads = Math.min(MAX_THREADS, availableParallelism()), timeLimitSeconds = 60 } = options
  let workers: PdfWorker[] = []
  let loadedBytes: number | undefined
  let isClosed = false

  function openWorkers(count: number): PdfWorker[] {
    const isLarge = loadedBytes !== undefined && loadedBytes > MAX_SHARED_BYTES
    const maxMemoryBytes = WORKING_MEMORY_BYTES + (isLarge ? (loadedBytes ?? 0) : MAX_SHARED_BYTES)
    return Array.from({ length: count }, () => idleWorkers.take(maxMemoryBytes) ?? new PdfWorker(maxMemoryBytes)).map(
      (worker) => worker.within(timeLimitSeconds),
    )
  }

  /** A thread that failed over one file is replaced for the others, unless the loaded file is lost with it. */
  function usable(): PdfWorker[] {
    if (loadedBytes !== undefined) return workers
    const alive = workers.filter((one) => !one.hasEnded)
    workers = [...alive, ...openWorkers(threads - alive.length)]
    return workers
  }

  async function ask<Answer extends PdfTaskResult>(question: PdfTask): Promise<Answer> {
    for (;;) {
      if (isClosed) throw new Error('The PDF workers are closed.')
      // The sort is stable: a caller that asks one question after the other keeps one thread.
      const [idlest] = usable().toSorted((one, other) => one.waiting - other.waiting)
      try {
        return (await idlest?.ask(question)) as Answer
      } catch (error) {
        // An earlier question in the queue ended the thread.
        if (!(error instanceof NotAsked) || loadedBytes !== undefined) throw error
      }
    }
  }

  async function end(): Promise<void> {
    const ending = workers
    workers = []
    await Promise.all(ending.map((one) => idleWorkers.leave(one)))
  }

  return {
    async load(sizeBytes, source) {
      await end()
      loadedBytes = sizeBytes
      workers = openWorkers(sizeBytes > MAX_SHARED_BYTES || sizeBytes < MIN_SHARED_BYTES ? 1 : threads)
      const askAll = (question: PdfTask) => Promise.all(workers.map((worker) => worker.ask(question)))
      await askAll({ ask: 'reserve', sizeBytes })
      let at = 0
      for await (const bytes of source as AsyncIterable<Buffer>) {
        await askAll({ ask: 'write', at, bytes })
        at += bytes.byteLength
      }
      const [facts] = await askAll({ ask: 'load' })
      return facts as PdfFacts
    },
    find: (pattern, pages) => ask<Match[]>({ ask: 'find', pattern, ...pages }),
    match: (pattern, texts) => ask<Match[]>({ ask: 'match', pattern, texts }),
    extract: (pages, moment) => ask<MadePdf | undefined>({ ask: 'extract', ...pages, moment: moment.getTime() }),
    inspect: (bytes) => ask<PdfFacts>({ ask: 'inspect', bytes }).catch(asDamaged),
    merge: (files, { isDuplex, moment }) =>
      ask<MadePdf | undefined>({ ask: 'merge', files, isDuplex, moment: moment.getTime() }).catch(asNothing),
    async stamp(file, { moment, ...stamping }) {
      checkMarks(stamping.marks)
      const question: PdfTask = { ask: 'stamp', file, ...stamping, moment: moment.getTime() }
      return checkPage(await ask<MadePdf | NoSuchPage | undefined>(question).catch(asNothing))
    },
    setText: (text, title) => ask<MadePdf | undefined>({ ask: 'text', text, title }),
    setLetter: (letter) => ask<MadePdf>({ ask: 'letter', letter }),
    async close() {
      isClosed = true
      await end()
    },
  }
}

/** Once for all threads: it takes a while. */
let compiled: Promise<CompiledPdfium> | undefined

/** A file that makes PDFium fail, or keeps it busy without end, is broken. */
function asDamaged(error: unknown): PdfFacts {
  if (error instanceof ThreadFailed) return { fault: 'damaged' }
  throw error
}

function asNothing(error: unknown): undefined {
  if (!(error instanceof ThreadFailed)) throw error
}

/** Idle threads, which the next caller takes over in place of starting new ones. */
class IdleWorkers {
  readonly #timers = new Map<PdfWorker, NodeJS.Timeout>()

  take(maxMemoryBytes: number): PdfWorker | undefined {
    const found = [...this.#timers.keys()].find((one) => !one.hasEnded && one.maxMemoryBytes === maxMemoryBytes)
    if (!found) return undefined
    clearTimeout(this.#timers.get(found))
    this.#timers.delete(found)
    return found
  }

  async leave(worker: PdfWorker): Promise<void> {
    const isStandard = worker.maxMemoryBytes === WORKING_MEMORY_BYTES + MAX_SHARED_BYTES
    if (!isStandard || !(await worker.isReusable()) || this.#timers.size >= MAX_THREADS) {
      await worker.close()
      return
    }
    const end = () => {
      this.#timers.delete(worker)
      void worker.close()
    }
    this.#timers.set(worker, setTimeout(end, IDLE_SECONDS * 1000).unref())
  }
}

const idleWorkers = new IdleWorkers()

/** The thread ended before the question was sent to it. */
class NotAsked extends ThreadFailed {}

/** A thread and its queue. */
class PdfWorker {
  readonly maxMemoryBytes: number
  #seconds = 0
  #worker: Worker | undefined
  #queue: Promise<unknown> = Promise.resolve()
  waiting = 0
  hasEnded = false

  constructor(maxMemoryBytes: number) {
    this.maxMemoryBytes = maxMemoryBytes
  }

  /** How long a question may take from now on. */
  within(seconds: number): this {
    this.#seconds = seconds
    return this
  }

  /** Whether the thread can be used again: it runs, its queue is empty, and its memory has not grown. */
  async isReusable(): Promise<boolean> {
    if (!this.#worker || this.hasEnded || this.waiting > 0) return false
    const memory = (await this.ask({ ask: 'unload' }).catch(() => undefined)) as PdfMemory | undefined
    return memory !== undefined && memory.memoryBytes <= MAX_KEPT_MEMORY_BYTES
  }

  /** The thread begins with the first question. */
  async #start(): Promise<Worker> {
    compiled ??= compilePdfium()
    const workerData: PdfWorkerSettings = { maxMemoryBytes: this.maxMemoryBytes, compiled: await compiled }
    const worker = new Worker(THREAD, { workerData, resourceLimits: LIMITS })
    // `askThread` reports the failure to the caller.
    worker.on('error', () => {})
    worker.once('exit', () => {
      this.hasEnded = true
    })
    worker.unref()
    return worker
  }

  ask(question: PdfTask): Promise<PdfTaskResult> {
    this.waiting += 1
    const answer = this.#queue.then(() => this.#askNow(question))
    this.#queue = answer.then(
      () => this.#leave(),
      () => this.#leave(),
    )
    return answer
  }

  #leave(): void {
    this.waiting -= 1
  }

  async #askNow(question: PdfTask): Promise<PdfTaskResult> {
    if (this.hasEnded) throw new NotAsked('The thread has ended.')
    this.#worker ??= await this.#start()
    try {
      if (this.hasEnded) throw new NotAsked('The thread has ended.')
      return await askThread<PdfTaskResult>(this.#worker, question, [], this.#seconds)
    } catch (error) {
      // It may still be busy with what it was asked.
      await this.close()
      throw error
    }
  }

  async close(): Promise<void> {
    this.hasEnded = true
    await this.#worker?.terminate()
  }
}
