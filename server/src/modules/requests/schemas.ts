import { type Static, Type } from 'typebox'
import { Person } from '#modules/directory/index.ts'
import { FormSummary } from '#modules/requests/forms/form-summary.ts'
import {
  Moment,
  NamedObject,
  Nullable,
  NullableTimestamp,
  OneOf,
  SanitizedBody,
  SanitizeQuery,
  Sort,
  Text,
  Timestamp,
} from '#platform/http/validation/schemas.ts'

export const STATUSES = ['created', 'open', 'pending', 'closed'] as const
export const PRIORITIES = ['LOW', 'NORMAL', 'URGENT'] as const
export const ORIGINS = ['API', 'EMAIL', 'PHONE', 'PORTAL'] as const
export type Status = (typeof STATUSES)[number]
export type Priority = (typeof PRIORITIES)[number]
export type Origin = (typeof ORIGINS)[number]

export const MAX_CUSTOM_STATE = 100

export const PersonOrNull = Type.Unsafe<Person | null>({ ...Person, type: ['object', 'null'] } as object)

export const Request = NamedObject('Request', {
  id: Type.String({ description: 'A number, as text.' }),
  form: FormSummary,
  subject: Type.String(),
  body: Nullable('string', { description: 'HTML, as sent.' }),
  sanitized_body: SanitizedBody,
  body_json: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description: 'The answers to the fields of the form; null on the default form.',
  }),
  origin: OneOf(ORIGINS),
  priority: OneOf(PRIORITIES),
  status: OneOf(STATUSES),
  custom_state: Type.String(),
  category: Nullable('string', { description: "The name of the form's category." }),
  employee: PersonOrNull,
  creator: PersonOrNull,
  managers_assigned: Type.Array(Person),
  processing_date_due: Nullable('string'),
  processing_start_date: Nullable('string', { description: 'When its processing began.' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  closed_by: PersonOrNull,
  closed_at: NullableTimestamp(),
  manager_url: Type.String(),
  employee_url: Nullable('string'),
  api_url: Type.String(),
  visible_by_employee: Type.Boolean(),
})
export type Request = Static<typeof Request>

const TechnicalId = (description: string) => Text({ maxLength: 50, description })

/** Orders by what a request itself has, each with an index. */
export const OWN_SORTS = [
  'id',
  'subject',
  'status',
  'custom_state',
  'origin',
  'priority',
  'visible_by_employee',
  'created_at',
  'updated_at',
  'closed_at',
  'processing_date_due',
  'processing_start_date',
] as const
/** Orders by what a request names. */
export const NAMED_SORTS = ['category', 'form', 'employee', 'creator', 'closed_by'] as const
const REQUEST_SORTS = [...OWN_SORTS, ...NAMED_SORTS] as const

export const Page = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000_000, default: 1 }))

export const ListRequestsQuery = Type.Object({
  form_code: Type.Optional(Text({ maxLength: 20 })),
  employee_technical_id: Type.Optional(TechnicalId('Requests of this employee.')),
  creator_technical_id: Type.Optional(TechnicalId('Requests that this person created.')),
  status: Type.Optional(OneOf([...STATUSES, 'opened'], { description: '`opened` is `open`.' })),
  origin: Type.Optional(OneOf(ORIGINS)),
  created_at_since: Type.Optional(Moment('To the second.')),
  created_at_until: Type.Optional(Moment('To the second, which is included.')),
  closed_at_since: Type.Optional(Moment('To the second.')),
  closed_at_until: Type.Optional(Moment('To the second, which is included.')),
  visible_by_technical_id: Type.Optional(TechnicalId('Requests that this employee sees.')),
  visible_by_core_uuid: Type.Optional(
    Type.String({ format: 'uuid', description: 'Requests that this employee sees.' }),
  ),
  order_by: Type.Optional(
    Sort(REQUEST_SORTS, 'Forms by their title, people by last and first name. Default: `-created_at`.'),
  ),
  ...SanitizeQuery,
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  page: Page,
})
export type ListRequestsQuery = Static<typeof ListRequestsQuery>

/** What may be changed of a request. */
export const ChangedRequest = NamedObject('ChangedRequest', {
  status: Type.Optional(OneOf(STATUSES)),
  custom_state: Type.Optional(Text({ maxLength: MAX_CUSTOM_STATE })),
  priority: Type.Optional(OneOf(PRIORITIES)),
  managers_assigned: Type.Optional(
    Type.Array(Text({ minLength: 1, maxLength: 50 }), { maxItems: 100, description: 'Technical ids of managers.' }),
  ),
  processing_date_due: Type.Optional(
    Nullable('string', { format: 'when', maxLength: 40, description: 'null removes the date.' }),
  ),
  visible_to_employee: Type.Optional(Type.Boolean()),
  actor_technical_id: Type.Optional(
    Text({ maxLength: 50, description: 'The author of the change: a manager, or the employee of the request.' }),
  ),
})
export type ChangedRequest = Static<typeof ChangedRequest>

export const RequestFile = NamedObject('RequestFile', {
  uri: Type.String({ description: 'The URL of the file.' }),
  filename: Type.String(),
  content_type: Type.String(),
  size: Type.Integer(),
})

export const Comment = NamedObject('RequestComment', {
  id: Type.String(),
  request_id: Type.String(),
  body: Type.String({ description: 'HTML, as sent.' }),
  sanitized_body: SanitizedBody,
  internal: Type.Boolean({ description: 'Whether only managers see it.' }),
  author: PersonOrNull,
  files: Type.Array(RequestFile),
  created_at: Timestamp(),
})
export type Comment = Static<typeof Comment>

export const NewComment = NamedObject('NewRequestComment', {
  body: Text({ minLength: 1, maxLength: 1_000_000 }),
  internal: Type.Optional(Type.Boolean({ description: 'Whether only managers see it. Defaults to false.' })),
  author_technical_id: Type.Optional(
    Text({ maxLength: 50, description: 'The author: a manager, or the employee of the request.' }),
  ),
})
export type NewComment = Static<typeof NewComment>

export const HistoryEntry = NamedObject('RequestHistoryEntry', {
  action: OneOf(['created', 'updated', 'commented']),
  actor: PersonOrNull,
  via: Nullable('string', { description: 'The name of the key or application that the call came with.' }),
  changes: Type.Array(
    Type.Object({ field: Type.String(), from: Type.Unsafe<unknown>({}), to: Type.Unsafe<unknown>({}) }),
    { description: 'What an update changed.' },
  ),
  comment_id: Nullable('string', { description: 'Which comment was written.' }),
  created_at: Timestamp(),
})
export type HistoryEntry = Static<typeof HistoryEntry>

export const PageQuery = Type.Object({
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
  page: Page,
})
export type PageQuery = Static<typeof PageQuery>

export const CommentsQuery = Type.Object({ ...PageQuery.properties, ...SanitizeQuery })
export const ReadRequestQuery = Type.Object(SanitizeQuery)

/** An id that is not a number is answered like an unknown request, in every call. */
export const RequestParams = Type.Object({ id: Type.String() })

export type AskedPage = { page: number; perPage: number; limit: number; offset: number }

/** Which rows of a list are wanted. */
export function pageOf({ page = 1, per_page = 20 }: PageQuery): AskedPage {
  return { page, perPage: per_page, limit: per_page, offset: (page - 1) * per_page }
}
