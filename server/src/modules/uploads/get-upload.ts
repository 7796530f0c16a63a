import type { Work } from '#kernel/work.ts'
import { invalid } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { findUploadRow, type UploadRow } from './queries.ts'

/** The upload that a caller names in `field`, which is refused when the upload is unknown or has expired. */
export async function getUpload(work: Work, id: string, field = 'upload_id'): Promise<UploadRow> {
  const upload = isUuid(id) ? await findUploadRow(work.tx, work.client, id, work.now) : undefined
  if (!upload) throw invalid(field, 'unknown_upload', `Upload ${id} not found, or it has expired.`)
  return upload
}
