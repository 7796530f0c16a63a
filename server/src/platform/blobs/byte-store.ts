import type { ByteRange } from './blobs.ts'

/** Where the bytes of blobs lie under their keys, sealed: a folder or a bucket. It knows nothing of what they are. */
export type ByteStore = {
  /**
   * Resolves once all that `bytes` yields is durable under the key that `keyOf` gives after the last of them; what was
   * there before is replaced at once. When `bytes` throws, nothing stays. The store may do with the parts what it likes.
   */
  write(bytes: AsyncIterable<Buffer>, keyOf: () => string): Promise<void>
  /** Undefined when there is nothing under the key. The caller reads it to the end of a range, or closes it. */
  open(key: string, tailBytes: number): Promise<OpenedBytes | undefined>
  size(key: string): Promise<number | undefined>
  /**
   * Resolves once what lay under these keys is gone for good, also if the machine fails now. Absent ones are fine. Answers those
   * that are there in spite of all.
   */
  delete(...keys: string[]): Promise<string[]>
  list(): AsyncIterable<{ key: string; storedAt: Date; sizeBytes: number }>
  /** Rejects when the store cannot be used now; asks as little of it as tells so. */
  check(): Promise<void>
}

/** What is stored under a key, as it was at the opening; ReplacedMeanwhile is thrown where that cannot be had any more. */
export type OpenedBytes = {
  sizeBytes: number
  /** The last `tailBytes` of it; fewer when there are no more. */
  tail: Buffer
  /**
   * These bytes, in parts of any size; each is good until the next one is asked for. Closes when they end, and when the
   * reader stops early.
   */
  read(range: ByteRange): AsyncGenerator<Buffer, void, undefined>
  close(): Promise<void>
}

/** The same content was stored again after opening; opening it again succeeds. */
export class ReplacedMeanwhile extends Error {
  override readonly name = 'ReplacedMeanwhile'
}
