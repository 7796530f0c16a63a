import { type Static, Type } from 'typebox'
import { LocalizedNames } from '#kernel/languages/localized-names.ts'
import { Cursor, NamedObject, Nullable, PerPage, Sort, Text, Timestamp } from '#platform/http/validation/schemas.ts'
import { DIMENSION_ID } from './dimension.ts'

export const MAX_BULK_VALUES = 10_000

export const DatasetId = Text({
  pattern: '^[^/\\u0000-\\u001f\\u007f-\\u009f]{1,100}$',
  description: 'The name of the data set: 1 to 100 characters, without slashes and control characters.',
})
export const DatasetParams = Type.Object({ id: DatasetId })
export const ValueParams = Type.Object({
  id: DatasetId,
  code: Text({ minLength: 1, description: 'The value path: the codes from the first level down, joined by dots.' }),
})

export const DimensionInput = NamedObject('DimensionInput', {
  id: Type.String({ pattern: DIMENSION_ID, description: 'Letters, digits, `_` and `-`.' }),
  localized_names: LocalizedNames,
})
export type DimensionInput = Static<typeof DimensionInput>

export const PutDatasetBody = NamedObject('DatasetInput', {
  dimensions: Type.Optional(Type.Array(DimensionInput, { maxItems: 100 })),
  localized_names: Type.Optional(LocalizedNames),
})
export type PutDatasetBody = Static<typeof PutDatasetBody>

export const PutValueBody = NamedObject('DatasetValueInput', { localized_names: LocalizedNames })

export const ValueInput = NamedObject('DatasetValueBulkItem', {
  code: Type.String({ maxLength: 10_000 }),
  localized_names: LocalizedNames,
})
export type ValueInput = Static<typeof ValueInput>

export const BulkBody = NamedObject('DatasetValueBulkInput', {
  values: Type.Array(ValueInput, { maxItems: MAX_BULK_VALUES }),
})
export const BulkResult = NamedObject('DatasetValueBulkResult', {
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
})
export type BulkResult = Static<typeof BulkResult>

export const Dimension = NamedObject('Dimension', {
  id: Type.String(),
  name: Type.String(),
  localized_names: LocalizedNames,
  level: Type.Integer({ description: 'The position in the tree, from 1.' }),
})

export const Dataset = NamedObject('Dataset', {
  id: Type.String(),
  name: Type.String(),
  localized_names: LocalizedNames,
  dimensions: Type.Array(Dimension),
  values_count: Type.Integer(),
  last_import_status: Nullable('string'),
  last_import_result: Nullable('string'),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Dataset = Static<typeof Dataset>

export const Value = NamedObject('DatasetValue', {
  id: Type.String({ description: '`<dimension_id>.<code>`' }),
  code: Type.String({ description: 'The last segment of the path.' }),
  name: Type.String(),
  localized_names: LocalizedNames,
  dataset_id: Type.String(),
  dimension_id: Type.String(),
  path: Type.String({ description: 'The codes from the first level down, joined by dots.' }),
})
export type Value = Static<typeof Value>

const Search = Text({ maxLength: 200, description: 'Case and accents are ignored.' })

export const DATASET_SORTS = ['name', 'created_at', 'updated_at'] as const
export const ListDatasetsQuery = Type.Object({
  q: Type.Optional(Search),
  sort: Type.Optional(Sort(DATASET_SORTS)),
  last_import_status: Type.Optional(Text({ maxLength: 50 })),
  last_import_result: Type.Optional(Text({ maxLength: 50 })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListDatasetsQuery = Static<typeof ListDatasetsQuery>

export const VALUE_SORTS = ['name', 'code'] as const
export const ListValuesQuery = Type.Object({
  dimension: Type.Optional(Text({ maxLength: 100 })),
  parent_code: Type.Optional(Text({ maxLength: 3000, description: 'The path of the parent value.' })),
  q: Type.Optional(Search),
  sort: Type.Optional(Sort(VALUE_SORTS)),
  per_page: PerPage(1000),
  cursor: Type.Optional(Cursor),
})
export type ListValuesQuery = Static<typeof ListValuesQuery>
