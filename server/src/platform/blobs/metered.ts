import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { fileTooLarge, type StoredBlob } from './blobs.ts'

export type Metered = {
  /** The same bytes, counted and hashed on their way; fails as soon as they pass maxBytes. */
  bytes(): AsyncGenerator<Buffer, void, undefined>
  /** What went through; asked once, after the last byte. */
  total(): StoredBlob
}

export function metered(source: Readable, maxBytes = Number.POSITIVE_INFINITY): Metered {
  const hash = createHash('sha256')
  let sizeBytes = 0
  // A stream may fail while nobody reads it yet; without a listener that would end the process.
  source.on('error', () => {})

  async function* bytes() {
    for await (const part of source) {
      const chunk: Buffer = typeof part === 'string' ? Buffer.from(part) : part
      sizeBytes += chunk.byteLength
      if (sizeBytes > maxBytes) throw fileTooLarge(maxBytes)
      hash.update(chunk)
      yield chunk
    }
  }

  function total(): StoredBlob {
    const sha256 = hash.digest('hex')
    return { key: sha256, sizeBytes, sha256 }
  }

  return { bytes, total }
}
