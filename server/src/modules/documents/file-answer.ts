import type { BlobAnswer } from '#platform/http/send-blob.ts'
import type { FileRow } from './document-queries.ts'

/** How the file of a document is answered. */
export function fileAnswer({ filename, content_type, size, sha256 }: FileRow): BlobAnswer {
  return { filename, contentType: content_type, sizeBytes: Number(size), sha256 }
}
