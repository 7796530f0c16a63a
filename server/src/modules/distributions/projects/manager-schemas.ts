import { type Static, Type } from 'typebox'
import { PaperProperties } from '#modules/distributions/packages/schemas.ts'
import { FORMATS, MAX_ID } from '#modules/distributions/settings/schemas.ts'
import { AssignmentInput, Distribution, DistributionDocument } from '#modules/distributions/spools/schemas.ts'
import { Cursor, NamedObject, Nullable, OneOf, PerPage, Text } from '#platform/http/validation/schemas.ts'
import { DistributionProject, OUTCOMES, ProjectInput, WARNINGS } from './schemas.ts'

export const NEXT_STEPS = [
  'add_spools',
  'wait_for_reading',
  'mend',
  'check',
  'validate',
  'wait_for_delivery',
  'wait_for_carrier',
  'hand_over_paper',
  'send_paper',
  'nothing',
] as const
export type NextStep = (typeof NEXT_STEPS)[number]

const { check_url: _, ...shared } = DistributionProject.properties

/** A project, as managers see it. */
export const ManagerProject = NamedObject('ManagerProject', {
  ...shared,
  group_name: Nullable('string'),
  next_step: OneOf(NEXT_STEPS, { description: 'What a manager has to do next.' }),
  may_write: Type.Boolean({ description: 'Whether the manager who asks may change it.' }),
})
export type ManagerProject = Static<typeof ManagerProject>

const Count = Type.Integer()

const Checks = NamedObject('ManagerProjectChecks', {
  employees: Type.Integer({ description: 'Who would get something.' }),
  leavers: Type.Integer({ description: 'Parts of employees who have left.' }),
  duplicates: Type.Integer({ description: 'Parts that are called like another of the same employee.' }),
  pages: Count,
  without_address: Type.Integer({ description: 'Employees whose envelopes would have no complete address.' }),
})

export const ManagerProjectDetail = NamedObject('ManagerProjectDetail', {
  ...ManagerProject.properties,
  sender_name: Nullable('string'),
  validator_name: Nullable('string'),
  validation_group_name: Nullable('string'),
  may_validate: Type.Boolean({ description: 'Whether a validation by the manager who asks would count now.' }),
  has_validated: Type.Boolean({ description: 'Whether the manager who asks has validated it.' }),
  warnings: Type.Array(Type.Object({ code: OneOf(WARNINGS), count: Count }), {
    description: 'Warnings to check before validating; empty afterwards.',
  }),
  paper_name: Nullable('string', { description: 'null without paper.' }),
  package_problems: Type.Integer({ description: 'Envelopes that have a problem, such as an incomplete address.' }),
  has_files: Type.Boolean({ description: 'Whether pages and packages can still be viewed.' }),
  ...PaperProperties,
  distributions: Type.Array(Distribution),
  checks: Type.Unsafe<Static<typeof Checks> | null>({
    ...Checks,
    type: ['object', 'null'],
    description: 'Of the parts that would be handed out; null while spools are read, and after validation.',
  }),
})
export type ManagerProjectDetail = Static<typeof ManagerProjectDetail>

const { tech_id: _sender, ...chosen } = ProjectInput.properties

/** A new project of a manager, who is its sender. */
export const NewProject = NamedObject('NewDistributionProject', chosen)
export type NewProject = Static<typeof NewProject>

/** An outcome, or a view over several. */
export const DOCUMENT_VIEWS = [...OUTCOMES, 'to_check', 'leavers', 'duplicates', 'package_problems'] as const
export type DocumentView = (typeof DOCUMENT_VIEWS)[number]

export const ListDocumentsQuery = Type.Object({
  outcome: Type.Optional(OneOf(DOCUMENT_VIEWS, { description: '`to_check`: documents that are not settled.' })),
  spool: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ID })),
  q: Type.Optional(Text({ maxLength: 200, description: 'Searches names, numbers, titles and names of files.' })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListDocumentsQuery = Static<typeof ListDocumentsQuery>

export const ManagerDocument = NamedObject('ManagerPart', {
  ...DistributionDocument.properties,
  has_pages: Type.Boolean({ description: 'Whether its pages can be viewed.' }),
  is_decided: Type.Boolean({ description: 'Whether a person has decided about it, which can be taken back.' }),
})
export type ManagerDocument = Static<typeof ManagerDocument>

export const SpoolParams = Type.Object({ id: Text(), spool: Text() })
export const DocumentParams = Type.Object({ id: Text(), part: Text() })
export const PageParams = Type.Object({
  ...DocumentParams.properties,
  page: Type.Integer({ minimum: 1, maximum: 100_000 }),
})
export const PageQuery = Type.Object({
  width: Type.Optional(Type.Integer({ minimum: 16, maximum: 2000, description: 'In pixels.' })),
})

export const DocumentDecision = NamedObject('PartDecision', {
  ...AssignmentInput.properties,
  restore: Type.Optional(
    Type.Literal(true, { description: 'It becomes what reading the spool made of it; nothing else counts then.' }),
  ),
})
export type DocumentDecision = Static<typeof DocumentDecision>

const Named = { code: Type.String(), name: Type.String() }

/** What a manager may make projects and spools with. */
export const DistributionOptions = NamedObject('DistributionOptions', {
  may_create: Type.Boolean(),
  needs_group: Type.Boolean({ description: 'Whether projects of this manager must have a group.' }),
  groups: Type.Array(Type.Object(Named)),
  validation_options: Type.Array(
    Type.Object({
      id: Type.Integer(),
      ...Named,
      validators: Type.Integer(),
      group: Nullable('string'),
      acknowledge_warnings: Type.Boolean(),
    }),
  ),
  paper_configurations: Type.Array(Type.Object({ ...Named, duplex: Type.Boolean() })),
  types: Type.Array(
    Type.Object({
      ...Named,
      format: OneOf(FORMATS),
      document_type_code: Type.String(),
      index: Nullable('string', { description: 'How the index inside of a ZIP is called.' }),
    }),
  ),
})
export type DistributionOptions = Static<typeof DistributionOptions>
