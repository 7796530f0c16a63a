import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Stands for a boundary in what is hashed. */
const PART = Buffer.from('\0part\0')
const DASH = 0x2d

/**
 * Tells whether two calls are the same: a hash of method, address, kind of content and body. The body is hashed as it
 * comes. Of a form in parts the boundary does not count, since most programs make up another one for each attempt.
 */
export class CallDigest {
  readonly #hash = createHash('sha256')
  readonly #delimiter: Buffer | undefined
  #tail = Buffer.alloc(0)
  #isOver = false

  constructor({ method, url, contentType }: { method: string; url: string; contentType: string | undefined }) {
    const [kind = ''] = (contentType ?? '').split(';')
    this.#hash.update(JSON.stringify([method, url, kind.trim().toLowerCase()]))
    const boundary =
      /^multipart\//i.test(kind.trim()) && /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType ?? '')
    if (boundary) this.#delimiter = Buffer.from(`--${boundary[1] ?? boundary[2]}`)
  }

  /** Sees a body that something else reads. Call it in the same turn as that begins to. */
  observe(body: Readable): void {
    body.on('data', (chunk: Buffer) => this.see(chunk))
  }

  see(chunk: Buffer): void {
    if (this.#delimiter) this.#seeParts(this.#delimiter, chunk)
    else this.#hash.update(chunk)
  }

  /** Of the whole call; nothing can be seen after it. */
  finish(): Buffer {
    return this.#hash.update(this.#tail).digest()
  }

  /** What follows the last boundary means nothing, and may not have arrived when the parts have been read. */
  #seeParts(delimiter: Buffer, chunk: Buffer): void {
    if (this.#isOver) return
    const bytes = Buffer.concat([this.#tail, chunk])
    let from = 0
    for (;;) {
      const at = bytes.indexOf(delimiter, from)
      const end = at + delimiter.length
      if (at < 0 || end + 2 > bytes.length) break
      this.#hash.update(bytes.subarray(from, at)).update(PART)
      from = end
      if (bytes[end] === DASH && bytes[end + 1] === DASH) {
        this.#isOver = true
        this.#tail = Buffer.alloc(0)
        return
      }
    }
    // A boundary may begin in this chunk and end in the next.
    const kept = Math.min(bytes.length - from, delimiter.length + 1)
    this.#hash.update(bytes.subarray(from, bytes.length - kept))
    this.#tail = bytes.subarray(bytes.length - kept)
  }
}
