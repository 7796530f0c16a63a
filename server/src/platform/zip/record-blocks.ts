const BLOCK_BYTES = 64 * 1024

/** Keeps many small records in few large buffers: each small one of Node's holds a block of its pool, and all that is in it. */
export class RecordBlocks {
  count = 0
  sizeBytes = 0
  readonly #full: Buffer[] = []
  #block = Buffer.alloc(0)
  #usedBytes = 0

  add(record: Buffer): void {
    if (this.#usedBytes + record.length > this.#block.length) this.#begin(record.length)
    record.copy(this.#block, this.#usedBytes)
    this.#usedBytes += record.length
    this.sizeBytes += record.length
    this.count += 1
  }

  *all(): Generator<Buffer, void, undefined> {
    yield* this.#full
    if (this.#usedBytes > 0) yield this.#block.subarray(0, this.#usedBytes)
  }

  #begin(leastBytes: number): void {
    if (this.#usedBytes > 0) this.#full.push(this.#block.subarray(0, this.#usedBytes))
    this.#block = Buffer.alloc(Math.max(BLOCK_BYTES, leastBytes))
    this.#usedBytes = 0
  }
}
