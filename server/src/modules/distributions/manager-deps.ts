import type { TellParts } from '#modules/distributions/projects/notify.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { PdfTool } from '#platform/pdf/workers/pdf-renderer.ts'

/** What the calls of managers take. */
export type ManagerDistributionParts = TellParts & {
  db: Db
  cursors: Cursors
  blobs: Blobs
  pdf: PdfTool
  maxFileBytes: number
}
