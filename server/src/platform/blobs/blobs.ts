import type { Readable } from 'node:stream'
import { Problem } from '#platform/problem.ts'

export type StoredBlob = { key: string; sizeBytes: number; sha256: string }

/** Inclusive byte positions, as in an HTTP range. */
export type ByteRange = { start: number; end: number }

export type ListedBlob = { key: string; storedAt: Date; sizeBytes: number }

/** Sees the bytes of a blob on their way into the store. */
export type Watcher = {
  /** Called with each part, in order; the next one is read when it resolves. */
  see(part: Buffer): Promise<void> | void
  /** Called after the last part and before anything is kept. When it throws, nothing is. */
  end?(): Promise<void>
  /** Called when nothing is kept: the stream failed, the store did, or a watcher refused it. */
  abort?(): void
}

export type PutOptions = { maxBytes?: number; watchers?: readonly Watcher[] }

/** Bytes named by the lower-case hex SHA-256 of what they are, so equal content is kept once. */
export type Blobs = {
  /** Resolves once the bytes are durable. A stream that fails, or passes maxBytes, is destroyed and leaves nothing behind. */
  put(source: Readable, options?: PutOptions): Promise<StoredBlob>
  /** Undefined when the blob does not exist. The caller must read the stream or destroy it. */
  get(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** The same at once, for what is known to be little. */
  read(key: string, range?: ByteRange): Promise<Buffer | undefined>
  size(key: string): Promise<number | undefined>
  /** Resolves once they are gone for good; absent ones are fine. Answers those that the store has in spite of all. */
  delete(...keys: string[]): Promise<string[]>
  /** Encrypts a blob anew if it lies under another key than the SECRET_KEY, and answers whether it did. */
  renew(key: string): Promise<boolean>
  /** In no particular order. Putting the same bytes again renews storedAt, so a sweep that spares the young spares them. */
  list(): AsyncIterable<ListedBlob>
  /** Rejects when files could not be stored now. */
  check(): Promise<void>
}

/** Anything else names no blob, and never becomes part of a path or a URL. */
export function isBlobKey(key: string): boolean {
  return /^[0-9a-f]{64}$/.test(key)
}

export function fileTooLarge(maxBytes: number): Problem {
  return new Problem('too_large', 'file_too_large', `The file is larger than ${maxBytes} bytes.`)
}

export function checkRange({ start, end }: ByteRange): void {
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end >= start) return
  throw new RangeError(`The range of bytes ${start} to ${end} is not satisfiable.`)
}
