import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import type { NotifyDeps } from '#modules/distributions/projects/notify.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Db } from '#platform/db/db.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import type { PdfWorkers } from '#platform/pdf/workers/pdf-workers.ts'

/** What the calls of managers take. */
export type ManagerDistributionDeps = NotifyDeps & {
  db: Db
  cursors: Cursors
  blobs: Blobs
  pdfWorkers: PdfWorkers
  maxFileBytes: number
  audit: AuditTrail
}
