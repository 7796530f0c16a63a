import { type RawBuilder, sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { StoredRequest } from '#modules/requests/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { parametersFor, statement } from '#platform/db/statement.ts'
import { conditionsOf, type RequestFilters, type Span } from './filters.ts'

/** What is counted of a request. */
export const COUNTED = [
  'form_code',
  'status',
  'origin',
  'creator_user_key',
  'creator_employee_key',
  'created_at',
  'closed_at',
] as const
export type Counted = Pick<StoredRequest, (typeof COUNTED)[number]>

const note = statement<never, Counted & { client_id: string; change: number }>(`
  INSERT INTO request_changes_to_count (client_id, change, ${COUNTED.join(', ')}) VALUES ($client_id, $change, ${parametersFor(COUNTED)})`)

/** Notes that a request came to be (1) or is no longer (-1) what it is counted as. */
export async function noteCount(tx: Tx, client: Client, change: 1 | -1, counted: Counted): Promise<void> {
  await note(tx, { ...counted, client_id: client.id, change })
}

/** Filters that are tallied in every combination: together they have few values. */
const JOINED = ['status', 'origin', 'form_code'] as const
type Joined = (typeof JOINED)[number]

/** Every choice among these, the empty one included, each in their order. */
function choicesOf<Item>(items: readonly Item[]): Item[][] {
  return items.reduce<Item[][]>((found, item) => found.concat(found.map((one) => [...one, item])), [[]])
}

/** What a combination is called. */
const dimensionOf = (names: readonly Joined[]) => names.join(' ')

/** No status and no origin has a blank in it, and the code of the form comes last. */
const combined = choicesOf(JOINED).map(
  (names) => `('${dimensionOf(names)}', concat_ws(' ', ${["''", ...names].join(', ')}))`,
)

const listNoted = statement<{ client_id: string }>('SELECT DISTINCT client_id FROM request_changes_to_count')

const fold = statement<never, { client_id: string }>(`
  WITH gone AS (
    DELETE FROM request_changes_to_count WHERE client_id = $client_id RETURNING *
  ), folded AS (
    INSERT INTO request_tallies AS tally (client_id, dimension, value, count)
    SELECT client_id, dimension, value, sum(change) FROM gone CROSS JOIN LATERAL (VALUES
      ${combined.join(', ')},
      ('creator_user_key', creator_user_key::text), ('creator_employee_key', creator_employee_key::text),
      ('created_at', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')),
      ('closed_at', to_char(closed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
    ) AS counted (dimension, value)
    WHERE value IS NOT NULL GROUP BY client_id, dimension, value HAVING sum(change) <> 0
    ORDER BY dimension, value -- always in one order, so that two folds never wait for each other in a circle
    ON CONFLICT (client_id, dimension, value) DO UPDATE SET count = tally.count + excluded.count
  )
  SELECT`)

/** Adds what was noted to the tallies, client by client: what there is of one lies on one node. */
export async function foldCounts(db: Db): Promise<void> {
  for (const { client_id } of await listNoted(db)) await fold(db, { client_id })
}

/** How many requests a list has: exact, and without going through them where that is tallied. */
export async function countRequests(db: Db, client: Client, filters: RequestFilters): Promise<number> {
  const { rows } = await sql<{ count: string }>`SELECT ${countOf(client, filters)} AS count`.execute(db)
  return Number(rows[0]?.count)
}

function countOf(client: Client, filters: RequestFilters): RawBuilder<unknown> {
  const given = Object.keys(filters) as (keyof RequestFilters)[]
  if (given.every(isJoined)) return inCombination(client, filters)
  const [only] = given
  if (given.length === 1 && (only === 'created_at' || only === 'closed_at')) {
    return inSpan(client, only, filters[only] ?? {})
  }
  if (given.length === 1 && filters.creator) {
    const { user_key, employee_key } = filters.creator
    return sql`${equal(client, 'creator_user_key', user_key)} + ${equal(client, 'creator_employee_key', employee_key)}`
  }
  return counting(client, filters)
}

function isJoined(filter: string): filter is Joined {
  return JOINED.some((one) => one === filter)
}

function inCombination(client: Client, filters: Pick<RequestFilters, Joined>): RawBuilder<unknown> {
  const names = JOINED.filter((name) => filters[name] !== undefined)
  const value = ['', ...names.map((name) => filters[name])].join(' ')
  const noted = names.map((name) => sql`${sql.ref(name)}::text = ${filters[name]}`)
  return tallied(client, dimensionOf(names), sql`${value}::text`, sql.join([sql`true`, ...noted], sql` AND `))
}

function equal(client: Client, dimension: string, value: string | null): RawBuilder<unknown> {
  return tallied(client, dimension, sql`${value}::text`, sql`${sql.ref(dimension)}::text = ${value}`)
}

function counting(client: Client, filters: RequestFilters): RawBuilder<unknown> {
  return sql`(SELECT count(*) FROM requests request WHERE ${conditionsOf(client, filters)})`
}

/** What the tallies have, and what is noted beside them: both are seen in one moment. */
function tallied(client: Client, dimension: string, value: RawBuilder<unknown>, isNoted: RawBuilder<unknown>) {
  return sql`(
    coalesce((SELECT sum(count) FROM request_tallies
      WHERE client_id = ${client.id} AND dimension = ${dimension} AND value = ${value}), 0) +
    coalesce((SELECT sum(change) FROM request_changes_to_count WHERE client_id = ${client.id} AND ${isNoted}), 0))`
}

const DAY_MS = 24 * 3600 * 1000

/** Whole days (in UTC) are tallied; what lies before the first and after the last is counted. */
function inSpan(client: Client, column: 'created_at' | 'closed_at', { since, before }: Span): RawBuilder<unknown> {
  const first = since && new Date(Math.ceil(since.getTime() / DAY_MS) * DAY_MS)
  const end = before && new Date(Math.floor(before.getTime() / DAY_MS) * DAY_MS)
  if (first && end && first >= end) return counting(client, { [column]: { since, before } })
  const at = sql.ref(column)
  const bounds = [sql`true`]
  const noted = [sql`${at} IS NOT NULL`]
  if (first) {
    bounds.push(sql`value >= ${dayOf(first)}`)
    noted.push(sql`${at} >= ${first}`)
  }
  if (end) {
    bounds.push(sql`value < ${dayOf(end)}`)
    noted.push(sql`${at} < ${end}`)
  }
  const edges = [
    ...(since && first && since < first ? [counting(client, { [column]: { since, before: first } })] : []),
    ...(before && end && end < before ? [counting(client, { [column]: { since: end, before } })] : []),
  ]
  const whole = sql`(
    coalesce((SELECT sum(count) FROM request_tallies
      WHERE client_id = ${client.id} AND dimension = ${column} AND ${sql.join(bounds, sql` AND `)}), 0) +
    coalesce((SELECT sum(change) FROM request_changes_to_count
      WHERE client_id = ${client.id} AND ${sql.join(noted, sql` AND `)}), 0))`
  return sql.join([whole, ...edges], sql` + `)
}

/** Behind every day that can be written. */
const AFTER_ALL_DAYS = '~'

function dayOf(moment: Date): string {
  return moment.getUTCFullYear() > 9999 ? AFTER_ALL_DAYS : moment.toISOString().slice(0, 10)
}
