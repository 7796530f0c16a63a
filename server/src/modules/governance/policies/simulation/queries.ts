import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { type Decision, planAnew, scan } from '#modules/governance/policies/decision/compile.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { Horizon } from './horizon.ts'

/** How many items are alike. Either by when they go, or by where they belong. */
export type CountRow = {
  is_place: boolean
  decides: boolean | null
  has_date: boolean | null
  /** The month in which they go, null beyond the horizon and for those that another policy decides. */
  month: string | null
  is_due: boolean
  document_type_id: number | null
  form_code: string | null
  /** Where they belong, of those that go until the horizon; the organizations of the employee are the negative ancestors. */
  ancestors: number[] | null
  organization_keys: number[] | null
  count: string
}

/** For counting many items without files on the disk. */
export const raiseWorkMemory = statement<never>(`${CUSTOM_PLAN} SET LOCAL work_mem = '64MB'`)

/** How many items there are for each type, month and state, and for each place: both of one look at the items. */
export async function countItems(
  tx: Tx,
  client: Client,
  decision: Decision,
  { today, until }: Horizon,
): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`${planAnew}
    SELECT counted.is_place, counted.decides, counted.has_date, counted.document_type_id, counted.form_code, counted.ancestors,
      counted.organization_keys, coalesce(counted.day <= ${today}::date, false) AS is_due,
      to_char(counted.day, 'YYYY-MM') AS month, sum(counted.count)::bigint AS count
    FROM (
      SELECT grouping(looked.decides) = 1 AS is_place, looked.decides, looked.has_date, looked.document_type_id, looked.form_code,
        looked.ancestors, looked.organization_keys, looked.day, looked.stays, count(*) AS count
      FROM (
        SELECT item.decides, item.due_on IS NOT NULL AS has_date, item.document_type_id, item.form_code, item.ancestors,
          item.organization_keys, coalesce(NOT item.decides OR item.goes_on > ${until}::date, true) AS stays,
          CASE WHEN item.decides AND item.goes_on <= ${until}::date THEN item.goes_on END AS day
        FROM (${scan(client, decision, { looked: 'all' })}) item) looked
      GROUP BY GROUPING SETS (
        (looked.decides, looked.has_date, looked.document_type_id, looked.form_code, looked.day),
        (looked.ancestors, looked.organization_keys, looked.stays))) counted
    WHERE NOT coalesce(counted.is_place AND counted.stays, false)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(tx)
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
