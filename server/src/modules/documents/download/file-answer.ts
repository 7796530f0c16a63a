import type { StoredBlob } from '#platform/http/responses/send-blob.ts'

/** What is known of a file whose bytes are stored. */
export type StoredFile = { filename: string; content_type: string; size: string; sha256: string }

/** How the file of a document is answered. */
export function fileAnswer({ filename, content_type, size, sha256 }: StoredFile): StoredBlob {
  return { filename, contentType: content_type, sizeBytes: Number(size), sha256 }
}
