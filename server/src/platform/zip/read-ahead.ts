import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ZipSource } from './zip-source.ts'

export const AHEAD_BYTES = 256 * 1024

type Window = { start: number; bytes: Buffer }

/** Reads more than it is asked for and answers from that: each read of the source may be a request to S3. */
export class ReadAhead {
  readonly sizeBytes: number
  readonly #source: ZipSource
  #window: Window

  constructor(source: ZipSource, window: Window = { start: 0, bytes: Buffer.alloc(0) }) {
    this.sizeBytes = source.sizeBytes
    this.#source = source
    this.#window = window
  }

  /** One that goes its own way from here, and knows what this one knows. */
  fork(): ReadAhead {
    return new ReadAhead(this.#source, this.#window)
  }

  has(start: number, sizeBytes: number): boolean {
    return start + sizeBytes <= this.sizeBytes
  }

  /** These bytes, if they were read already. They are a view: do not change them. */
  known(start: number, sizeBytes: number): Buffer | undefined {
    const at = start - this.#window.start
    return at >= 0 && at + sizeBytes <= this.#window.bytes.length
      ? this.#window.bytes.subarray(at, at + sizeBytes)
      : undefined
  }

  /** These bytes, which are there. */
  async read(start: number, sizeBytes: number, aheadBytes = AHEAD_BYTES): Promise<Buffer> {
    const known = this.known(start, sizeBytes)
    if (known) return known
    const end = Math.min(start + Math.max(sizeBytes, aheadBytes), this.sizeBytes)
    const bytes = await buffer(await this.stream(start, end - start))
    if (bytes.length !== end - start) throw new Error('The source of the ZIP gave other bytes than it was asked for.')
    this.#window = { start, bytes }
    return bytes.subarray(0, sizeBytes)
  }

  stream(start: number, sizeBytes: number): Promise<Readable> {
    return this.#source.stream(start, start + sizeBytes - 1)
  }
}
