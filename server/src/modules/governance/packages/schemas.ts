import { type Static, Type } from 'typebox'
import { PACKAGE_KINDS } from '#kernel/personal-data/collector.ts'
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

export const PACKAGE_STATUSES = ['queued', 'building', 'ready', 'failed', 'expired'] as const
export type PackageStatus = (typeof PACKAGE_STATUSES)[number]

export const PACKAGE_ORIGINS = ['api', 'portal', 'employee', 'deletion_request'] as const
export type PackageOrigin = (typeof PACKAGE_ORIGINS)[number]

const Download = NamedObject('AccessPackageDownload', {
  at: Timestamp(),
  actor: NamedObject('AccessPackageDownloader', {
    type: OneOf(['application', 'user', 'employee', 'external'], {
      description: '`external` came by a mailed link, without a log-in.',
    }),
    id: Nullable('string'),
    name: Nullable('string'),
  }),
})

export const AccessPackage = NamedObject('AccessPackage', {
  id: Type.String({ format: 'uuid' }),
  employee_technical_id: Type.String(),
  status: OneOf(PACKAGE_STATUSES, { description: '`expired`: its bytes are gone, by time or because it was deleted.' }),
  origin: OneOf(PACKAGE_ORIGINS),
  exclude: Type.Array(OneOf(PACKAGE_KINDS), { description: 'The kinds of data that were left out.' }),
  progress: Type.Number({ minimum: 0, maximum: 1, description: 'How much of it is made.' }),
  size: Nullable('integer', { description: 'In bytes; null until it is ready.' }),
  sha256: Nullable('string', { description: 'Of the ZIP; null until it is ready.' }),
  entries_count: Nullable('integer', { description: 'How many files the ZIP has.' }),
  downloads: Type.Array(Download, { description: 'The first ones first, up to 1,000.' }),
  expires_at: Timestamp(),
  ready_at: NullableTimestamp(),
  error: Nullable('string', { description: 'Why it could not be made.' }),
  created_at: Timestamp(),
})
export type AccessPackage = Static<typeof AccessPackage>

export const AccessPackageInput = NamedObject('AccessPackageInput', {
  employee_technical_id: Text({ minLength: 1, maxLength: 50 }),
  expires_at: Type.Optional(
    Type.String({
      format: 'moment',
      maxLength: 40,
      description: 'When its bytes go: in 14 days unless given, and in 30 at the latest.',
    }),
  ),
  notify: Type.Optional(
    Type.Boolean({ description: 'Whether the employee is mailed a link once it is ready. Defaults to true.' }),
  ),
  exclude: Type.Optional(
    Type.Array(OneOf(PACKAGE_KINDS), { maxItems: PACKAGE_KINDS.length, description: 'Kinds of data to leave out.' }),
  ),
  actor_technical_id: Type.Optional(
    Text({ minLength: 1, maxLength: 50, description: 'The manager for whom the application acts.' }),
  ),
})
export type AccessPackageInput = Static<typeof AccessPackageInput>

export const PackageParams = Type.Object({ id: Text({ maxLength: 200 }) })

export const ListPackagesQuery = Type.Object({
  employee_technical_id: Type.Optional(Text({ maxLength: 50 })),
  status: Type.Optional(OneOf(PACKAGE_STATUSES)),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListPackagesQuery = Static<typeof ListPackagesQuery>
