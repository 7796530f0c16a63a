import { UnreadablePdf } from '#platform/pdf/unreadable-pdf.ts'
import type { PdfSource } from './pdf-source.ts'

/** Every byte that is read, parsed or inflated counts; what asks for more is not worth it, or wants to do harm. */
const MAX_WORK_BYTES = 4 * 1024 * 1024
const MIN_READ_BYTES = 4096

/** A file of which parts are read and kept, and on which only so much work is done. */
export class PdfFile {
  readonly sizeBytes: number
  /** Positions are counted from the header; mail gateways and scanners put things before it. */
  readonly headerAt: number
  readonly #source: PdfSource
  readonly #parts: { start: number; bytes: Buffer }[] = []
  #workLeftBytes = MAX_WORK_BYTES

  constructor(source: PdfSource, headerAt: number) {
    this.#source = source
    this.sizeBytes = source.sizeBytes - headerAt
    this.headerAt = headerAt
  }

  get workLeftBytes(): number {
    return this.#workLeftBytes
  }

  spend(bytes: number): void {
    this.#workLeftBytes -= bytes
    if (this.#workLeftBytes < 0) throw new UnreadablePdf()
  }

  /** This many bytes, or as many as there are before the end of the file. */
  async read(start: number, sizeBytes: number): Promise<Buffer> {
    if (start < 0 || start >= this.sizeBytes) throw new UnreadablePdf()
    const end = Math.min(start + sizeBytes, this.sizeBytes)
    const known = this.#parts.find((part) => part.start <= start && end <= part.start + part.bytes.length)
    if (known) return known.bytes.subarray(start - known.start, end - known.start)
    const readEnd = Math.min(Math.max(end, start + MIN_READ_BYTES), this.sizeBytes)
    this.spend(readEnd - start)
    const bytes = await this.#source.read(this.headerAt + start, this.headerAt + readEnd - 1)
    this.#parts.push({ start, bytes })
    return bytes.subarray(0, end - start)
  }
}
