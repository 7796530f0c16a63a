export { noteOnEmployee } from './create-note.ts'
export { isReadable } from './note-access.ts'
