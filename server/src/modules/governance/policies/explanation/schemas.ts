import { type Static, Type } from 'typebox'
import { HELD_TYPES } from '#kernel/legal-hold.ts'
import { ACTIONS, type Action } from '#modules/governance/policies/decision/policy-values.ts'
import { NamedObject, Nullable, OneOf, Timestamp } from '#platform/http/validation/schemas.ts'

export const STATES = ['held', 'due', 'scheduled', 'waiting', 'kept'] as const
export type RetentionState = (typeof STATES)[number]

const NullableDay = (description: string) => Nullable('string', { format: 'date', description })

export const Retention = NamedObject('Retention', {
  resource_type: OneOf(HELD_TYPES),
  resource_id: Type.String(),
  state: OneOf(STATES, {
    description:
      '`held`: under legal hold. `due`: its time is over. `scheduled`: its day is known. `waiting`: its time has not begun. `kept`: no policy applies.',
  }),
  due_on: NullableDay('The day of the policy that decides; null as long as it is not known.'),
  action: Type.Unsafe<Action | null>({
    type: ['string', 'null'],
    enum: [...ACTIONS, null],
    description: 'What happens then; null without a policy.',
  }),
  decided_by: Nullable('string', { description: 'The id of the policy that decides.' }),
  postponed_until: NullableDay('The day until which somebody wanted it kept, if that is still to come.'),
  policies: Type.Array(
    NamedObject('FittingRetentionPolicy', {
      id: Type.String(),
      name: Type.String(),
      legal_basis: Type.String(),
      trigger_event: Type.String(),
      trigger_date: NullableDay('The day on which its time began.'),
      delay: Type.String(),
      due_on: NullableDay('The day on which its time is over.'),
      decides: Type.Boolean(),
    }),
    { description: 'The enabled policies that fit, the one that decides first.' },
  ),
  holds: Type.Array(
    NamedObject('RetentionHold', {
      id: Type.String({ format: 'uuid' }),
      name: Nullable('string', { description: 'Null for callers without the permission `legal_holds:read`.' }),
      placed_at: Timestamp(),
    }),
  ),
  explanation: Type.String({
    description: 'One sentence, in the language that the caller asks for with `Accept-Language`.',
  }),
})
export type Retention = Static<typeof Retention>
