import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/cursor.ts'
import type { PdfTool } from '#platform/pdf/pdf-thread.ts'
import type { TellParts } from './tell.ts'

/** What the calls of managers take. */
export type ManagerDistributionParts = TellParts & {
  db: Db
  cursors: Cursors
  blobs: Blobs
  pdf: PdfTool
  maxFileBytes: number
}
