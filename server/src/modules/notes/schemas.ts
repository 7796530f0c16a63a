import { type Static, Type } from 'typebox'
import {
  Cursor,
  NamedObject,
  Nullable,
  NullableTimestamp,
  PerPage,
  Text,
  Timestamp,
} from '#platform/http/validation/schemas.ts'

const MAX_CHARACTERS = 10_000

const written = {
  description: Text({ minLength: 1, maxLength: MAX_CHARACTERS }),
  remind_date: Type.Optional(
    Nullable('string', {
      format: 'moment',
      maxLength: 40,
      description: 'When managers are reminded by mail: a date with a time and an offset. One in the past: at once.',
    }),
  ),
  visible_by_managers: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: Text({ minLength: 1, maxLength: 50 }),
      minItems: 1,
      maxItems: 1000,
      description:
        'Technical ids of the managers who see the note and are reminded. Defaults to everyone who may see its subject.',
    }),
  ),
}

export const NoteOnEmployee = NamedObject('NoteOnEmployee', {
  employee_technical_id: Text({ minLength: 1, maxLength: 50 }),
  ...written,
})
export const NoteOnDocument = NamedObject('NoteOnDocument', {
  document_id: Text({ minLength: 1, maxLength: 50 }),
  ...written,
})

/** What is said in a note, whatever it is on. */
export type NoteInput = Pick<Static<typeof NoteOnEmployee>, keyof typeof written>

export const CreatedNote = NamedObject('CreatedNote', { id: Type.String({ format: 'uuid' }) })

export const Note = NamedObject('Note', {
  id: Type.String({ format: 'uuid' }),
  employee_technical_id: Nullable('string'),
  document_id: Nullable('string'),
  description: Type.String(),
  remind_date: Nullable('string'),
  reminded_at: NullableTimestamp({ description: 'When the last of the managers was reminded.' }),
  visible_by_managers: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'Technical ids; null: every manager who may see its subject.',
  }),
  author: Nullable('string', { description: 'The name of the author.' }),
  created_at: Timestamp(),
})
export type Note = Static<typeof Note>

export const ListNotesQuery = Type.Object({
  employee_technical_id: Type.Optional(Text({ maxLength: 50, description: 'Notes on this employee.' })),
  document_id: Type.Optional(Text({ maxLength: 50, description: 'Notes on this document.' })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListNotesQuery = Static<typeof ListNotesQuery>

export const NoteParams = Type.Object({ id: Text({ maxLength: 200 }) })
