import { fetchPage, type KeysetPage, type PageRequest } from './keyset-page.ts'
import { keysetKey, type ListOrder, type OrderedRequest } from './keyset-sql.ts'

/** A page of rows that are fetched in an order, as they are shown. */
export async function orderedPage<Row extends object, Item>(
  order: ListOrder,
  asked: PageRequest,
  fetch: (request: OrderedRequest) => Promise<Row[]>,
  present: (row: Row) => Item,
): Promise<KeysetPage<Item>> {
  const page = await fetchPage(
    asked,
    (request) => fetch({ ...request, order }),
    (row) => keysetKey(row, order),
  )
  return { ...page, rows: page.rows.map(present) }
}
