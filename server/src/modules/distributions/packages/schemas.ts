import { type Static, Type } from 'typebox'
import { CARRIER_KINDS } from '#modules/distributions/carriers/schemas.ts'
import { Cursor, NamedObject, Nullable, NullableTimestamp, OneOf, PerPage } from '#platform/http/validation/schemas.ts'

export const PACKAGE_STATUSES = ['planned', 'prepared', 'handed_over', 'failed', 'downloaded'] as const
export type PackageStatus = (typeof PACKAGE_STATUSES)[number]

export const HAND_OVER_STATUSES = ['pending', 'handed_over', 'failed', 'by_hand'] as const
export type HandOverStatus = (typeof HAND_OVER_STATUSES)[number]

const Downloader = Type.Object({ type: Type.String(), id: Nullable('string'), name: Nullable('string') })

/** One envelope of a project, and what became of it. */
export const Package = NamedObject('DistributionPackage', {
  number: Type.Integer({ description: 'The first of a project is 1.' }),
  id: Type.String({ format: 'uuid' }),
  status: OneOf(PACKAGE_STATUSES, {
    description:
      '`planned`: it is being made. `prepared`: it waits for the carrier, or for a download. `handed_over`: the carrier has it. `failed`: see `reason`. `downloaded`: a person or an application has it.',
  }),
  reason: Nullable('string', { description: 'Why it was not handed over, as a code.' }),
  message: Nullable('string', { description: 'The same as text.' }),
  employee_technical_id: Type.String(),
  employee_name: Type.String(),
  organization: Nullable('string', { description: 'The code of the organization that it is for or goes to.' }),
  documents: Type.Integer(),
  pages: Nullable('integer'),
  size: Nullable('integer'),
  prepared_at: NullableTimestamp(),
  handed_over_at: NullableTimestamp(),
  receipt: Nullable('string', { description: 'What the carrier calls the delivery, or the name of the file there.' }),
  downloaded_at: NullableTimestamp({ description: 'The time of the last download.' }),
  downloaded_by: Type.Unsafe<Static<typeof Downloader> | null>({
    type: ['object', 'null'],
    properties: Downloader.properties,
    required: ['type', 'id', 'name'],
  }),
})
export type Package = Static<typeof Package>

export const ListPackagesQuery = Type.Object({
  status: Type.Optional(OneOf(PACKAGE_STATUSES)),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListPackagesQuery = Static<typeof ListPackagesQuery>

const Count = Type.Integer()
export const PackageCounts = NamedObject(
  'PackageCounts',
  Object.fromEntries(PACKAGE_STATUSES.map((one) => [one, Count])) as Record<PackageStatus, typeof Count>,
  { description: 'How many packages are in each status.' },
)
export type PackageCounts = Static<typeof PackageCounts>

const Failure = Type.Object({ code: Type.String(), message: Type.String() })

export const HandOver = NamedObject('HandOver', {
  delivery_id: Type.String({ format: 'uuid', description: 'The same in every attempt.' }),
  status: OneOf(HAND_OVER_STATUSES, { description: '`by_hand`: handled manually instead of by the carrier.' }),
  carrier: OneOf(CARRIER_KINDS),
  attempts: Type.Integer(),
  attempted_at: NullableTimestamp(),
  sending_since: Nullable('string', { description: 'When the current attempt began.' }),
  next_attempt_at: NullableTimestamp(),
  failure: Type.Unsafe<Static<typeof Failure> | null>({
    type: ['object', 'null'],
    properties: Failure.properties,
    required: ['code', 'message'],
    description: 'Why the last attempt failed.',
  }),
  receipt: Nullable('string'),
  ended_at: NullableTimestamp(),
})
export type HandOver = Static<typeof HandOver>

/** What is said of the paper of one project, beside the project. */
export const PaperProperties = {
  packages: PackageCounts,
  hand_over: Type.Unsafe<HandOver | null>({
    ...HandOver,
    type: ['object', 'null'],
    description:
      'The hand-over of the packages to the carrier; null without a carrier and before the packages are made.',
  }),
}

/** What became of the paper of a project. */
export const ProjectPaper = NamedObject('DistributionProjectPaper', PaperProperties)
export type ProjectPaper = Static<typeof ProjectPaper>

export const HandOverInput = NamedObject('HandOverInput', {
  by_hand: Type.Optional(
    Type.Boolean({
      description: 'true: stops trying the carrier, because the packages were handled manually.',
    }),
  ),
})
export type HandOverInput = Static<typeof HandOverInput>
