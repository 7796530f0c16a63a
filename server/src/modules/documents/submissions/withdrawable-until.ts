import type { DocumentRow } from '#modules/documents/queries.ts'
import type { SubmissionRow } from './queries.ts'

/** For so long employees may take back what they sent, and undo that. */
export const WITHDRAWAL_MS = 24 * 60 * 60 * 1000

type Sent = Pick<DocumentRow, 'legal_hold' | 'updated_at' | 'trashed_at'>

/** Until when an employee may withdraw a document; null when it was not sent by them, or HR has begun to work with it. */
export function withdrawableUntil(row: Sent, upload: SubmissionRow | undefined, now: Date): Date | null {
  if (!upload || row.trashed_at || row.legal_hold || row.updated_at > upload.changed_at) return null
  const until = new Date(upload.sent_at.getTime() + WITHDRAWAL_MS)
  return until > now ? until : null
}
