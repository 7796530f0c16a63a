import type { Work } from '#platform/db/work.ts'
import { invalid } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { findUploadRow, type UploadRow } from './queries.ts'

/** The upload that a caller names as `upload_id`; the field is refused when there is none. */
export async function getUpload(work: Work, id: string): Promise<UploadRow> {
  const upload = isUuid(id) ? await findUploadRow(work.tx, work.client, id, work.now) : undefined
  if (!upload) throw invalid('upload_id', 'unknown_upload', `There is no upload ${id}, or it has expired.`)
  return upload
}
