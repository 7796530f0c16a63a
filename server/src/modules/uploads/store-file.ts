import type { Readable } from 'node:stream'
import type { Blobs, PutOptions } from '#platform/blobs/blobs.ts'
import { detectContentType, HEAD_BYTES } from '#platform/blobs/content-type.ts'

/** A file whose bytes are in the file store, and that no row names yet. */
export type StoredFile = { filename: string; content_type: string; sizeBytes: number; sha256: string }

/** Stores the bytes of a file as they come, and looks at what it is. */
export async function storeFile(
  blobs: Blobs,
  filename: string,
  source: Readable,
  { watchers = [], ...options }: PutOptions = {},
): Promise<StoredFile> {
  let head: Buffer = Buffer.alloc(0)
  const seeHead = (part: Buffer) => {
    if (head.byteLength < HEAD_BYTES) head = Buffer.concat([head, part.subarray(0, HEAD_BYTES - head.byteLength)])
  }
  const { sizeBytes, sha256 } = await blobs.put(source, { ...options, watchers: [{ see: seeHead }, ...watchers] })
  const content_type = await detectContentType(head, filename)
  return { filename, content_type, sizeBytes, sha256 }
}
