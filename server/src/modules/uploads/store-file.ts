import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { detectContentType, HEAD_BYTES } from '#platform/content-type.ts'

/** A file whose bytes are in the file store, and that no row names yet. */
export type StoredFile = { filename: string; content_type: string; sizeBytes: number; sha256: string }

/** Stores the bytes of a file as they come, and looks at what it is. */
export async function storeFile(
  blobs: Blobs,
  filename: string,
  source: Readable,
  { maxBytes }: { maxBytes?: number } = {},
): Promise<StoredFile> {
  const { key, sizeBytes, sha256 } = await blobs.put(source, maxBytes === undefined ? {} : { maxBytes })
  const head = sizeBytes > 0 ? await blobs.get(key, { start: 0, end: HEAD_BYTES - 1 }) : undefined
  const content_type = await detectContentType(head ? await buffer(head) : Buffer.alloc(0), filename)
  return { filename, content_type, sizeBytes, sha256 }
}
