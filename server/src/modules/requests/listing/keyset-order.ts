import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { RequestRow } from '#modules/requests/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { fetchPage, type KeysetPage, type KeysetRequest, type PageRequest } from '#platform/db/lists/keyset-page.ts'
import { sortText } from '#platform/text/search-text.ts'
import { findFirst, type Within } from './find-first.ts'
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

/** By which an index sorts the requests of a client. */
const INDEXED = [
  'request.created_at',
  'request.updated_at',
  'request.closed_at',
  'request.processing_date_due',
  'request.sort_subject',
]

/** In which order the portal lists requests, and whether all of the list are closed, or are due some time. */
type PortalOrder = { sort: PortalSort; areAllClosed?: boolean; areAllDue?: boolean }

/** Which requests: those that meet all conditions and, where they are of a manager, one of the parts of the perimeter. */
export type RequestSet = { conditions: RawBuilder<unknown>[]; within?: Within }

type ListedRequests = RequestSet & { client: Client; order: PortalOrder }

/** A page of a set of requests. */
export function requestPage(
  db: Db,
  { client, conditions, within, order }: ListedRequests,
  asked: PageRequest,
): Promise<KeysetPage<RequestRow>> {
  const { keyOf } = COLUMNS[nameOf(order)]
  return fetchPage(
    asked,
    async (request) => {
      const { beyond, ...walked } = keysetOrder(order, request)
      const { sequence } = walked
      const { limit } = request
      const wanted = [...conditions, ...beyond]
      if (!within) return selectRequests(db, client, { conditions: and(wanted), sequence }, { limit })
      const ids = await findFirst(db, { conditions: wanted, beyond, ...within }, { ...walked, limit })
      const found = and([...conditions, sql`request.id = ANY (${ids}::bigint[])`])
      return selectRequests(db, client, { conditions: found, sequence }, { limit })
    },
    (row) => [keyOf(row), row.id],
  )
}

function nameOf({ sort }: PortalOrder): SortName {
  return sort.replace(/^-/, '') as SortName
}

function hasDate(name: SortName, { areAllClosed, areAllDue }: PortalOrder): boolean {
  return (name === 'closed_at' && areAllClosed === true) || (name === 'processing_date_due' && areAllDue === true)
}

/** How the portal walks requests in an order: what lies beyond a cursor, and in which sequence. */
function keysetOrder(order: PortalOrder, { after, reversed }: KeysetRequest) {
  const name = nameOf(order)
  const { column: usual } = COLUMNS[name]
  // All of them have the date then, so that the list can be walked along its index.
  const column = hasDate(name, order) ? `request.${name}` : usual
  const isDescending = order.sort.startsWith('-') !== reversed
  const direction = isDescending ? 'DESC' : 'ASC'
  const beyond: RawBuilder<unknown>[] = after
    ? [sql`(${sql.raw(column)}, request.id) ${sql.raw(isDescending ? '<' : '>')} (${after[0]}, ${after[1]}::bigint)`]
    : []
  const isIndexed = INDEXED.includes(column)
  return { beyond, sequence: `${column} ${direction}, request.id ${direction}`, column, direction, isIndexed }
}

const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` AND `)
