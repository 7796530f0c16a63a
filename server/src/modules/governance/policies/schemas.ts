import { type Static, Type } from 'typebox'
import { HELD_TYPES } from '#kernel/legal-hold.ts'
import {
  ByCode,
  Cursor,
  NamedObject,
  OneOf,
  OptionalText,
  PerPage,
  Text,
  Timestamp,
} from '#platform/http/validation/schemas.ts'
import { ACTIONS, TRIGGERS } from './decision/policy-values.ts'

const MAX_NAMED = 1000

/** The id that callers choose. */
export const OwnPolicyId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'Letters, digits, `_` and `-`.',
})
/** Or that of a policy which follows from a document type. */
export const PolicyId = Type.String({
  pattern: '^(type:[A-Za-z0-9_-]{1,100}|[A-Za-z0-9_-]{1,64})$',
  description: 'Letters, digits, `_` and `-`; `type:` and a code for the retention of a document type.',
})

const Codes = (maxLength: number, description: string) =>
  Type.Array(Text({ minLength: 1, maxLength }), { maxItems: MAX_NAMED, description })

const filters = {
  document_type_codes: Codes(100, 'Documents of these types.'),
  form_codes: Codes(100, 'Requests of these forms.'),
  organization_codes: Codes(64, 'What belongs to these organizations, or to their employees.'),
  include_below: Type.Boolean({ description: 'Whether organizations below count as well. Defaults to true.' }),
  custom_fields: ByCode<unknown[]>(20, 'For each code the values of which the employee has one.'),
}

export const RetentionFilters = NamedObject('RetentionFilters', filters)
export type RetentionFilters = Static<typeof RetentionFilters>

export const FiltersInput = Type.Partial(Type.Object(filters), {
  title: 'RetentionFiltersInput',
  description: 'All that are given must fit; values of one list are alternatives. An empty list is as none.',
})
export type FiltersInput = Static<typeof FiltersInput>

const TriggerInput = NamedObject('RetentionTriggerInput', {
  event: OneOf(TRIGGERS, { description: 'When the time begins.' }),
  code: OptionalText(100, { description: 'The date meta, or the date field of employees.' }),
  date: Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date', description: 'The day, of `fixed_date`.' }),
  ),
})
export type TriggerInput = Static<typeof TriggerInput>

const RetentionTrigger = NamedObject('RetentionTrigger', {
  event: OneOf(TRIGGERS),
  code: Type.Optional(Type.String()),
  date: Type.Optional(Type.String({ format: 'date' })),
})

const ResourceType = OneOf(HELD_TYPES, { description: 'What it is about; it never changes.' })
const Action = OneOf(ACTIONS, {
  description:
    'What happens when the time is over: `trash` or `delete` for documents, `delete` or `anonymise` for requests and employees, `delete` for the rest.',
})
const Delay = Text({
  minLength: 1,
  maxLength: 40,
  description: 'How long after that, as ISO 8601 in years, months, weeks and days, such as P5Y or P1Y6M.',
})

export const RetentionPolicyInput = NamedObject('RetentionPolicyInput', {
  name: Text({ minLength: 1, maxLength: 255 }),
  enabled: Type.Optional(Type.Boolean({ description: 'Defaults to true.' })),
  resource_type: ResourceType,
  filters: Type.Optional(FiltersInput),
  trigger: TriggerInput,
  delay: Delay,
  action: Action,
  legal_basis: Type.Optional(Text({ maxLength: 2000, description: 'The law or rule that it follows.' })),
  needs_approval: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2, description: 'How many people approve a disposal. Defaults to 1.' }),
  ),
  protects: Type.Optional(
    Type.Boolean({ description: 'Whether people cannot delete what it keeps either. Defaults to false.' }),
  ),
})
export type RetentionPolicyInput = Static<typeof RetentionPolicyInput>

export const RetentionPolicy = NamedObject('RetentionPolicy', {
  id: Type.String(),
  name: Type.String(),
  enabled: Type.Boolean(),
  resource_type: ResourceType,
  filters: RetentionFilters,
  trigger: RetentionTrigger,
  delay: Type.String(),
  action: Action,
  legal_basis: Type.String(),
  needs_approval: Type.Integer(),
  protects: Type.Boolean(),
  origin: OneOf(['api', 'portal', 'setup', 'document_type'], {
    description: '`document_type`: the retention of a type, which is changed there.',
  }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type RetentionPolicy = Static<typeof RetentionPolicy>

export const ListPoliciesQuery = Type.Object({
  resource_type: Type.Optional(OneOf(HELD_TYPES)),
  enabled: Type.Optional(Type.Boolean()),
  q: Type.Optional(Text({ minLength: 1, maxLength: 255, description: 'Part of the id or the name.' })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListPoliciesQuery = Static<typeof ListPoliciesQuery>
