import { UnreadableZip } from './unreadable-zip.ts'

/**
 * Sees, in constant memory, entries that share bytes with each other or with the directory: a few kilobytes can say that
 * they are terabytes so. Entries that follow each other in the directory are compared, in whatever order they lie, and
 * all together may not take more space than there is. What is not seen: two entries that share bytes, stand apart in a
 * directory whose order is not that of the file, and are made up for by a gap elsewhere; and what the local headers say
 * of longer names. Neither lets anybody read more than the file is long.
 */
export class SpanWatch {
  readonly #end: number
  #roomBytes: number
  #previous: { start: number; end: number }

  constructor(start: number, end: number) {
    this.#end = end
    this.#roomBytes = end - start
    this.#previous = { start, end: start }
  }

  see(start: number, sizeBytes: number): void {
    const end = start + sizeBytes
    this.#roomBytes -= sizeBytes
    const isShared = start < this.#previous.end && this.#previous.start < end
    if (isShared || this.#roomBytes < 0 || end > this.#end) throw new UnreadableZip('overlapping')
    this.#previous = { start, end }
  }
}
