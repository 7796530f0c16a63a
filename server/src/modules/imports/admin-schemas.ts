import { type Static, Type } from 'typebox'
import { Cursor, NamedObject, Nullable, OneOf, PerPage, Text } from '#platform/http/validation/schemas.ts'
import { IMPORT_STATUSES, Import } from './schemas.ts'

export const IMPORT_KINDS = ['managers', 'dataset'] as const

const Count = Type.Integer()
const { filename, origin, creator, errors, progress } = Import.properties
const { started_at, finished_at, created_at, updated_at } = Import.properties

/** An import of any kind, as managers see it. */
export const ManagerImport = NamedObject('ManagerImport', {
  id: Type.String({ format: 'uuid' }),
  kind: OneOf(IMPORT_KINDS),
  dataset_id: Nullable('string'),
  dry_run: Type.Boolean(),
  filename,
  origin,
  creator,
  errors,
  progress,
  status: OneOf(IMPORT_STATUSES),
  counts: Type.Object({
    rows: Count,
    errors: Type.Integer({ description: 'Rows that were skipped.' }),
    created: Count,
    updated: Count,
    unchanged: Nullable('integer', { description: 'Not counted for data sets.' }),
    deleted: Count,
  }),
  started_at,
  finished_at,
  created_at,
  updated_at,
})
export type ManagerImport = Static<typeof ManagerImport>

const Paging = { per_page: PerPage(100), cursor: Type.Optional(Cursor) }

export const ListManagerImportsQuery = Type.Object({
  kind: Type.Optional(OneOf(IMPORT_KINDS)),
  status: Type.Optional(OneOf(IMPORT_STATUSES)),
  ...Paging,
})

const SEVERITIES = ['error', 'warning', 'info'] as const

export const ListLinesQuery = Type.Object({ severity: Type.Optional(OneOf(SEVERITIES)), ...Paging })
export type ListLinesQuery = Static<typeof ListLinesQuery>

export const ImportLine = NamedObject('ImportLine', {
  line: Nullable('integer'),
  severity: OneOf(SEVERITIES),
  field: Nullable('string'),
  code: Type.String(),
  message: Type.String(),
})

/** What would become of a row. */
export const PREVIEW_OUTCOMES = ['created', 'updated', 'unchanged', 'error'] as const

const Problem = NamedObject('ImportProblem', {
  line: Nullable('integer'),
  field: Nullable('string'),
  code: Type.String(),
  message: Type.String(),
})

export const PreviewLine = NamedObject('ImportPreviewLine', {
  line: Count,
  technical_id: Nullable('string'),
  name: Nullable('string'),
  role: Nullable('string'),
  organizations: Nullable('string', { description: 'As the row says.' }),
  outcome: OneOf(PREVIEW_OUTCOMES),
  changes: Type.Array(Type.Object({ field: Type.String(), before: Nullable('string'), after: Nullable('string') })),
  errors: Type.Array(Problem),
})
export type PreviewLine = Static<typeof PreviewLine>

export const ImportPreview = NamedObject('ImportPreview', {
  filename: Type.String(),
  rows: Type.Integer({ description: 'How many rows the file has.' }),
  checked: Type.Integer({ description: 'How many of them were processed.' }),
  totals: Type.Object({
    rows_in_error: Count,
    users_created: Count,
    users_updated: Count,
    users_unchanged: Count,
    users_left_out: Count,
  }),
  faults: Type.Array(Problem, { description: 'Errors of the file as a whole.' }),
  lines: Type.Array(PreviewLine, { description: 'The first 500, those in error before the others.' }),
})
export type ImportPreview = Static<typeof ImportPreview>

export const ImportFile = NamedObject('ImportFileForm', {
  input_file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
})
export const ImportParams = Type.Object({ id: Text() })
