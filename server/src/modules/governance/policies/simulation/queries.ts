import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { type Decision, planAnew, scan } from '#modules/governance/policies/decision/compile.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { Horizon } from './horizon.ts'

/** How many items are alike, or how many of those that go until the horizon belong to an organization. */
export type CountRow = {
  organization: string | null
  state: number | null
  /** The month in which they go, of those that go until the horizon. */
  month: string | null
  /** The id of their document type, or the code of their form, as text. */
  type: string | null
  count: string
}

/** One number says all that is counted: what all items are grouped by is short. */
const STATES = { decidedByOther: 0, withoutDate: 1, later: 2, going: 3, due: 4, held: 2 }

export const isDecidedByOther = ({ state }: CountRow) => state === STATES.decidedByOther
export const isWithoutDate = ({ state }: CountRow) => state === STATES.withoutDate
export const isDue = ({ state }: CountRow) => state === STATES.due || state === STATES.due + STATES.held
export const isHeld = ({ state }: CountRow) => state !== null && state >= STATES.going + STATES.held

/** For counting many items without files on the disk. */
export const raiseWorkMemory = statement<never>(`${CUSTOM_PLAN} SET LOCAL work_mem = '64MB'`)

/** The state of each item, and what it is counted by. */
function states(client: Client, decision: Decision, { today, until }: Horizon) {
  const { resource_type } = decision.rule
  const [decidedByOther, withoutDate, later, going, due, held] = Object.values(STATES).map((one) => sql.lit(one))
  return sql`
    SELECT ${sql.raw(resource_type === 'request' ? 'item.form_code' : 'item.document_type_id')} AS type, item.employee_key,
      item.organization_keys, item.goes_on,
      CASE WHEN NOT item.decides THEN ${decidedByOther}
        WHEN item.goes_on <= ${until}::date
        THEN CASE WHEN item.goes_on <= ${today}::date THEN ${due} ELSE ${going} END + CASE WHEN EXISTS (
          SELECT FROM legal_hold_items covered
          JOIN legal_holds hold ON hold.client_id = ${client.id} AND hold.id = covered.hold_id AND hold.released_at IS NULL
          WHERE covered.client_id = ${client.id} AND covered.resource_type = ${resource_type}
            AND covered.resource_id = item.id::text) THEN ${held} ELSE 0 END
        WHEN item.due_on IS NULL THEN ${withoutDate} ELSE ${later} END AS state
    FROM (${scan(client, decision, { looked: 'all' })}) item OFFSET bigint '0'`
}

/**
 * How many items there are for each type, month and state, and of those that go for each organization of their own or of their
 * employee: both of one look at the items. What goes is counted twice rather than by grouping sets, which would keep the work
 * from being shared by several processes; it has no state the second time.
 */
export async function countItems(tx: Tx, client: Client, decision: Decision, horizon: Horizon): Promise<CountRow[]> {
  const goes = sql`item.state >= ${sql.lit(STATES.going)}`
  const { rows } = await sql<CountRow>`${planAnew}
    WITH counted AS MATERIALIZED (
      SELECT CASE WHEN NOT part.is_place THEN item.state END AS state,
        CASE WHEN NOT part.is_place THEN item.type END AS type,
        CASE WHEN NOT part.is_place AND ${goes} THEN date_trunc('month', item.goes_on::timestamp) END AS month,
        CASE WHEN part.is_place THEN item.employee_key END AS employee_key,
        CASE WHEN part.is_place THEN item.organization_keys END AS organization_keys, count(*) AS count
      FROM (${states(client, decision, horizon)}) item
      JOIN (VALUES (false), (true)) AS part (is_place) ON NOT part.is_place OR ${goes}
      GROUP BY 1, 2, 3, 4, 5
    ), placed AS (
      SELECT employee.ancestors, counted.organization_keys, sum(counted.count) AS count
      FROM counted LEFT JOIN employees employee ON employee.client_id = ${client.id} AND employee.key = counted.employee_key
      WHERE counted.state IS NULL GROUP BY 1, 2
    )
    SELECT NULL AS organization, state, type::text, to_char(month, 'YYYY-MM') AS month, count FROM counted WHERE state IS NOT NULL
    UNION ALL
    SELECT organization.code, NULL, NULL, NULL, sum(placed.count)::bigint
    FROM placed
    CROSS JOIN LATERAL (
      SELECT -key AS key FROM unnest(placed.ancestors) AS own (key) WHERE key < 0
      UNION SELECT key FROM unnest(placed.organization_keys) AS own (key)) own
    JOIN organizations organization ON organization.client_id = ${client.id} AND organization.key = own.key
    GROUP BY organization.code`.execute(tx)
  return rows
}

/** Some items that go until the horizon, named as in legal_hold_items. */
export async function listSamples(
  db: Db,
  client: Client,
  decision: Decision,
  { until, most }: Horizon & { most: number },
): Promise<string[]> {
  const { rows } = await sql<{ resource_id: string }>`${planAnew}
    SELECT item.resource_id FROM (${scan(client, decision, { looked: 'all', day: until })}) item
    WHERE item.goes_on <= ${until}::date LIMIT ${most}`.execute(db)
  return rows.map(({ resource_id }) => resource_id)
}

export const typeCodes = statement<{ id: number; code: string }, { client_id: string; ids: number[] }>(`
  SELECT id, code FROM document_types WHERE client_id = $client_id AND id = ANY ($ids::integer[])`)

export const technicalIds = statement<{ technical_id: string }, { client_id: string; keys: string[] }>(`
  SELECT technical_id FROM employees WHERE client_id = $client_id AND key = ANY ($keys::bigint[])`)
