/** Where a page starts: the sort key of the item next to it, and whether the page lies before or after that item. */
export type Position = { before: boolean; key: string[] }

/** Which page of a list is asked for; without a position, the first one. */
export type PageRequest = { at?: Position | undefined; perPage?: number | undefined }

/** A page of a list that is walked by its sort key, so that page 1,000 costs what page 1 costs. */
export type KeysetPage<Row> = { rows: Row[]; previous: Position | undefined; next: Position | undefined }

/** What a query must fetch: rows on one side of a key, nearest first, and one more than the page holds. */
export type KeysetRequest = { after: string[] | undefined; reversed: boolean; limit: number }

export const DEFAULT_PER_PAGE = 20

/** Fetches the page that is asked for; `keyOf` names the position of a row in the order of the list. */
export async function fetchPage<Row>(
  { at, perPage }: PageRequest,
  fetch: (request: KeysetRequest) => Promise<Row[]>,
  keyOf: (row: Row) => string[],
): Promise<KeysetPage<Row>> {
  const request = keysetRequest(at, perPage)
  return keysetPage(await fetch(request), request, keyOf)
}

export function keysetRequest(position: Position | undefined, perPage = DEFAULT_PER_PAGE): KeysetRequest {
  return { after: position?.key, reversed: position?.before ?? false, limit: perPage + 1 }
}

/** Makes the page from the fetched rows; the extra row tells whether the list goes on. */
export function keysetPage<Row>(
  fetched: Row[],
  { after, reversed, limit }: KeysetRequest,
  keyOf: (row: Row) => string[],
): KeysetPage<Row> {
  const goesOn = fetched.length === limit
  const kept = goesOn ? fetched.slice(0, -1) : fetched
  const rows = reversed ? kept.toReversed() : kept
  const first = rows[0]
  const last = rows.at(-1)
  const hasPrevious = reversed ? goesOn : after !== undefined
  const hasNext = reversed || goesOn
  return {
    rows,
    previous: first && hasPrevious ? { before: true, key: keyOf(first) } : undefined,
    next: last && hasNext ? { before: false, key: keyOf(last) } : undefined,
  }
}
