import { employeeSubject } from '#kernel/audit/audit-entry.ts'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import type { Work } from '#kernel/work.ts'
import { deleteNoteRows } from './queries.ts'

/** Deletes notes with their pending reminders; answers the ids of those that were there. */
export async function deleteNotes(work: Work, ids: readonly string[]): Promise<string[]> {
  const gone = await deleteNoteRows(work.tx, work.client, ids)
  for (const { id, employee_technical_id } of gone) {
    recordAudit(work, {
      action: 'note.deleted',
      subject: employeeSubject(employee_technical_id),
      resource: { type: 'note', id },
    })
  }
  return gone.map(({ id }) => id)
}
