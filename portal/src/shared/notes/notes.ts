import type { Answer } from '#kernel/api/answer.ts'

export type Note = Answer<'/portal/api/manager/notes'>[number]

export type Reminder = Answer<'/portal/api/manager/reminders'>[number]

/** What a note is on. */
export type NoteSubject = { employee_technical_id: string } | { document_id: string }

export const NOTES_KEY = ['folders', 'notes']
