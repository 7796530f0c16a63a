import { type Static, Type } from 'typebox'
import { AUDIT_ACTIONS, AUDIT_ACTOR_TYPES } from '#kernel/audit/audit-entry.ts'
import {
  Cursor,
  Moment,
  NamedObject,
  Nullable,
  NullableTimestamp,
  OneOf,
  PerPage,
  Sort,
  Text,
  Timestamp,
} from '#platform/http/validation/schemas.ts'

const Hash = (description: string) => Type.String({ pattern: '^[0-9a-f]{64}$', description })
const NullableHash = (description: string) => Nullable('string', { pattern: '^[0-9a-f]{64}$', description })
const Salt = Type.String({ pattern: '^[0-9a-f]{32}$' })

const nullable = <Value>(
  title: string,
  properties: Record<string, object>,
  options: { description: string },
): ReturnType<typeof Type.Unsafe<Value | null>> =>
  Type.Unsafe<Value | null>({
    title,
    type: ['object', 'null'],
    properties,
    required: Object.keys(properties),
    ...options,
  })

export type AuditedActor = {
  type: (typeof AUDIT_ACTOR_TYPES)[number]
  id: string | null
  name: string | null
  address: string | null
  salt: string
}
export type AuditedSubject = { type: 'employee' | 'user'; technical_id: string; salt: string }

const Actor = nullable<AuditedActor>(
  'AuditedActor',
  {
    type: OneOf(AUDIT_ACTOR_TYPES),
    id: Nullable('string'),
    name: Nullable('string'),
    address: Nullable('string', { description: 'The address that the call came from.' }),
    salt: Salt,
  },
  { description: 'Who did it. Null once it was erased.' },
)

const Subject = nullable<AuditedSubject>(
  'AuditedSubject',
  { type: OneOf(['employee', 'user']), technical_id: Type.String(), salt: Salt },
  { description: 'Whom it concerns. Null without such a person, and once it was erased.' },
)

const Resource = nullable<{ type: string; id: string | null }>(
  'AuditedResource',
  { type: Type.String(), id: Nullable('string', { description: 'Of an employee the `core_uuid`.' }) },
  { description: 'What it is about.' },
)

export const AuditEntry = NamedObject('AuditEntry', {
  sequence: Type.Integer({ description: 'Its place in the chain of the client: 1, 2, 3 … without holes.' }),
  at: Timestamp(),
  action: Type.String({ description: 'Such as `document.downloaded`.' }),
  outcome: OneOf(['done', 'refused']),
  actor_type: OneOf(AUDIT_ACTOR_TYPES),
  actor: Actor,
  actor_hash: Hash('SHA-256 of the canonical JSON of `actor`.'),
  subject: Subject,
  subject_hash: NullableHash('SHA-256 of the canonical JSON of `subject`.'),
  resource: Resource,
  details: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'Texts, integers, booleans and lists of texts; nothing about a person.',
  }),
  previous_hash: Hash('The hash of the entry before; 64 zeros of the first.'),
  hash: Hash('SHA-256 of the canonical JSON of the entry without `actor`, `subject` and `hash`, and with `client`.'),
})
export type AuditEntry = Static<typeof AuditEntry>

export const EntryParams = Type.Object({ sequence: Text({ maxLength: 30 }) })

/** A name, or all names that begin alike: `document.*`. */
const ACTION_FILTERS = [...AUDIT_ACTIONS, ...new Set(AUDIT_ACTIONS.map((action) => `${action.split('.', 1)[0]}.*`))]

const filters = {
  action: Type.Optional(
    Type.String({ enum: ACTION_FILTERS, description: 'A name such as `role.updated`, or several as in `role.*`.' }),
  ),
  outcome: Type.Optional(OneOf(['done', 'refused'])),
  actor_id: Type.Optional(Text({ maxLength: 255, description: 'The id of the application, API key or person.' })),
  actor_type: Type.Optional(OneOf(AUDIT_ACTOR_TYPES)),
  subject_technical_id: Type.Optional(Text({ maxLength: 50, description: 'Whom it concerns.' })),
  resource_type: Type.Optional(Text({ maxLength: 50 })),
  resource_id: Type.Optional(Text({ maxLength: 100 })),
  at_since: Type.Optional(Moment('Only entries at or after this time.')),
  at_until: Type.Optional(Moment('Only entries at or before this time.')),
}

export const AuditFilters = Type.Object(filters)
export type AuditFilters = Static<typeof AuditFilters>

export const ListAuditQuery = Type.Object({
  ...filters,
  sort: Type.Optional(Sort(['sequence'], 'Default: newest first.')),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})

export const EXPORT_FORMATS = ['jsonl', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const ExportQuery = Type.Object({
  ...filters,
  format: Type.Optional(OneOf(EXPORT_FORMATS, { description: 'Defaults to `jsonl`.' })),
})

export const AuditCheckpoint = NamedObject('AuditCheckpoint', {
  client: Type.String(),
  sequence: Type.Integer({ description: 'How far the chain went.' }),
  hash: Hash('The hash of that entry; 64 zeros before the first.'),
  at: Timestamp(),
  seal: Type.String({ description: 'A compact JWS over `at`, `client`, `hash` and `sequence`.' }),
})
export type AuditCheckpoint = Static<typeof AuditCheckpoint>

export const ListCheckpointsQuery = Type.Object({ per_page: PerPage(100), cursor: Type.Optional(Cursor) })

export const AuditHead = NamedObject('AuditHead', {
  sequence: Type.Integer({ description: '0 before the first entry.' }),
  hash: Hash('The hash of the last entry; 64 zeros before the first.'),
  at: NullableTimestamp(),
  checkpoint: nullable<AuditCheckpoint>('LastAuditCheckpoint', AuditCheckpoint.properties, {
    description: 'The last one; null before the first.',
  }),
})
export type AuditHead = Static<typeof AuditHead>
