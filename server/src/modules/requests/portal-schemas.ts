import { type Static, Type } from 'typebox'
import { Person } from '#modules/directory/index.ts'
import { HoldOnResource } from '#modules/governance/index.ts'
import { FIELD_TYPES } from '#modules/requests/forms/schemas.ts'
import { ClosingMail } from '#modules/requests/mail/closing-mail.ts'
import { NamedObject, Nullable, NullableTimestamp, OneOf, Timestamp } from '#platform/http/validation/schemas.ts'
import { ORIGINS, PersonOrNull, PRIORITIES, STATUSES } from './schemas.ts'

const SIDES = ['employee', 'manager'] as const

/** A participant of a conversation: only a name, and whether it is the employee or a manager. */
const MessageAuthor = NamedObject('RequestSpeaker', { first_name: Type.String(), last_name: Type.String() })
const MessageAuthorOrNull = Type.Unsafe<Static<typeof MessageAuthor> | null>({
  ...MessageAuthor,
  type: ['object', 'null'],
} as object)

export const ShownFile = NamedObject('ShownRequestFile', {
  filename: Type.String(),
  content_type: Type.String(),
  size: Type.Integer(),
})
export type ShownFile = Static<typeof ShownFile>
const ShownFileOrNull = Type.Unsafe<ShownFile | null>({ ...ShownFile, type: ['object', 'null'] } as object)

/** What was given for a field, as people read it. */
export const ShownAnswer = NamedObject('ShownRequestAnswer', {
  code: Type.String(),
  label: Type.String(),
  type: OneOf(FIELD_TYPES),
  value: Type.Unsafe<unknown>({ description: 'As it is stored; null where nothing was given.' }),
  shown: Type.Array(Type.String(), {
    description: 'Choices by their labels; a value of a data set by the names from the first level down.',
  }),
  file: ShownFileOrNull,
})
export type ShownAnswer = Static<typeof ShownAnswer>

export const Message = NamedObject('RequestMessage', {
  id: Type.String(),
  body: Type.String({ description: 'HTML, as sent.' }),
  internal: Type.Boolean({ description: 'Whether only managers see it.' }),
  side: Type.Unsafe<(typeof SIDES)[number] | null>({ type: ['string', 'null'], enum: [...SIDES, null] }),
  author: MessageAuthorOrNull,
  files: Type.Array(Type.Object({ number: Type.Integer(), ...ShownFile.properties })),
  created_at: Timestamp(),
})
export type Message = Static<typeof Message>

export const HistoryItem = NamedObject('RequestDeed', {
  action: OneOf(['created', 'updated']),
  side: Type.Unsafe<(typeof SIDES)[number] | null>({ type: ['string', 'null'], enum: [...SIDES, null] }),
  actor: MessageAuthorOrNull,
  changes: Type.Array(
    Type.Object({
      field: Type.String(),
      from: Type.Unsafe<unknown>({}),
      to: Type.Unsafe<unknown>({ description: 'Managers by their names.' }),
    }),
  ),
  created_at: Timestamp(),
})
export type HistoryItem = Static<typeof HistoryItem>

const Form = NamedObject('RequestForm', { slug: Type.String(), title: Type.String() })

export const EmployeeRequestItem = NamedObject('MyRequestItem', {
  id: Type.String(),
  subject: Type.String(),
  status: OneOf(STATUSES),
  custom_state: Type.String(),
  form_title: Type.String(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  closed_at: NullableTimestamp(),
  processing_date_due: Nullable('string'),
  last_message: Type.Unsafe<{
    text: string
    side: Message['side']
    author: Message['author']
    created_at: string
  } | null>({
    type: ['object', 'null'],
    properties: {
      text: Type.String(),
      side: Message.properties.side,
      author: MessageAuthorOrNull,
      created_at: Timestamp(),
    },
    required: ['text', 'side', 'author', 'created_at'],
  } as object),
})
export type EmployeeRequestItem = Static<typeof EmployeeRequestItem>

const shownRequest = {
  id: Type.String(),
  form: Form,
  subject: Type.String(),
  body: Nullable('string', { description: 'HTML, as sent.' }),
  status: OneOf(STATUSES),
  custom_state: Type.String(),
  processing_date_due: Nullable('string'),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  closed_at: NullableTimestamp(),
  answers: Type.Array(ShownAnswer),
  messages: Type.Array(Message, { description: 'The last 200, the oldest of them first.' }),
  messages_total: Type.Integer(),
  history: Type.Array(HistoryItem),
}

export const EmployeeRequest = NamedObject('MyRequest', {
  ...shownRequest,
  may_reopen: Type.Boolean(),
})
export type EmployeeRequest = Static<typeof EmployeeRequest>

export const ManagerRequestItem = NamedObject('ManagedRequestItem', {
  id: Type.String(),
  form: Form,
  subject: Type.String(),
  status: OneOf(STATUSES),
  custom_state: Type.String(),
  priority: OneOf(PRIORITIES),
  origin: OneOf(ORIGINS),
  employee: PersonOrNull,
  managers_assigned: Type.Array(Person),
  processing_date_due: Nullable('string'),
  is_overdue: Type.Boolean(),
  visible_to_employee: Type.Boolean(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  closed_at: NullableTimestamp(),
})
export type ManagerRequestItem = Static<typeof ManagerRequestItem>

export const ManagerRequest = NamedObject('ManagedRequest', {
  ...shownRequest,
  priority: OneOf(PRIORITIES),
  origin: OneOf(ORIGINS),
  category: Nullable('string'),
  employee: PersonOrNull,
  employee_organizations: Type.Array(Type.String(), { description: 'By their names.' }),
  creator: PersonOrNull,
  managers_assigned: Type.Array(Person),
  processing_start_date: Nullable('string'),
  is_overdue: Type.Boolean(),
  closed_by: PersonOrNull,
  visible_to_employee: Type.Boolean(),
  made_by_employee: Type.Boolean({ description: 'Employees always see what they made.' }),
  legal_holds: Type.Array(HoldOnResource, { description: 'The open legal holds that cover it.' }),
  may_write: Type.Boolean(),
  moves: Type.Array(OneOf(STATUSES), { description: 'What the status can become.' }),
  closing_mail: Type.Unsafe<ClosingMail | null>({
    ...ClosingMail,
    type: ['object', 'null'],
    description: 'What is mailed to the employee when a manager closes the request.',
  } as object),
})
export type ManagerRequest = Static<typeof ManagerRequest>
