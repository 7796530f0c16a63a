import type { Client } from '#kernel/work.ts'
import { presentValue } from '#modules/datasets/definitions/present.ts'
import { type DatasetRow, findDataset } from '#modules/datasets/definitions/queries.ts'
import type { ListValuesQuery, Value } from '#modules/datasets/definitions/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { fetchPage, type KeysetPage, type PageRequest } from '#platform/db/lists/keyset-page.ts'
import { malformed, notFound } from '#platform/problem.ts'
import { listValues as listRows, type ValueFilters } from './list-values-query.ts'
import { parseValuePath } from './value-path.ts'

export async function listValues(
  db: Db,
  client: Client,
  { datasetId, query }: { datasetId: string; query: ListValuesQuery },
  asked: PageRequest,
): Promise<KeysetPage<Value>> {
  const dataset = await findDataset(db, client, datasetId)
  if (!dataset) throw notFound('data set', datasetId)
  const sort = query.sort ?? 'code'
  const column = sort.endsWith('name') ? 'sort_name' : 'code'
  const order = { column, descending: sort.startsWith('-') } as const
  const filters = { ...filtersOf(dataset, query), datasetKey: dataset.key, count: Number(dataset.values_count) }
  const page = await fetchPage(
    asked,
    (request) => listRows(db, client, filters, { ...request, order }),
    (row) => [row[column], row.key],
  )
  return {
    ...page,
    rows: page.rows.map((row) => {
      const dimension_id = dataset.dimensions[row.level - 1]?.id ?? ''
      return presentValue(row, { dataset_id: dataset.id, dimension_id }, client)
    }),
  }
}

function filtersOf(dataset: DatasetRow, { dimension, parent_code, q }: ListValuesQuery): ValueFilters {
  const levels = dataset.dimensions.flatMap(({ id }, index) =>
    dimension === undefined || id === dimension ? [index + 1] : [],
  )
  if (dimension !== undefined && levels.length === 0) throw unknownDimension(dimension)
  if (parent_code === undefined) return { levels, parentKey: undefined, q }
  // An invalid path is the parent of no value.
  const parent = parseValuePath(parent_code)
  return { levels: levels.filter((level) => level - 1 === parent?.level), parentKey: parent?.pathKey, q }
}

function unknownDimension(dimension: string) {
  const message = `Dimension ${dimension} not found.`
  return malformed(`dimension: ${message}`, [{ field: 'dimension', code: 'unknown_dimension', message }])
}
