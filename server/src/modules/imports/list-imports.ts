import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import type { ListOrder } from '#platform/db/lists/keyset-sql.ts'
import { orderedPage } from '#platform/db/lists/ordered-page.ts'
import { type ImportFilters, type ImportRow, listImports as listRows } from './queries.ts'

/** Newest first. */
const ORDER: ListOrder = { column: 'id', tie: 'id', descending: true }

/** A page of the imports of one kind, as they are shown. */
export function listImports<Item>(
  db: Db,
  client: Client,
  { filters, present }: { filters: ImportFilters; present: (row: ImportRow) => Item },
  page: PageRequest,
): Promise<KeysetPage<Item>> {
  return orderedPage(ORDER, page, (request) => listRows(db, client, filters, request), present)
}
