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

const MAX_NAMED = 1000

const Names = (maxLength: number, description: string) =>
  Type.Array(Text({ minLength: 1, maxLength }), { maxItems: MAX_NAMED, description })

const ScopeDay = (description: string) => Nullable('string', { format: 'date', description })
const ResourceTypes = Type.Array(OneOf(HELD_TYPES), {
  maxItems: HELD_TYPES.length,
  description:
    'Defaults to documents where documents or their types are named, and to everything of employees and organizations otherwise.',
})

const criteria = {
  employee_technical_ids: Names(50, 'Everything of these employees, and the employees themselves.'),
  document_ids: Names(50, 'These documents.'),
  document_type_codes: Names(64, 'Documents of these types.'),
  organization_codes: Names(64, 'Everything of the employees of these organizations, and their company documents.'),
  include_below: Type.Boolean({ description: 'Whether organizations below count as well. Defaults to true.' }),
  date_since: ScopeDay('The first day: of documents their date, of everything else its creation.'),
  date_until: ScopeDay('The last day.'),
  resource_types: ResourceTypes,
}

export const LegalHoldScope = NamedObject('LegalHoldScope', criteria)
export type LegalHoldScope = Static<typeof LegalHoldScope>

export const ScopeInput = Type.Partial(Type.Object(criteria), {
  title: 'LegalHoldScopeInput',
  description: 'Criteria of different kinds must all fit; values of one list are alternatives.',
})
export type ScopeInput = Static<typeof ScopeInput>

const described = {
  name: Text({ minLength: 1, maxLength: 255 }),
  reason: Text({ minLength: 1, maxLength: 2000 }),
  reference: OptionalText(255, { description: 'A number of the matter, such as that of the court.' }),
}
const acting = {
  actor_technical_id: Type.Optional(
    Text({ minLength: 1, maxLength: 50, description: 'The manager for whom the application acts.' }),
  ),
}

export const LegalHoldInput = NamedObject('LegalHoldInput', { ...described, scope: ScopeInput, ...acting })
export type LegalHoldInput = Static<typeof LegalHoldInput>

export const LegalHoldPatch = Type.Partial(
  Type.Object({ ...described, scope: Type.Unknown({ description: 'Cannot change: place another hold.' }) }),
  { title: 'LegalHoldPatch' },
)
export type LegalHoldPatch = Static<typeof LegalHoldPatch>

export const ReleaseInput = NamedObject('LegalHoldRelease', {
  reason: Text({ minLength: 1, maxLength: 2000 }),
  ...acting,
})
export type ReleaseInput = Static<typeof ReleaseInput>

const HoldActor = NamedObject('LegalHoldActor', {
  type: Type.String(),
  id: Nullable('string'),
  name: Nullable('string'),
  on_behalf_of: Type.Unsafe<{ technical_id: string; name: string } | null>({
    type: ['object', 'null'],
    properties: { technical_id: { type: 'string' }, name: { type: 'string' } },
    required: ['technical_id', 'name'],
    description: 'The manager for whom an application acted.',
  }),
})
export type HoldActor = Static<typeof HoldActor>

export const LegalHold = NamedObject('LegalHold', {
  id: Type.String({ format: 'uuid' }),
  kind: OneOf(['matter', 'document'], { description: '`document`: placed at one document, by its `legal_hold`.' }),
  name: Type.String(),
  reason: Type.String(),
  reference: Nullable('string'),
  scope: LegalHoldScope,
  status: OneOf(['open', 'released']),
  counts: Type.Record(Type.String(), Type.Integer(), {
    description: 'How many resources it covers, by their type. In lists, more than 1,000 of a type count as 1,001.',
  }),
  created_by: HoldActor,
  created_at: Timestamp(),
  released_by: Type.Unsafe<HoldActor | null>({ ...HoldActor, title: 'LegalHoldReleaser', type: ['object', 'null'] }),
  released_at: NullableTimestamp(),
  release_reason: Nullable('string'),
  document_id: Nullable('string', { description: 'Null for matters.' }),
  document_kind: Nullable('string', { description: '`employee` or `company`; null for matters.' }),
})
export type LegalHold = Static<typeof LegalHold>

export const LegalHoldParams = Type.Object({ id: Text({ maxLength: 200 }) })

export const ListLegalHoldsQuery = Type.Object({
  status: Type.Optional(OneOf(['open', 'released', 'all'], { description: 'Defaults to `open`.' })),
  q: Type.Optional(Text({ minLength: 1, maxLength: 255, description: 'Part of the name or the reference.' })),
  employee_technical_id: Type.Optional(Text({ maxLength: 50, description: 'Holds that cover this employee.' })),
  document_id: Type.Optional(Text({ maxLength: 50, description: 'Holds that cover this document.' })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListLegalHoldsQuery = Static<typeof ListLegalHoldsQuery>

export const LegalHoldItem = NamedObject('LegalHoldItem', {
  resource_type: OneOf(HELD_TYPES),
  resource_id: Type.String({ description: 'Of employees the technical id.' }),
  covered_at: Timestamp(),
})
export type LegalHoldItem = Static<typeof LegalHoldItem>

export const ListItemsQuery = Type.Object({
  resource_type: Type.Optional(OneOf(HELD_TYPES)),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
