import { inSeconds } from '#platform/time/dates.ts'
import type { NoteRow } from './queries.ts'
import type { Note } from './schemas.ts'

export function presentNote(row: NoteRow): Note {
  return {
    id: row.id,
    employee_technical_id: row.employee_technical_id,
    document_id: row.document_id,
    description: row.description,
    remind_date: row.remind_date && inSeconds(row.remind_date),
    reminded_at: row.reminded_at && inSeconds(row.reminded_at),
    visible_by_managers: row.is_restricted ? row.readers : null,
    author: row.actor_name,
    created_at: inSeconds(row.created_at),
  }
}
