import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { fetchPage, type KeysetPage, type PageRequest } from '#platform/db/lists/keyset-page.ts'
import { presentDataset } from './present.ts'
import { type DatasetRow, listDatasets as listRows } from './queries.ts'
import type { Dataset, ListDatasetsQuery } from './schemas.ts'

/** A data set's name is its id. */
const COLUMNS = { name: 'id', created_at: 'created_at', updated_at: 'updated_at' } as const

export async function listDatasets(
  db: Db,
  client: Client,
  query: ListDatasetsQuery,
  asked: PageRequest,
): Promise<KeysetPage<Dataset>> {
  const sort = query.sort ?? 'name'
  const column = COLUMNS[sort.replace('-', '') as keyof typeof COLUMNS]
  const order = { column, descending: sort.startsWith('-') }
  const keyOf = (row: DatasetRow) => {
    const by = row[column]
    return [by instanceof Date ? by.toISOString() : by, row.key]
  }
  const page = await fetchPage(asked, (request) => listRows(db, client, query, { ...request, order }), keyOf)
  return { ...page, rows: page.rows.map((row) => presentDataset(row, client)) }
}
