import { type Static, Type } from 'typebox'
import { PACKAGE_PROBLEMS, type PackageProblem } from '#modules/distributions/packages/address.ts'
import { PACKAGE_STATUSES, type PackageStatus } from '#modules/distributions/packages/schemas.ts'
import { Counts, NotBlank, OUTCOMES } from '#modules/distributions/projects/schemas.ts'
import { FORMATS, MAX_ID } from '#modules/distributions/settings/schemas.ts'
import {
  Cursor,
  NamedObject,
  Nullable,
  NullableTimestamp,
  OneOf,
  PerPage,
  Text,
  Timestamp,
} from '#platform/http/validation/schemas.ts'

export const DISTRIBUTION_STATUSES = ['new', 'processing', 'ready', 'error'] as const
export type DistributionStatus = (typeof DISTRIBUTION_STATUSES)[number]

/** What a form says of a new spool, beside its file. */
export const DistributionForm = NamedObject('DistributionForm', {
  name: Text({ minLength: 1, maxLength: 255 }),
  distribution_type_type: Type.Optional(OneOf(['code', 'id'] as const)),
  distribution_type_value: Text({ minLength: 1, maxLength: 100 }),
})
export type DistributionForm = Static<typeof DistributionForm>

const Id = Type.Integer({ minimum: 1, maximum: MAX_ID })

/** A new distribution whose spool was uploaded before. */
export const UploadedDistribution = NamedObject('UploadedDistribution', {
  name: NotBlank,
  distribution_type_id: Type.Integer({ ...Id, description: 'The id of a distribution type of the set-up.' }),
  distribution_project_id: Id,
  file_id: Text({ maxLength: 100, description: 'From POST /uploads: a ZIP, a PDF or a text, as the type says.' }),
})
export type UploadedDistribution = Static<typeof UploadedDistribution>

export const SpoolError = NamedObject('SpoolError', { code: Type.String(), message: Type.String() })
export type SpoolError = Static<typeof SpoolError>

export const Distribution = NamedObject('Distribution', {
  id: Type.Integer(),
  distribution_project_id: Type.Integer(),
  name: Type.String(),
  distribution_type: Type.String({ description: 'The code of the distribution type in the set-up file.' }),
  format: OneOf(FORMATS),
  filename: Type.String(),
  size: Type.Integer(),
  status: OneOf(DISTRIBUTION_STATUSES),
  error: Type.Unsafe<SpoolError | null>({
    ...SpoolError,
    type: ['object', 'null'],
    description: 'Why the spool as a whole cannot be used.',
  }),
  progress: Type.Number({ description: 'Progress of reading, from 0 to 1.' }),
  counts: Counts,
  created_at: Timestamp(),
  started_at: NullableTimestamp(),
  finished_at: NullableTimestamp(),
})
export type Distribution = Static<typeof Distribution>

export const ListDistributionsQuery = Type.Object({
  distribution_project_id: Type.Optional(Id),
  status: Type.Optional(OneOf(DISTRIBUTION_STATUSES)),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListDistributionsQuery = Static<typeof ListDistributionsQuery>

/** A line of the report: what became of one part of a spool. */
export const DistributionDocument = NamedObject('DistributionDocument', {
  id: Type.String({ format: 'uuid' }),
  distribution_id: Type.Integer(),
  distribution: Type.String({ description: 'The name of the spool.' }),
  position: Type.Integer({ description: 'The first document of a spool is 1.' }),
  file: Type.String(),
  first_page: Nullable('integer'),
  pages: Nullable('integer'),
  size: Nullable('integer'),
  outcome: OneOf(OUTCOMES),
  reason: Nullable('string', { description: 'Why it was not matched, as a code.' }),
  message: Nullable('string'),
  employee_number: Nullable('string', { description: 'As found in the document.' }),
  organization: Nullable('string', { description: 'As found in the document.' }),
  period: Nullable('string'),
  employee_technical_id: Nullable('string'),
  employee_name: Nullable('string'),
  employee_terminated: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
  document_type_code: Nullable('string'),
  title: Type.String(),
  document_id: Nullable('string', { description: 'Set once it is filed.' }),
  linked_to_vault: Type.Unsafe<boolean | null>({
    type: ['boolean', 'null'],
    description:
      "Whether it is in the employee's vault: false while employees may not see its type. Null unless it is filed.",
  }),
  package: Nullable('integer', { description: 'The number of its package, if it goes on paper.' }),
  package_status: Type.Unsafe<PackageStatus | null>({
    type: ['string', 'null'],
    enum: [...PACKAGE_STATUSES, null],
    description: 'The status of its package.',
  }),
  package_problem: Type.Unsafe<PackageProblem['code'] | null>({
    type: ['string', 'null'],
    enum: [...PACKAGE_PROBLEMS, null],
    description: 'The problem of its package, as a code.',
  }),
  package_message: Nullable('string', { description: 'The same as text.' }),
})
export type DistributionDocument = Static<typeof DistributionDocument>

export const ReportQuery = Type.Object({
  format: Type.Optional(OneOf(['json', 'csv'] as const)),
  outcome: Type.Optional(OneOf(OUTCOMES)),
  distribution_id: Type.Optional(Id),
})
export type ReportQuery = Static<typeof ReportQuery>

export const AssignmentInput = NamedObject('DistributionDocumentAssignment', {
  employee_technical_id: Type.Optional(
    Nullable('string', {
      format: 'text',
      minLength: 1,
      maxLength: 50,
      description: 'The employee whose document it is; null undoes the assignment.',
    }),
  ),
  left_out: Type.Optional(Type.Boolean({ description: 'true: it is not delivered. false: it is matched again.' })),
})
export type AssignmentInput = Static<typeof AssignmentInput>
