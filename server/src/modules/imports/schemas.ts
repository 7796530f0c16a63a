import { type Static, Type } from 'typebox'
import { DatasetId } from '#modules/datasets/index.ts'
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

export const STATUSES = ['queued', 'in_progress', 'finished'] as const
export const RESULTS = ['success', 'partial_success', 'error'] as const
export const MODES = ['replace', 'merge'] as const
export const ON_ERRORS = ['abort', 'skip'] as const
export const ORIGINS = ['api', 'web', 'cli'] as const

export const DatasetImportSettings = Type.Object({
  dataset_id: DatasetId,
  mode: Type.Optional(
    OneOf(MODES, {
      description: '`replace` (the default): the file replaces all values. `merge`: its values are added or updated.',
    }),
  ),
  on_error: Type.Optional(
    OneOf(ON_ERRORS, {
      description: '`abort` (the default): any error aborts the import. `skip`: rows with errors are skipped.',
    }),
  ),
  dry_run: Type.Optional(
    Type.Boolean({ description: 'Dry run: reports what the import would do and changes nothing.' }),
  ),
})
export type DatasetImportSettings = Static<typeof DatasetImportSettings>

export const DatasetImportInput = NamedObject('DatasetImportInput', {
  ...DatasetImportSettings.properties,
  upload_id: Text({ maxLength: 100, description: 'From POST /uploads: a CSV file.' }),
})
export type DatasetImportInput = Static<typeof DatasetImportInput>

const FileError = NamedObject('ImportError', {
  line: Nullable('integer', { description: 'The header is line 1; null if it does not concern a line.' }),
  field: Nullable('string', { description: 'The name of the column.' }),
  code: Type.String(),
  message: Type.String(),
})
const Errors = Type.Array(FileError, { description: 'The first 100; the report has all of them.' })
const Creator = NamedObject('ImportCreator', { type: Type.String(), id: Nullable('string'), name: Nullable('string') })
const Progress = Type.Number({ description: 'Progress, from 0 to 1.' })
const Times = {
  started_at: NullableTimestamp(),
  finished_at: NullableTimestamp(),
  created_at: Timestamp(),
  updated_at: Timestamp(),
}

export const DatasetImportStats = NamedObject('DatasetImportStats', {
  rows: Type.Integer(),
  global_errors: Type.Integer({ description: 'Errors of the file as a whole.' }),
  row_errors: Type.Integer({ description: 'Rows with errors.' }),
  warnings: Type.Integer(),
  dimensions_created: Type.Integer(),
  values_created: Type.Integer(),
  values_updated: Type.Integer(),
  values_deleted: Type.Integer(),
})
export type DatasetImportStats = Static<typeof DatasetImportStats>

export const DatasetImport = NamedObject('DatasetImport', {
  id: Type.String({ format: 'uuid' }),
  dataset_id: Type.String(),
  filename: Type.String(),
  status: OneOf(STATUSES),
  result: Type.Unsafe<(typeof RESULTS)[number] | null>({ type: ['string', 'null'], enum: [...RESULTS, null] }),
  mode: OneOf(MODES),
  on_error: OneOf(ON_ERRORS),
  dry_run: Type.Boolean(),
  origin: OneOf(ORIGINS),
  creator: Creator,
  total_dimensions_count: Type.Integer({ description: 'The number of dimensions in the file.' }),
  total_values_count: Type.Integer({
    description: 'The number of values in the file, including parents that have no row of their own.',
  }),
  stats: DatasetImportStats,
  errors: Errors,
  progress: Progress,
  ...Times,
})
export type DatasetImport = Static<typeof DatasetImport>

export const ImportStats = NamedObject('ImportStats', {
  rows: Type.Integer(),
  row_errors: Type.Integer({ description: 'Rows that were skipped.' }),
  users_created: Type.Integer(),
  users_updated: Type.Integer(),
  users_unchanged: Type.Integer(),
})
export type ImportStats = Static<typeof ImportStats>

export const IMPORT_STATUSES = ['created', 'in_progress', 'success', 'partial_success', 'failed'] as const

export const Import = NamedObject('Import', {
  id: Type.String({ format: 'uuid' }),
  type: OneOf(['managers'] as const),
  filename: Type.String(),
  status: OneOf(IMPORT_STATUSES),
  origin: OneOf(ORIGINS),
  creator: Creator,
  stats: ImportStats,
  errors: Errors,
  progress: Progress,
  ...Times,
})
export type Import = Static<typeof Import>

export const ImportParams = Type.Object({ id: Text() })

const Paging = { per_page: PerPage(100), cursor: Type.Optional(Cursor) }

export const ListDatasetImportsQuery = Type.Object({
  dataset_id: Type.Optional(Text({ maxLength: 100 })),
  status: Type.Optional(OneOf(STATUSES)),
  result: Type.Optional(OneOf(RESULTS)),
  ...Paging,
})
export type ListDatasetImportsQuery = Static<typeof ListDatasetImportsQuery>

export const ListImportsQuery = Type.Object({ status: Type.Optional(OneOf(IMPORT_STATUSES)), ...Paging })
