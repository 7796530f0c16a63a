import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { type Decision, planAnew, scan } from '#modules/governance/policies/decision/compile.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

/** The days that a simulation looks at. */
export type Horizon = { today: string; until: string }

/** How many items are alike. */
export type CountRow = {
  decides: boolean
  has_date: boolean
  /** The month in which they go, null beyond the horizon and for those that another policy decides. */
  month: string | null
  is_due: boolean
  document_type_id: number | null
  form_code: string | null
  count: string
}

/** How many items there are for each type, month and state. */
export async function countByMonth(
  db: Db,
  client: Client,
  decision: Decision,
  { today, until }: Horizon,
): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`${planAnew}
    SELECT counted.decides, counted.has_date, counted.document_type_id, counted.form_code,
      coalesce(counted.day <= ${today}::date, false) AS is_due, to_char(counted.day, 'YYYY-MM') AS month,
      sum(counted.count)::bigint AS count
    FROM (
      SELECT item.decides, item.due_on IS NOT NULL AS has_date, item.document_type_id, item.form_code,
        CASE WHEN item.decides AND item.goes_on <= ${until}::date THEN item.goes_on END AS day, count(*) AS count
      FROM (${scan(client, decision, { looked: 'all' })}) item GROUP BY 1, 2, 3, 4, 5) counted
    GROUP BY 1, 2, 3, 4, 5, 6`.execute(db)
  return rows
}

/** Items that lie in the same organizations; those of the employee are the negative ancestors. */
export type PlaceRow = { ancestors: number[] | null; organization_keys: number[]; count: string }

/** How many items go until the horizon, by where they belong. */
export async function countByPlace(
  db: Db,
  client: Client,
  decision: Decision,
  { until }: Horizon,
): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`${planAnew}
    SELECT item.ancestors, item.organization_keys, count(*) AS count
    FROM (${scan(client, decision, { looked: 'all', day: until })}) item
    WHERE item.decides AND item.goes_on <= ${until}::date GROUP BY 1, 2`.execute(db)
  return rows
}

/** How many items that are under legal hold would go until the horizon. */
export async function countHeld(db: Db, client: Client, decision: Decision, { until }: Horizon): Promise<number> {
  const { rows } = await sql<{ count: string }>`${planAnew}
    SELECT count(*) AS count FROM (${scan(client, decision, { looked: 'held', day: until })}) item
    WHERE item.decides AND item.goes_on <= ${until}::date`.execute(db)
  return Number(rows[0]?.count ?? 0)
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
    WHERE item.decides AND item.goes_on <= ${until}::date LIMIT ${most}`.execute(db)
  return rows.map(({ resource_id }) => resource_id)
}

export const typeCodes = statement<{ id: number; code: string }, { client_id: string; ids: number[] }>(`
  SELECT id, code FROM document_types WHERE client_id = $client_id AND id = ANY ($ids::integer[])`)

export const organizationCodes = statement<{ key: number; code: string }, { client_id: string; keys: number[] }>(`
  SELECT key, code FROM organizations WHERE client_id = $client_id AND key = ANY ($keys::integer[])`)

export const technicalIds = statement<{ technical_id: string }, { client_id: string; keys: string[] }>(`
  SELECT technical_id FROM employees WHERE client_id = $client_id AND key = ANY ($keys::bigint[])`)
