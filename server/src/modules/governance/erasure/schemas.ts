import { type Static, Type } from 'typebox'
import { KEPT_REASONS } from '#kernel/personal-data/eraser.ts'
import {
  Cursor,
  NamedObject,
  Nullable,
  NullableTimestamp,
  OneOf,
  OptionalText,
  PerPage,
  Text,
  Timestamp,
} from '#platform/http/validation/schemas.ts'

export const DELETION_STATUSES = [
  'evaluating',
  'evaluated',
  'confirmed',
  'preparing',
  'prepared',
  'processing',
  'completed',
  'failed',
  'canceled',
] as const
export type DeletionStatus = (typeof DELETION_STATUSES)[number]

export const ERASED_TYPES = ['employee', 'employee_document', 'company_document', 'request'] as const
export type ErasedType = (typeof ERASED_TYPES)[number]

export const MAX_GRACE_DAYS = 365

const Count = NamedObject('DeletionCount', {
  type: Type.String(),
  count: Type.Integer({ minimum: 0 }),
})

const Kept = NamedObject('DeletionKept', {
  resource_type: Type.String(),
  resource_id: Type.String({ description: 'Of employees who were erased, the pseudonym.' }),
  reason: OneOf(KEPT_REASONS),
  until: Nullable('string', { format: 'date', description: 'Null as long as the day is not known.' }),
  retention_policy_id: Nullable('string'),
  legal_hold_ids: Type.Array(Type.String({ format: 'uuid' })),
})

export const DeletionModule = NamedObject('DeletionModule', {
  id: Type.String({
    description:
      'directory, accounts, documents, vault, requests, notes, signatures, distributions, mails, events or audit.',
  }),
  status: OneOf(['allowed', 'rejected', 'done', 'error']),
  resources: Type.Array(Count, { description: 'How much would go, or went.' }),
  kept: Type.Array(Kept, { description: 'What stays, and why.' }),
  error: Nullable('string'),
})
export type DeletionModule = Static<typeof DeletionModule>

const Person = NamedObject('DeletionActor', {
  type: OneOf(['application', 'user', 'employee', 'system']),
  technical_id: Nullable('string', { description: 'The manager; null where an application acted by itself.' }),
  name: Nullable('string'),
  application_id: Nullable('string', { description: 'The application that acted, for the manager if one is named.' }),
})
export type DeletionActor = Static<typeof Person>

export const DeletionRequest = NamedObject('DeletionRequest', {
  id: Type.String({ format: 'uuid' }),
  resource_type: OneOf(ERASED_TYPES),
  resource_id: Type.String({ description: 'The pseudonym, once an employee was erased.' }),
  resource_name: Nullable('string', { description: 'Null once it was erased.' }),
  mode: OneOf(['delete', 'anonymise']),
  status: OneOf(DELETION_STATUSES),
  outcome: Type.Union([OneOf(['complete', 'partial']), Type.Null()]),
  modules: Type.Array(DeletionModule),
  origin: OneOf(['api', 'portal', 'employee', 'retention']),
  reason: Nullable('string', { description: 'Null once it was erased.' }),
  requested_by_employee: Type.Boolean(),
  notification_recipient: Nullable('string', { description: 'Null once it was erased.' }),
  grace_days: Type.Integer(),
  send_package: Type.Boolean(),
  external_reference: Nullable('string'),
  access_package_id: Nullable('string'),
  package_sent: Type.Boolean(),
  pseudonym: Nullable('string', { description: 'What stands for the person from the beginning of the erasure on.' }),
  due_at: NullableTimestamp(),
  created_by: Person,
  evaluated_at: NullableTimestamp(),
  confirmed_at: NullableTimestamp(),
  confirmed_by: Type.Union([Person, Type.Null()]),
  prepared_at: NullableTimestamp(),
  completed_at: NullableTimestamp(),
  canceled_at: NullableTimestamp(),
  error: Nullable('string'),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type DeletionRequest = Static<typeof DeletionRequest>

const actor = Type.Optional(
  Text({ minLength: 1, maxLength: 50, description: 'The manager for whom the application acts.' }),
)

const asking = {
  reason: OptionalText(2000),
  grace_days: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_GRACE_DAYS,
      description:
        'How long the erasure waits after the confirmation. Defaults to 30 for employees and to 0 for others.',
    }),
  ),
}

export const DeletionRequestInput = NamedObject('DeletionRequestInput', {
  resource_type: OneOf(ERASED_TYPES),
  resource_id: Text({ minLength: 1, maxLength: 50 }),
  mode: Type.Optional(OneOf(['delete', 'anonymise'], { description: 'Defaults to `delete`; documents are deleted.' })),
  requested_by_employee: Type.Optional(Type.Boolean()),
  notification_recipient: OptionalText(254, {
    format: 'email',
    description: 'Who is mailed the package instead of the employee.',
  }),
  send_package: Type.Optional(
    Type.Boolean({ description: 'Whether an access package is made first. Defaults to true for employees.' }),
  ),
  external_reference: OptionalText(255),
  ...asking,
  actor_technical_id: actor,
})
export type DeletionRequestInput = Static<typeof DeletionRequestInput>

export const DeletionChange = NamedObject('DeletionRequestChange', {
  reason: OptionalText(2000),
  actor_technical_id: actor,
})
export type DeletionChange = Static<typeof DeletionChange>

export const DeletionParams = Type.Object({ id: Text({ maxLength: 200 }) })

export const ListDeletionsQuery = Type.Object({
  status: Type.Optional(OneOf(DELETION_STATUSES)),
  resource_type: Type.Optional(OneOf(ERASED_TYPES)),
  resource_id: Type.Optional(Text({ maxLength: 50 })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListDeletionsQuery = Static<typeof ListDeletionsQuery>

export const ReportQuery = Type.Object({
  format: Type.Optional(OneOf(['json', 'pdf'], { description: 'Defaults to `json`.' })),
})
