import { type Static, Type } from 'typebox'
import { Cursor, NamedObject, Nullable, OneOf, PerPage, Timestamp } from '#platform/http/validation/schemas.ts'

export const VIEWERS = ['me', 'manager', 'application', 'system', 'other'] as const

export const ViewOfMyFile = NamedObject('ViewOfMyFile', {
  at: Timestamp(),
  action: Type.String({ description: 'Such as `document.viewed`.' }),
  who: OneOf(VIEWERS, { description: '`other`: another person who took part, such as a signer.' }),
  name: Nullable('string', {
    description: 'The role of a manager, or the name where the client shows it; the name of an application.',
  }),
  document: Type.Unsafe<{ id: string; title: string } | null>({
    type: ['object', 'null'],
    properties: { id: { type: 'string' }, title: { type: 'string' } },
    required: ['id', 'title'],
    description: 'The document, if the employee finds it.',
  }),
})
export type ViewOfMyFile = Static<typeof ViewOfMyFile>

export const ListViewsQuery = Type.Object({ per_page: PerPage(100), cursor: Type.Optional(Cursor) })
