import { type Static, Type } from 'typebox'
import { Cursor, NamedObject, Nullable, OneOf, PerPage, Timestamp } from '#platform/http/validation/schemas.ts'

export const HistoryQuery = Type.Object({ per_page: PerPage(100), cursor: Type.Optional(Cursor) })

export const SUBJECTS = ['employee', 'document', 'note', 'request', 'vault_link'] as const

export const HistoryItem = NamedObject('HistoryItem', {
  id: Type.String({ format: 'uuid' }),
  type: Type.String({ description: 'The name of the event, such as `employee_document.trashed`.' }),
  created_at: Timestamp(),
  actor: Type.Object({
    type: OneOf(['application', 'user', 'employee', 'system']),
    name: Nullable('string'),
  }),
  subject: Type.Object({
    kind: OneOf(SUBJECTS),
    id: Type.String(),
    title: Nullable('string', { description: 'Of a document or a request.' }),
    is_there: Type.Boolean({ description: 'Whether there is still something to look at.' }),
  }),
})
export type HistoryItem = Static<typeof HistoryItem>
