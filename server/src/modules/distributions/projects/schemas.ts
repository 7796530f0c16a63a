import { type Static, Type } from 'typebox'
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

export const PROJECT_STATUSES = [
  'new',
  'preparing',
  'waiting_for_validation',
  'validated',
  'delivering',
  'completed',
  'canceled',
  'error',
] as const
export type ProjectStatus = (typeof PROJECT_STATUSES)[number]

export const OUTCOMES = ['matched', 'assigned', 'unmatched', 'ambiguous', 'rejected', 'left_out'] as const
export type DocumentOutcome = (typeof OUTCOMES)[number]

/** Warnings to show before validating. */
export const WARNINGS = ['unmatched_documents', 'duplicate_documents', 'missing_addresses'] as const
export type Warning = (typeof WARNINGS)[number]

/** The rules of a validation option, as they were when its project was made. */
export type ValidationRules = { validators: number; group: string | null; acknowledge_warnings: boolean }

export const ValidationInput = NamedObject('ValidationInput', {
  acknowledged_warnings: Type.Optional(
    Type.Array(OneOf(WARNINGS), {
      maxItems: WARNINGS.length,
      description: 'The warnings that the caller acknowledges.',
    }),
  ),
})
export type ValidationInput = Static<typeof ValidationInput>

/** The lines of the address of a project, without their prefix. */
export const ADDRESS_FIELDS = [
  'first_name',
  'last_name',
  'address',
  'address_2',
  'address_3',
  'postcode',
  'city',
  'country',
] as const
export type PackageAddress = Partial<Record<(typeof ADDRESS_FIELDS)[number], string>>

/** How the lines of an address are called in the input of a project. */
export const ADDRESS_NAMES = ADDRESS_FIELDS.map((one) => `package_${one}` as const)
const addressOf = <T>(schema: T) =>
  Object.fromEntries(ADDRESS_NAMES.map((one) => [one, schema])) as Record<(typeof ADDRESS_NAMES)[number], T>

/** The name of a project or distribution in JSON; in a form, a blank one counts as missing. */
export const NotBlank = Text({ minLength: 1, maxLength: 255, pattern: '\\S', description: 'Must not be blank.' })
const Line = Type.Optional(Text({ maxLength: 255 }))
const YesText = Type.Optional(OneOf(['true', 'false', '1', '0'] as const))
const OptionalBoolean = Type.Optional(Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }))

const OPTION = 'The number or code of a validation option of the set-up file; 0 is manual validation.'
const PAPER = 'The code of a paper configuration of the set-up; no-paper for none.'
const GROUP = 'The code of the distribution group that may access the project.'
const EXPECTED = 'The number of distributions that the project needs before it can be validated.'
const SENDER = 'The technical id of the manager who sends.'

const MAX_EXPECTED = 1000
const Expected = Nullable('integer', { minimum: 1, maximum: MAX_EXPECTED, description: EXPECTED })

/** Spec, Group B distribution projects: the form fields of a new project. */
export const ProjectForm = NamedObject('DistributionProjectForm', {
  name: Text({ minLength: 1, maxLength: 255 }),
  validation_option: Type.Optional(Text({ maxLength: 100, description: OPTION })),
  delivery_paper_conf: Type.Optional(Text({ maxLength: 100, description: PAPER })),
  regroup_paper_mailing: YesText,
  group: Type.Optional(Text({ maxLength: 100, description: GROUP })),
  package_sent_to_orgs: YesText,
  tech_id: Type.Optional(Text({ maxLength: 50, description: SENDER })),
  auto_validate: YesText,
  expected_distributions: Type.Optional(
    Text({ pattern: '^(?:[1-9]\\d{0,2}|1000)$', description: `A number from 1 to ${MAX_EXPECTED}.` }),
  ),
  ...addressOf(Line),
  package_contact: Line,
})
export type ProjectForm = Static<typeof ProjectForm>

/** The same fields with JSON types; null counts as left out. */
export const ProjectInput = NamedObject('DistributionProjectInput', {
  name: NotBlank,
  validation_option: Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ['integer', 'string', 'null'],
      format: 'text',
      maxLength: 100,
      description: OPTION,
    }),
  ),
  delivery_paper_conf: OptionalText(100, { description: PAPER }),
  regroup_paper_mailing: OptionalBoolean,
  group: OptionalText(100, { description: GROUP }),
  package_sent_to_orgs: OptionalBoolean,
  tech_id: OptionalText(50, { description: SENDER }),
  auto_validate: OptionalBoolean,
  expected_distributions: Type.Optional(Expected),
  ...addressOf(OptionalText(255)),
  package_contact: OptionalText(255),
})
export type ProjectInput = Static<typeof ProjectInput>

/** What can be changed of a project that was not validated. */
export const ProjectPatch = NamedObject('DistributionProjectPatch', {
  expected_distributions: Type.Optional(Expected),
})
export type ProjectPatch = Static<typeof ProjectPatch>

const Count = Type.Integer()
export const Counts = NamedObject(
  'DistributionCounts',
  {
    documents: Count,
    ...(Object.fromEntries(OUTCOMES.map((one) => [one, Count])) as Record<DocumentOutcome, typeof Count>),
    delivered: Count,
  },
  { description: 'The outcome of the documents of all spools.' },
)
export type Counts = Static<typeof Counts>

const Validation = NamedObject('DistributionValidation', {
  type: OneOf(['application', 'user', 'employee', 'system'] as const),
  id: Nullable('string', { description: 'The technical id of a manager, or the name of a key or application.' }),
  name: Nullable('string'),
  validated_at: Timestamp(),
})

export const DistributionProject = NamedObject('DistributionProject', {
  id: Type.Integer(),
  name: Type.String(),
  status: OneOf(PROJECT_STATUSES),
  validation_option: Type.Integer({ description: '0 is manual validation.' }),
  validators_required: Type.Integer({ description: 'The number of different people who must validate.' }),
  validation_group: Nullable('string', { description: 'The distribution group whose managers alone validate.' }),
  acknowledge_warnings: Type.Boolean({ description: 'Whether every warning must be acknowledged.' }),
  validations: Type.Array(Validation, { description: 'Who has validated since its documents last changed.' }),
  delivery_paper_conf: Type.String(),
  regroup_paper_mailing: Type.Boolean(),
  group: Nullable('string'),
  package_sent_to_orgs: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
  tech_id: Nullable('string'),
  auto_validate: Type.Boolean(),
  expected_distributions: Nullable('integer', { description: EXPECTED }),
  ...addressOf(Nullable('string')),
  package_contact: Nullable('string'),
  distributions_count: Count,
  counts: Counts,
  packages_count: Count,
  check_url: Type.String({ description: 'The page on which people review and validate it.' }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
  validated_at: NullableTimestamp(),
  ended_at: NullableTimestamp({ description: 'When it was completed or canceled.' }),
})
export type DistributionProject = Static<typeof DistributionProject>

export const ProjectParams = Type.Object({ id: Text() })

export const ListProjectsQuery = Type.Object({
  status: Type.Optional(OneOf(PROJECT_STATUSES)),
  q: Type.Optional(Text({ maxLength: 200, description: 'Searches names; case is ignored.' })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListProjectsQuery = Static<typeof ListProjectsQuery>
