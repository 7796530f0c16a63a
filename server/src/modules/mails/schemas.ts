import { type Static, Type } from 'typebox'
import { Cursor, NamedObject, Nullable, OneOf, PerPage, Text, Timestamp } from '#platform/http/validation/schemas.ts'

const STATUSES = ['sent', 'written', 'failed'] as const

export const SentMail = NamedObject('SentMail', {
  id: Type.String(),
  recipient: Type.String(),
  subject: Type.String(),
  kind: Type.String({ description: 'What it is about, such as `request`.' }),
  status: OneOf(STATUSES, {
    description:
      '`sent`: the mail server accepted it. `written`: there is no mail server, and it is in the mail folder.',
  }),
  failure: Nullable('string', { description: 'Why the last attempt failed, in words.' }),
  attempts: Type.Integer(),
  attempted_at: Timestamp({ description: 'When it was sent, or last tried.' }),
})
export type SentMail = Static<typeof SentMail>

export const ListMailsQuery = Type.Object({
  q: Type.Optional(Text({ maxLength: 200, description: 'Searches recipients and subjects.' })),
  status: Type.Optional(OneOf(STATUSES)),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListMailsQuery = Static<typeof ListMailsQuery>
