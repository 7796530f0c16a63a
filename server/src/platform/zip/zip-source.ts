import type { Readable } from 'node:stream'

/** Where the bytes of a ZIP lie: a file, a blob, an object in a bucket. */
export type ZipSource = {
  sizeBytes: number
  /** Inclusive positions; the caller must read the stream or destroy it. */
  stream(start: number, end: number): Promise<Readable>
}
