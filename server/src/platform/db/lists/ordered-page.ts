import { type KeysetPage, type KeysetRequest, keysetPage, keysetRequest, type Position } from './keyset-page.ts'
import { keysetKey, type ListOrder } from './keyset-sql.ts'

/** A page of rows that are fetched in an order, as they are shown. */
export async function orderedPage<Row extends object, Item>(
  order: ListOrder,
  { at, perPage }: { at: Position | undefined; perPage: number | undefined },
  fetch: (request: KeysetRequest) => Promise<Row[]>,
  present: (row: Row) => Item,
): Promise<KeysetPage<Item>> {
  const request = keysetRequest(at, perPage)
  const page = keysetPage(await fetch(request), request, (row) => keysetKey(row, order))
  return { ...page, rows: page.rows.map(present) }
}
