import { type Static, Type } from 'typebox'
import { DELETION_STATUSES } from '#modules/governance/erasure/schemas.ts'
import {
  Cursor,
  NamedObject,
  Nullable,
  NullableTimestamp,
  OneOf,
  OptionalText,
  PerPage,
  Timestamp,
} from '#platform/http/validation/schemas.ts'

/** Why something of theirs is kept, as employees are told: holds are not named to them. */
export const OWN_REASONS = ['legal_reasons', 'retention', 'shared_evidence', 'not_collected', 'needed'] as const
export type OwnReason = (typeof OWN_REASONS)[number]

export const OwnKept = NamedObject('MyKeptData', {
  type: Type.String(),
  count: Type.Integer({ minimum: 1 }),
  reason: OneOf(OWN_REASONS),
  until: Nullable('string', { format: 'date', description: 'The last of their days; null where none is known.' }),
  explanation: Type.String({ description: 'The same in plain words, in the language of the employee.' }),
})
export type OwnKept = Static<typeof OwnKept>

export const OwnDeletion = NamedObject('MyDeletionRequest', {
  id: Type.String({ format: 'uuid' }),
  status: OneOf(DELETION_STATUSES),
  outcome: Type.Union([OneOf(['complete', 'partial']), Type.Null()]),
  reason: Nullable('string'),
  due_at: NullableTimestamp(),
  kept: Type.Array(OwnKept, { description: 'What would have to stay, or stayed.' }),
  created_at: Timestamp(),
  confirmed_at: NullableTimestamp(),
  completed_at: NullableTimestamp(),
  canceled_at: NullableTimestamp(),
})
export type OwnDeletion = Static<typeof OwnDeletion>

export const OwnDeletionInput = NamedObject('MyDeletionRequestInput', { reason: OptionalText(2000) })
export const OwnDeletionChange = NamedObject('MyDeletionRequestChange', { reason: OptionalText(2000) })

export const OwnPageQuery = Type.Object({ per_page: PerPage(100), cursor: Type.Optional(Cursor) })
