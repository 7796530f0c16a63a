import { availableParallelism } from 'node:os'
import type { Readable } from 'node:stream'
import type { Letter } from '#platform/pdf/pages/letter-page.ts'
import { checkMarks, checkPage, type StampFault, type Stamping } from '#platform/pdf/stamps/stamping.ts'
import { ThreadFailed } from '#platform/threads/ask-thread.ts'
import type { MadePdf, Match, Pages, Pattern, PdfFacts, PdfTask, PdfTaskResult } from './pdf-tasks.ts'
import { NotAsked, type PdfWorker } from './pdf-worker.ts'
import type { PdfWorkerPool } from './pdf-worker-pool.ts'

/** Takes many PDFs apart and puts others together, in as many threads as there are cores to use. */
export type PdfSession = {
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

export type PdfSessionOptions = { threads?: number; timeLimitSeconds?: number }

const MEGABYTE = 1024 * 1024
/** More would not be faster: the callers store what the threads make, on the same machine. */
const MAX_THREADS = 2
/** Each thread has the loaded file to itself; a larger one than this is in one thread only. */
const MAX_SHARED_BYTES = 64 * MEGABYTE
/** A smaller file is done before a second thread has started. */
const MIN_SHARED_BYTES = 256 * 1024
/** What a thread may take beside the loaded file. */
const WORKING_MEMORY_BYTES = 384 * MEGABYTE

export function openPdfSession(pool: PdfWorkerPool, options: PdfSessionOptions = {}): PdfSession {
  const { threads = Math.min(MAX_THREADS, availableParallelism()), timeLimitSeconds = 60 } = options
  const workers = new SessionWorkers(pool, { threads, timeLimitSeconds })
  const ask = <Result extends PdfTaskResult>(task: PdfTask) => workers.ask(task) as Promise<Result>
  return {
    load: (sizeBytes, source) => workers.load(sizeBytes, source),
    find: (pattern, pages) => ask<Match[]>({ ask: 'find', pattern, ...pages }),
    match: (pattern, texts) => ask<Match[]>({ ask: 'match', pattern, texts }),
    extract: (pages, moment) => ask<MadePdf | undefined>({ ask: 'extract', ...pages, moment: moment.getTime() }),
    inspect: (bytes) => ask<PdfFacts>({ ask: 'inspect', bytes }).catch(asDamaged),
    merge: (files, { isDuplex, moment }) =>
      ask<MadePdf | undefined>({ ask: 'merge', files, isDuplex, moment: moment.getTime() }).catch(asNothing),
    async stamp(file, { moment, ...stamping }) {
      checkMarks(stamping.marks)
      const task: PdfTask = { ask: 'stamp', file, ...stamping, moment: moment.getTime() }
      return checkPage(await ask<MadePdf | StampFault | undefined>(task).catch(asNothing))
    },
    setText: (text, title) => ask<MadePdf | undefined>({ ask: 'text', text, title }),
    setLetter: (letter) => ask<MadePdf>({ ask: 'letter', letter }),
    close: () => workers.close(),
  }
}

/** A file that makes PDFium fail, or keeps it busy without end, is broken. */
function asDamaged(error: unknown): PdfFacts {
  if (error instanceof ThreadFailed) return { fault: 'damaged' }
  throw error
}

function asNothing(error: unknown): undefined {
  if (!(error instanceof ThreadFailed)) throw error
}

/** The threads that a session has taken from the pool, and the file that is loaded into them. */
class SessionWorkers {
  readonly #pool: PdfWorkerPool
  readonly #threads: number
  readonly #timeLimitSeconds: number
  #workers: PdfWorker[] = []
  #loadedBytes: number | undefined
  #isClosed = false

  constructor(pool: PdfWorkerPool, { threads, timeLimitSeconds }: Required<PdfSessionOptions>) {
    this.#pool = pool
    this.#threads = threads
    this.#timeLimitSeconds = timeLimitSeconds
  }

  async ask(task: PdfTask): Promise<PdfTaskResult> {
    for (;;) {
      if (this.#isClosed) throw new Error('The PDF session is closed.')
      // The sort is stable: a caller that asks one task after the other keeps one thread.
      const [idlest] = this.#usable().toSorted((one, other) => one.waiting - other.waiting)
      try {
        return await idlest?.ask(task, { timeLimitSeconds: this.#timeLimitSeconds })
      } catch (error) {
        // An earlier task in the queue ended the thread.
        if (!(error instanceof NotAsked) || this.#loadedBytes !== undefined) throw error
      }
    }
  }

  async load(sizeBytes: number, source: Readable): Promise<PdfFacts> {
    await this.#release()
    this.#loadedBytes = sizeBytes
    const isShared = sizeBytes >= MIN_SHARED_BYTES && sizeBytes <= MAX_SHARED_BYTES
    this.#workers = this.#take(isShared ? this.#threads : 1)
    await this.#askAll({ ask: 'reserve', sizeBytes })
    let at = 0
    for await (const bytes of source as AsyncIterable<Buffer>) {
      await this.#askAll({ ask: 'write', at, bytes })
      at += bytes.byteLength
    }
    const [facts] = await this.#askAll({ ask: 'load' })
    return facts as PdfFacts
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#release()
  }

  #take(count: number): PdfWorker[] {
    const maxMemoryBytes = Math.max(this.#pool.maxMemoryBytes, WORKING_MEMORY_BYTES + (this.#loadedBytes ?? 0))
    return Array.from({ length: count }, () => this.#pool.take(maxMemoryBytes))
  }

  /** A thread that failed over one file is replaced for the others, unless the loaded file is lost with it. */
  #usable(): PdfWorker[] {
    if (this.#loadedBytes !== undefined) return this.#workers
    const { ended = [], alive = [] } = Object.groupBy(this.#workers, (one) => (one.hasEnded ? 'ended' : 'alive'))
    for (const one of ended) void this.#pool.release(one)
    this.#workers = [...alive, ...this.#take(this.#threads - alive.length)]
    return this.#workers
  }

  #askAll(task: PdfTask): Promise<PdfTaskResult[]> {
    const timeLimitSeconds = this.#timeLimitSeconds
    return Promise.all(this.#workers.map((worker) => worker.ask(task, { timeLimitSeconds })))
  }

  async #release(): Promise<void> {
    const released = this.#workers
    this.#workers = []
    await Promise.all(released.map((worker) => this.#pool.release(worker)))
  }
}
