import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import type { Position } from '#platform/db/lists/keyset-page.ts'
import { type KeysetPage, keysetPage, keysetRequest } from '#platform/db/lists/keyset-page.ts'
import { presentDataset } from './present.ts'
import { type DatasetRow, listDatasets as listRows } from './queries.ts'
import type { Dataset, ListDatasetsQuery } from './schemas.ts'

/** A data set's name is its id. */
const COLUMNS = { name: 'id', created_at: 'created_at', updated_at: 'updated_at' } as const

export async function listDatasets(
  db: Db,
  client: Client,
  query: ListDatasetsQuery,
  position: Position | undefined,
): Promise<KeysetPage<Dataset>> {
  const sort = query.sort ?? 'name'
  const column = COLUMNS[sort.replace('-', '') as keyof typeof COLUMNS]
  const request = keysetRequest(position, query.per_page)
  const fetched = await listRows(db, client, query, { column, descending: sort.startsWith('-') }, request)
  const page = keysetPage(fetched, request, (row: DatasetRow) => {
    const by = row[column]
    return [by instanceof Date ? by.toISOString() : by, row.key]
  })
  return { ...page, rows: page.rows.map((row) => presentDataset(row, client)) }
}
