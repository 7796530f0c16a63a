import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { RequestRow } from '#modules/requests/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { fetchPage, type KeysetPage, type KeysetRequest, type PageRequest } from '#platform/db/lists/keyset-page.ts'
import { sortText } from '#platform/text/search-text.ts'
import { selectRequests } from './list-requests.ts'

export const PORTAL_SORTS = [
  'created_at',
  'updated_at',
  'closed_at',
  'processing_date_due',
  'priority',
  'subject',
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

/** In which order the portal lists requests, and whether all of the list are closed. */
type PortalOrder = { sort: PortalSort; areAllClosed?: boolean }

type ListedRequests = { client: Client; conditions: RawBuilder<unknown>[]; order: PortalOrder }

/** A page of the requests that meet all conditions. */
export function requestPage(
  db: Db,
  { client, conditions, order }: ListedRequests,
  asked: PageRequest,
): Promise<KeysetPage<RequestRow>> {
  const { keyOf } = COLUMNS[nameOf(order)]
  return fetchPage(
    asked,
    (request) => {
      const { beyond, sequence } = keysetOrder(order, request)
      const wanted = { conditions: sql.join([...conditions, ...beyond], sql` AND `), sequence }
      return selectRequests(db, client, wanted, { limit: request.limit })
    },
    (row) => [keyOf(row), row.id],
  )
}

function nameOf({ sort }: PortalOrder): SortName {
  return sort.replace(/^-/, '') as SortName
}

/** How the portal walks requests in an order: what lies beyond a cursor, and in which sequence. */
function keysetOrder(order: PortalOrder, { after, reversed }: KeysetRequest) {
  const name = nameOf(order)
  const { column: usual } = COLUMNS[name]
  // All of them have the date then, so that the list can be walked along its index.
  const column = name === 'closed_at' && order.areAllClosed ? 'request.closed_at' : usual
  const isDescending = order.sort.startsWith('-') !== reversed
  const direction = isDescending ? 'DESC' : 'ASC'
  const beyond: RawBuilder<unknown>[] = after
    ? [sql`(${sql.raw(column)}, request.id) ${sql.raw(isDescending ? '<' : '>')} (${after[0]}, ${after[1]}::bigint)`]
    : []
  return { beyond, sequence: `${column} ${direction}, request.id ${direction}` }
}
