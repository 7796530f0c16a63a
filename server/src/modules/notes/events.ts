import { defineEvent } from '#kernel/events/define-event.ts'
import type { Note } from './schemas.ts'

export const noteCreated = defineEvent<Note>('note.created')
