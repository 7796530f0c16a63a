import { type Static, Type } from 'typebox'
import { HELD_TYPES } from '#kernel/legal-hold.ts'
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

export const DISPOSAL_STATUSES = [
  'gathering',
  'waiting_for_approval',
  'processing',
  'completed',
  'canceled',
  'failed',
] as const
export type DisposalStatus = (typeof DISPOSAL_STATUSES)[number]

export const ITEM_STATUSES = ['waiting', 'approved', 'rejected', 'held', 'not_due', 'gone', 'done', 'failed'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

/** So many items are named in one decision. */
export const MAX_NAMED_ITEMS = 1000

const Count = Type.Integer({ minimum: 0 })
export const Counts = NamedObject('DisposalCounts', {
  total: Count,
  waiting: Count,
  approved: Count,
  rejected: Count,
  held: Count,
  not_due: Count,
  gone: Count,
  done: Count,
  failed: Count,
})
export type Counts = Static<typeof Counts>

const Approval = NamedObject('DisposalApproval', {
  technical_id: Type.String({ description: 'The manager.' }),
  name: Type.String(),
  at: Timestamp(),
  items: Type.Integer({ description: 'How many items were approved.' }),
  comment: Nullable('string'),
})
export type Approval = Static<typeof Approval>

export const Disposal = NamedObject('Disposal', {
  id: Type.String({ format: 'uuid' }),
  retention_policy_id: Type.String(),
  policy: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'The policy as it was when the disposal was made.',
  }),
  status: OneOf(DISPOSAL_STATUSES),
  origin: OneOf(['daily', 'api', 'portal']),
  needs_approval: Type.Integer({ minimum: 0, maximum: 2, description: 'How many people have to approve an item.' }),
  counts: Counts,
  approvals: Type.Array(Approval),
  has_certificate: Type.Boolean(),
  created_at: Timestamp(),
  completed_at: NullableTimestamp(),
})
export type Disposal = Static<typeof Disposal>

const File = NamedObject('DisposalFile', { sha256: Type.String(), size: Type.Integer() })

export const DisposalItem = NamedObject('DisposalItem', {
  id: Type.String({ format: 'uuid' }),
  resource_type: OneOf(HELD_TYPES),
  resource_id: Type.String({ description: 'Of employees the technical id.' }),
  title: Type.String({
    description: 'Empty where the caller may not read all resources of the type, and once it was destroyed.',
  }),
  due_on: Type.String({ format: 'date' }),
  status: OneOf(ITEM_STATUSES),
  approved_by: Type.Array(Type.String(), { description: 'The managers who approved it.' }),
  reason: Nullable('string', { description: 'Why it was rejected, or did not go.' }),
  legal_hold_ids: Type.Array(Type.String({ format: 'uuid' }), { description: 'The holds that keep it.' }),
  files: Type.Array(File, { description: 'What went with it.' }),
})
export type DisposalItem = Static<typeof DisposalItem>

const actor = Type.Optional(
  Text({ minLength: 1, maxLength: 50, description: 'The manager for whom the application acts.' }),
)
const item_ids = Type.Optional(
  Type.Array(Text({ maxLength: 50 }), {
    minItems: 1,
    maxItems: MAX_NAMED_ITEMS,
    description: 'All waiting items where left out.',
  }),
)

export const DisposalInput = NamedObject('DisposalInput', {
  retention_policy_id: Text({ minLength: 1, maxLength: 100 }),
  actor_technical_id: actor,
})
export type DisposalInput = Static<typeof DisposalInput>

export const ApproveInput = NamedObject('DisposalApprove', {
  actor_technical_id: actor,
  item_ids,
  comment: OptionalText(2000),
})
export type ApproveInput = Static<typeof ApproveInput>

export const RejectInput = NamedObject('DisposalReject', {
  actor_technical_id: actor,
  item_ids,
  reason: Text({ minLength: 1, maxLength: 2000 }),
  postpone_until: Type.Optional(
    Type.String({ format: 'date', description: 'The items are kept until this day. Defaults to a year on.' }),
  ),
})
export type RejectInput = Static<typeof RejectInput>

export const ChangeInput = NamedObject('DisposalChange', { actor_technical_id: actor })
export type ChangeInput = Static<typeof ChangeInput>

export const DisposalParams = Type.Object({ id: Text({ maxLength: 200 }) })

export const ListDisposalsQuery = Type.Object({
  status: Type.Optional(OneOf(DISPOSAL_STATUSES)),
  retention_policy_id: Type.Optional(Text({ maxLength: 100 })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListDisposalsQuery = Static<typeof ListDisposalsQuery>

export const ListItemsQuery = Type.Object({
  status: Type.Optional(OneOf(ITEM_STATUSES)),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})

export const CertificateQuery = Type.Object({
  format: Type.Optional(OneOf(['json', 'pdf'], { description: 'Defaults to `json`.' })),
})
