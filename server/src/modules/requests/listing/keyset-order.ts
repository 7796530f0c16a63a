import { type RawBuilder, sql } from 'kysely'
import type { RequestRow } from '#modules/requests/queries.ts'
import type { KeysetRequest } from '#platform/db/lists/keyset-page.ts'
import { sortText } from '#platform/text/search-text.ts'

export const PORTAL_SORTS = [
  ...(['created_at', 'updated_at', 'closed_at', 'processing_date_due'] as const),
  ...(['priority', 'subject'] as const),
] as const
type SortName = (typeof PORTAL_SORTS)[number]
export type PortalSort = SortName | `-${SortName}`

/** What has no date comes last, and first when it is turned around. */
const NEVER = 'infinity'

const COLUMNS: Record<SortName, { column: string; keyOf: (row: RequestRow) => string }> = {
  created_at: { column: 'request.created_at', keyOf: (row) => row.created_at.toISOString() },
  updated_at: { column: 'request.updated_at', keyOf: (row) => row.updated_at.toISOString() },
  closed_at: {
    column: `coalesce(request.closed_at, '${NEVER}')`,
    keyOf: (row) => row.closed_at?.toISOString() ?? NEVER,
  },
  processing_date_due: {
    column: `coalesce(request.processing_date_due, '${NEVER}')`,
    keyOf: (row) => row.processing_date_due?.toISOString() ?? NEVER,
  },
  priority: { column: 'request.priority', keyOf: (row) => row.priority },
  subject: { column: 'request.sort_subject', keyOf: (row) => sortText(row.subject) },
}

/** How the portal walks requests in an order: what lies beyond a cursor, in which sequence, and what a cursor keeps. */
export function keysetOrder(sort: PortalSort, { after, reversed }: KeysetRequest, areAllClosed = false) {
  const name = sort.replace(/^-/, '') as SortName
  const { column: usual, keyOf } = COLUMNS[name]
  // All of them have the date then, so that the list can be walked along its index.
  const column = name === 'closed_at' && areAllClosed ? 'request.closed_at' : usual
  const isDescending = sort.startsWith('-') !== reversed
  const direction = isDescending ? 'DESC' : 'ASC'
  const beyond: RawBuilder<unknown>[] = after
    ? [sql`(${sql.raw(column)}, request.id) ${sql.raw(isDescending ? '<' : '>')} (${after[0]}, ${after[1]}::bigint)`]
    : []
  return {
    beyond,
    sequence: `${column} ${direction}, request.id ${direction}`,
    keyOf: (row: RequestRow) => [keyOf(row), row.id],
  }
}
