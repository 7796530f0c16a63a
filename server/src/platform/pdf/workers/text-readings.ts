import type { TextReading } from '#platform/pdf/pdfium/read-text.ts'
import { PdfTaskFailed } from './page-queue.ts'

/** A file that several callers may ask for: its name stands for its bytes, which are read when its turn has come. */
export type NamedPdf = { name: string; read: () => Promise<Uint8Array> }

type Options = {
  read: (file: NamedPdf, from: number) => Promise<TextReading>
  retryMs: number
  now: () => number
}

const NOT_READABLE = { outcome: 'not_readable' } as const
const MAX_REMEMBERED = 10_000

/** Readings of the text of files that are shown: nothing is read twice at a time, or again soon after it has failed. */
export class TextReadings {
  readonly #options: Options
  /** By file and first page. */
  readonly #running = new Map<string, Promise<TextReading>>()
  /** By file: its last reading. Each file waits in the queue once, so that one of many pages does not delay the others. */
  readonly #last = new Map<string, Promise<unknown>>()
  /**
   * By file: when it failed. All of its pages are refused until a retry; otherwise each number of a page would be another
   * chance to keep the thread busy.
   */
  readonly #failedAt = new Map<string, number>()

  constructor(options: Options) {
    this.#options = options
  }

  /** The callers who ask for the same pages meanwhile wait for the same reading. */
  read(file: NamedPdf, from: number): Promise<TextReading> {
    const key = `${from} ${file.name}`
    const running = this.#running.get(key)
    if (running) return running
    const before = this.#last.get(file.name) ?? Promise.resolve()
    const reading = before.then(() => this.#readNow(file, from)).finally(() => this.#running.delete(key))
    this.#running.set(key, reading)
    const last = reading
      .catch(() => {})
      .then(() => {
        if (this.#last.get(file.name) === last) this.#last.delete(file.name)
      })
    this.#last.set(file.name, last)
    return reading
  }

  async #readNow(file: NamedPdf, from: number): Promise<TextReading> {
    if (this.#hasFailed(file.name)) return NOT_READABLE
    const reading = await this.#options.read(file, from).catch(asNotReadable)
    if (reading.outcome === 'not_readable') this.#remember(file.name)
    return reading
  }

  #hasFailed(name: string): boolean {
    const failedAt = this.#failedAt.get(name)
    return failedAt !== undefined && this.#options.now() - failedAt < this.#options.retryMs
  }

  #remember(name: string): void {
    this.#failedAt.delete(name)
    this.#failedAt.set(name, this.#options.now())
    const [oldest] = this.#failedAt.keys()
    if (oldest !== undefined && this.#failedAt.size > MAX_REMEMBERED) this.#failedAt.delete(oldest)
  }
}

/** What is too much for PDFium is the fault of the file. */
function asNotReadable(error: unknown): TextReading {
  if (error instanceof PdfTaskFailed) return NOT_READABLE
  throw error
}
