import { emit } from '#kernel/events/define-event.ts'
import type { Work } from '#kernel/work.ts'
import { findRegisteredEmployee, lockUserKeys } from '#modules/directory/index.ts'
import { lockDocumentKey } from '#modules/documents/index.ts'
import { enqueue } from '#platform/jobs/define-job.ts'
import { invalid, notFound } from '#platform/problem.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { noteCreated } from './events.ts'
import { remindManagers } from './jobs.ts'
import { presentNote } from './present.ts'
import { findNote, insertNote, type Subject } from './queries.ts'
import type { Note, NoteInput } from './schemas.ts'

/** Reminders that are due before the schedule comes by the next time do not wait for it. */
const SOON_MS = 60_000

export async function noteOnEmployee(work: Work, technicalId: string, input: NoteInput): Promise<Note> {
  const employee = await findRegisteredEmployee(work.tx, work.client, technicalId)
  if (!employee) throw notFound('employee', technicalId)
  return createNote(work, { employee_key: employee.key }, input)
}

export async function noteOnDocument(work: Work, documentId: string, input: NoteInput): Promise<Note> {
  const key = await lockDocumentKey(work.tx, work.client, documentId)
  if (key === undefined) throw notFound('document', documentId)
  return createNote(work, { document_key: key }, input)
}

async function createNote(work: Work, subject: Subject, input: NoteInput): Promise<Note> {
  const { tx, client, now } = work
  const readers = input.visible_by_managers ? await keysOf(work, input.visible_by_managers) : null
  const id = uuidv7(now, work.nextPosition)
  const remind_date = input.remind_date ? new Date(input.remind_date) : null
  await insertNote(work, subject, { id, description: input.description, remind_date, readers })
  const row = await findNote(tx, client, id)
  if (!row) throw new Error('The note that was just stored does not exist.')
  const note = presentNote(row)
  emit(work, noteCreated, note)
  if (remind_date && remind_date.getTime() < now.getTime() + SOON_MS) enqueue(work, remindManagers, {}, remind_date)
  return note
}

async function keysOf({ tx, client }: Work, technicalIds: string[]): Promise<string[]> {
  const keys = await lockUserKeys(tx, client, technicalIds)
  const unknown = technicalIds.find((one) => !keys.has(one))
  if (unknown !== undefined) throw invalid('visible_by_managers', 'unknown_manager', `Manager ${unknown} not found.`)
  return [...keys.values()]
}
