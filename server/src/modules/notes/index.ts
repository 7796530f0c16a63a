export { noteOnEmployee } from './create-note.ts'
export { isReadable } from './managed-queries.ts'
