import type { Work } from '#kernel/work.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { lockBlob } from '#platform/blobs/lock-blob.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { insertUpload, type UploadRow } from './queries.ts'
import type { StoredFile } from './store-file.ts'

const LIFE_MS = 24 * 60 * 60 * 1000

/** Keeps a stored file for a day, under an id that later calls can name. */
export async function createUpload(work: Work, blobs: Blobs, file: StoredFile): Promise<UploadRow> {
  const { filename, content_type, sizeBytes, sha256 } = file
  await lockBlob(work.tx, blobs, sha256)
  const upload = {
    id: uuidv7(work.now, work.nextPosition),
    filename,
    content_type,
    size: String(sizeBytes),
    sha256,
    expires_at: new Date(work.now.getTime() + LIFE_MS),
    created_at: work.now,
  }
  await insertUpload(work.tx, work.client, upload)
  return upload
}
