import type { Db } from '#platform/db/db.ts'
import type { ListOrder } from '#platform/db/keyset-sql.ts'
import type { Client } from '#platform/db/work.ts'
import type { Position } from '#platform/http/cursor.ts'
import type { KeysetPage } from '#platform/http/keyset-page.ts'
import { orderedPage } from '#platform/http/ordered-page.ts'
import { type ImportFilters, type ImportRow, listImports as listRows } from './import-queries.ts'

/** Newest first. */
const ORDER: ListOrder = { column: 'id', tie: 'id', descending: true }

type Page = { at: Position | undefined; perPage: number | undefined }

/** A page of the imports of one kind, as they are shown. */
export function listImports<Item>(
  db: Db,
  client: Client,
  filters: ImportFilters,
  page: Page,
  present: (row: ImportRow) => Item,
): Promise<KeysetPage<Item>> {
  return orderedPage(ORDER, page, (request) => listRows(db, client, filters, ORDER, request), present)
}
