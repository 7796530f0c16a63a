import { type Static, Type } from 'typebox'
import { Cursor, NamedObject, Nullable, OneOf, PerPage, Text } from '#platform/http/validation/schemas.ts'
import { Note, NoteOnEmployee } from './schemas.ts'

const Named = NamedObject('NotePerson', {
  technical_id: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
})
const { visible_by_managers: _, employee_technical_id: __, ...described } = Note.properties

export const ManagerNote = NamedObject('ManagedNote', {
  ...described,
  employee_technical_id: Nullable('string'),
  readers: Type.Unsafe<Static<typeof Named>[] | null>({
    type: ['array', 'null'],
    items: Named,
    description: 'The managers who see it; null: every manager who may see its subject.',
  }),
  may_delete: Type.Boolean(),
})
export type ManagerNote = Static<typeof ManagerNote>

/** What a note is on: one of the two. */
const subject = {
  employee_technical_id: Type.Optional(Text({ minLength: 1, maxLength: 50 })),
  document_id: Type.Optional(Text({ minLength: 1, maxLength: 50 })),
}
export type NoteSubject = { employee_technical_id?: string; document_id?: string }

export const ListManagerNotesQuery = Type.Object({ ...subject, per_page: PerPage(100), cursor: Type.Optional(Cursor) })

const { employee_technical_id: ___, ...written } = NoteOnEmployee.properties
export const ManagerNoteInput = NamedObject('ManagedNoteInput', { ...subject, ...written })
export type ManagerNoteInput = Static<typeof ManagerNoteInput>

export const ListRemindersQuery = Type.Object({
  state: Type.Optional(
    OneOf(['coming', 'past'], { description: '`coming` (the default): soonest first. `past`: of the last 30 days.' }),
  ),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})

const Subject = NamedObject('NoteDocument', { id: Type.String(), title: Type.String() })

export const Reminder = NamedObject('NoteReminder', {
  note_id: Type.String({ format: 'uuid' }),
  description: Type.String(),
  remind_date: Type.String(),
  author: Nullable('string'),
  employee: Type.Unsafe<Static<typeof Named> | null>({ ...Named, type: ['object', 'null'] } as object),
  document: Type.Unsafe<Static<typeof Subject> | null>({ ...Subject, type: ['object', 'null'] } as object),
})
export type Reminder = Static<typeof Reminder>
