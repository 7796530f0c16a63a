import { type RawBuilder, sql } from 'kysely'
import type { DisposedFile } from '#kernel/disposer.ts'
import type { HeldType } from '#kernel/legal-hold.ts'
import type { Client } from '#kernel/work.ts'
import { planAnew } from '#modules/governance/policies/decision/compile.ts'
import { type DueItem, dueItems } from '#modules/governance/policies/decision/due-items.ts'
import { decisionOf } from '#modules/governance/policies/decision/load-decision.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { statement } from '#platform/db/statement.ts'
import type { ItemStatus } from './schemas.ts'

/** The rest comes with the next disposal. */
export const MAX_ITEMS = 1_000_000

export type ItemRow = {
  key: string
  id: string
  resource_id: string
  title: string
  /** A day, as text. */
  due_on: string
  status: ItemStatus
  approved_by: string[]
  reason: string | null
  legal_hold_ids: string[]
  files: DisposedFile[]
}

type Ref = { client_id: string; disposal_id: string }

export async function listItems(
  db: Db,
  client: Client,
  { id, status }: { id: string; status: ItemStatus | undefined },
  request: OrderedRequest,
): Promise<ItemRow[]> {
  const { beyond, sequence, limit } = keysetSql('item', request)
  const conditions = [
    sql`item.client_id = ${client.id}`,
    sql`item.disposal_id = ${id}`,
    ...(status ? [sql`item.status = ${status}`] : []),
    ...beyond,
  ]
  const { rows } = await sql<ItemRow>`
    -- Employees are shown by the technical id that they have today.
    SELECT item.key, item.id, CASE WHEN disposal.resource_type = 'employee' THEN coalesce((
        SELECT technical_id FROM employees WHERE client_id = ${client.id} AND key = item.resource_id::bigint), '')
      ELSE item.resource_id END AS resource_id, item.title, item.due_on::text AS due_on, item.status,
      item.approved_by, item.reason, item.legal_hold_ids, item.files
    FROM disposal_items item
    JOIN disposals disposal ON disposal.client_id = item.client_id AND disposal.id = item.disposal_id
      AND disposal.client_id = ${client.id}
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

/** The table of the resources of a type, with how it names and titles them. */
const TITLES: Record<HeldType, { table: string; key: string; title: string }> = {
  employee_document: { table: 'documents', key: 'key', title: 'titled.title' },
  company_document: { table: 'documents', key: 'key', title: 'titled.title' },
  request: { table: 'requests', key: 'id', title: 'titled.subject' },
  signature_process: { table: 'signature_processes', key: 'key', title: 'titled.title' },
  // A text that few may read is no title.
  note: { table: 'notes', key: 'id', title: "''" },
  employee: { table: 'employees', key: 'key', title: "concat_ws(' ', titled.first_name, titled.last_name)" },
}

type Gathering = { id: string; type: HeldType; status: ItemStatus; due: RawBuilder<DueItem> }

/** Writes down what is due, in its order; answers how many that are. */
export async function insertDueItems(tx: Tx, client: Client, { id, type, status, due }: Gathering): Promise<number> {
  const { table, key, title } = TITLES[type]
  const { numAffectedRows } = await sql`${planAnew}
    INSERT INTO disposal_items (client_id, disposal_id, id, resource_key, resource_id, title, due_on, status)
    SELECT ${client.id}, ${id}::uuid, gen_random_uuid(), due.key::text, due.resource_id, ${sql.raw(title)}, due.due_on, ${status}
    FROM (${due}) due JOIN ${sql.table(table)} titled
      ON titled.client_id = ${client.id} AND titled.${sql.ref(key)} = due.key::${sql.raw(type === 'note' ? 'uuid' : 'bigint')}
    ORDER BY due.due_on, due.key`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Whether anything is due that no hold covers. */
export async function hasFreeDueItem(db: Db, client: Client, policyId: string, day: string): Promise<boolean> {
  const decision = await decisionOf(db, client, policyId)
  if (!decision) return false
  const due = dueItems(client, decision, { day, limit: MAX_ITEMS })
  const { rows } = await sql<{ resource_id: string }>`${planAnew}
    SELECT due.resource_id FROM (${due}) due WHERE NOT EXISTS (
      SELECT FROM legal_hold_items covered
      JOIN legal_holds hold ON hold.client_id = ${client.id} AND hold.id = covered.hold_id AND hold.released_at IS NULL
      WHERE covered.client_id = ${client.id} AND covered.resource_type = due.resource_type
        AND covered.resource_id = due.resource_id)
    LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Those of these resources that are there. */
export async function findExisting(tx: Tx, client: Client, type: HeldType, keys: string[]): Promise<Set<string>> {
  const { table, key } = TITLES[type]
  const named = type === 'note' ? sql`${keys}::uuid[]` : sql`${keys}::bigint[]`
  const { rows } = await sql<{ key: string }>`
    SELECT titled.${sql.ref(key)}::text AS key FROM ${sql.table(table)} titled
    WHERE titled.client_id = ${client.id} AND titled.${sql.ref(key)} = ANY (${named})`.execute(tx)
  return new Set(rows.map((row) => row.key))
}

/** Gathered items whose holds keep them. */
export const markHeld = statement<{ count: number }, Ref & { resource_type: string }>(`
  WITH held AS (
    UPDATE disposal_items item SET status = 'held', legal_hold_ids = covering.holds
    FROM (
      SELECT covered.resource_id, array_agg(covered.hold_id::text ORDER BY covered.hold_id) AS holds FROM legal_hold_items covered
      JOIN legal_holds hold ON hold.client_id = $client_id AND hold.id = covered.hold_id AND hold.released_at IS NULL
      WHERE covered.client_id = $client_id AND covered.resource_type = $resource_type
      GROUP BY covered.resource_id
    ) AS covering
    WHERE item.client_id = $client_id AND item.disposal_id = $disposal_id AND item.resource_id = covering.resource_id
    RETURNING item.key
  )
  SELECT count(*)::integer AS count FROM held`)

export const findItems = statement<{ id: string; status: ItemStatus; approved_by: string[] }, Ref & { ids: string[] }>(`
  SELECT id, status, approved_by FROM disposal_items
  WHERE client_id = $client_id AND disposal_id = $disposal_id AND id = ANY ($ids::uuid[])`)

type Approving = Ref & { ids: string[] | null; technical_id: string; needed: number }

/** Approves waiting items once more, and lets those go that have enough. Answers how many, and how many go. */
export const approveItems = statement<{ approved: number; going: number }, Approving>(`
  WITH changed AS (
    UPDATE disposal_items SET approved_by = approved_by || $technical_id::text,
      status = CASE WHEN cardinality(approved_by) + 1 >= $needed::integer THEN 'approved' ELSE status END
    WHERE client_id = $client_id AND disposal_id = $disposal_id AND status = 'waiting'
      AND ($ids::uuid[] IS NULL OR id = ANY ($ids::uuid[])) AND NOT $technical_id::text = ANY (approved_by)
    RETURNING status
  )
  SELECT count(*)::integer AS approved, (count(*) FILTER (WHERE status = 'approved'))::integer AS going FROM changed`)

type Rejecting = Ref & { ids: string[] | null; reason: string; until: string; resource_type: string }

/** Keeps waiting items until a day; what was postponed longer stays so. */
export const rejectItems = statement<{ count: number }, Rejecting>(`
  WITH changed AS (
    UPDATE disposal_items SET status = 'rejected', reason = $reason
    WHERE client_id = $client_id AND disposal_id = $disposal_id AND status = 'waiting'
      AND ($ids::uuid[] IS NULL OR id = ANY ($ids::uuid[]))
    RETURNING resource_id
  ), postponed AS (
    INSERT INTO retention_postponements AS known (client_id, resource_type, resource_id, until)
    SELECT $client_id, $resource_type, resource_id, $until::date FROM changed
    ON CONFLICT (client_id, resource_type, resource_id) DO UPDATE SET until = greatest(known.until, excluded.until)
  )
  SELECT count(*)::integer AS count FROM changed`)

export type ApprovedItem = { key: string; resource_key: string; resource_id: string }

/** The next items to take away, in their order. */
export const nextApproved = statement<ApprovedItem, Ref & { after: string; limit: number }>(`
  SELECT key, resource_key, resource_id FROM disposal_items
  WHERE client_id = $client_id AND disposal_id = $disposal_id AND key > $after AND status = 'approved'
  ORDER BY key LIMIT $limit`)

type Held = { client_id: string; resource_type: string; ids: string[]; document_keys: string[] }

/** The open holds of each of these resources; of documents also those of their notes, which would go with them. */
export const listHolds = statement<{ resource_id: string; holds: string[] }, Held>(`
  SELECT covered.resource_id, array_agg(DISTINCT covered.hold_id::text) AS holds FROM (
    SELECT item.resource_id, item.hold_id FROM legal_hold_items item
    WHERE item.client_id = $client_id AND item.resource_type = $resource_type AND item.resource_id = ANY ($ids)
    UNION ALL
    SELECT document.id::text COLLATE "C", item.hold_id FROM documents document
    JOIN notes note ON note.client_id = $client_id AND note.document_key = document.key
    JOIN legal_hold_items item ON item.client_id = $client_id AND item.resource_type = 'note' AND item.resource_id = note.id::text
    WHERE document.client_id = $client_id AND document.key = ANY ($document_keys::bigint[])
  ) AS covered
  JOIN legal_holds hold ON hold.client_id = $client_id AND hold.id = covered.hold_id AND hold.released_at IS NULL
  GROUP BY covered.resource_id`)

/** Waits for the placing of holds, and keeps others from being placed until the transaction ends. */
export const awaitHolds = statement<never, { client_id: string }>(
  `SELECT pg_advisory_xact_lock_shared(hashtextextended('legal holds ' || $client_id::text, 0))`,
)

/** What became of an item when its turn came. */
export type Outcome = {
  key: string
  status: 'done' | 'held' | 'not_due' | 'gone' | 'failed'
  reason?: string
  holds?: string[]
  files?: DisposedFile[]
}

type KeyRange = { first: string | undefined; last: string | undefined }
const rangeOf = (items: readonly { key: string }[]): KeyRange => ({ first: items[0]?.key, last: items.at(-1)?.key })

/** So few items that all need not be read for them, which the planner does not know. */
const IN_RANGE = `item.client_id = $client_id AND item.disposal_id = $disposal_id
    AND item.key >= $first::bigint AND item.key <= $last::bigint`

const nameEmployee = statement<never, Ref & { key: string; core_uuid: string }>(`
  UPDATE disposal_items SET core_uuid = $core_uuid::uuid
  WHERE client_id = $client_id AND disposal_id = $disposal_id AND key = $key`)

/** How the certificate names an employee who is gone. */
export const storeCoreUuid = (
  tx: Tx,
  client: Client,
  item: Omit<Ref, 'client_id'> & { key: string; core_uuid: string },
) => nameEmployee(tx, { ...item, client_id: client.id })

/** What was destroyed keeps no title, which may name a person. */
const recordDone = statement<never, Ref & KeyRange & { done: string; now: Date; is_destroyed: boolean }>(`
  UPDATE disposal_items item SET status = 'done', title = CASE WHEN $is_destroyed THEN '' ELSE item.title END,
    files = done.files, disposed_at = $now::timestamptz
  FROM json_to_recordset($done::json) AS done (key bigint, files json)
  WHERE ${IN_RANGE} AND item.key = done.key`)

const recordStayed = statement<never, Ref & KeyRange & { stayed: string }>(`
  UPDATE disposal_items item SET status = stayed.status, reason = stayed.reason,
    legal_hold_ids = ARRAY(SELECT json_array_elements_text(stayed.holds))
  FROM json_to_recordset($stayed::json) AS stayed (key bigint, status text, reason text, holds json)
  WHERE ${IN_RANGE} AND item.key = stayed.key`)

type Recorded = { id: string; outcomes: readonly Outcome[]; now: Date; isDestroyed: boolean }

export async function recordOutcomes(
  tx: Tx,
  client: Client,
  { id, outcomes, now, isDestroyed }: Recorded,
): Promise<void> {
  const asked = { client_id: client.id, disposal_id: id }
  const [done, stayed] = [outcomes.filter(isDone), outcomes.filter((one) => !isDone(one))]
  if (done.length > 0) {
    const rows = JSON.stringify(done.map(({ key, files = [] }) => ({ key, files })))
    await recordDone(tx, { ...asked, done: rows, now, is_destroyed: isDestroyed, ...rangeOf(done) })
  }
  if (stayed.length > 0) {
    const rows = JSON.stringify(
      stayed.map(({ key, status, reason = null, holds = [] }) => ({ key, status, reason, holds })),
    )
    await recordStayed(tx, { ...asked, stayed: rows, ...rangeOf(stayed) })
  }
}

const isDone = ({ status }: Outcome) => status === 'done'

/** Once its files were looked after, one without an outcome is removed: only what was kept says so. */
export type DisposedFiles = { key: string; files: (DisposedFile & { outcome?: FileOutcome })[] }
export type FileOutcome = 'removed' | 'in_vault' | 'shared'

/** The next items that went with files, in their order. */
export const nextWithFiles = statement<DisposedFiles, Ref & { after: string; limit: number }>(`
  SELECT key, files FROM disposal_items
  WHERE client_id = $client_id AND disposal_id = $disposal_id AND key > $after AND status = 'done'
  ORDER BY key LIMIT $limit`)

const recordFileOutcomes = statement<never, Ref & KeyRange & { items: string }>(`
  UPDATE disposal_items item SET files = kept.files
  FROM json_to_recordset($items::json) AS kept (key bigint, files json)
  WHERE ${IN_RANGE} AND item.key = kept.key`)

export async function storeFileOutcomes(tx: Tx, client: Client, id: string, items: DisposedFiles[]): Promise<void> {
  await recordFileOutcomes(tx, {
    client_id: client.id,
    disposal_id: id,
    items: JSON.stringify(items),
    ...rangeOf(items),
  })
}

/** Those of these files that vaults of the client hold. */
export const listInVaults = statement<{ sha256: string }, { client_id: string; sha256s: string[] }>(`
  SELECT DISTINCT sha256 FROM vault_documents WHERE client_id = $client_id AND sha256 = ANY ($sha256s)`)

/** An item as the certificate has it. */
export type CertifiedRow = {
  key: string
  /** Of employees the core_uuid. */
  resource_id: string
  due_on: string
  status: ItemStatus
  legal_hold_ids: string[]
  files: (DisposedFile & { outcome?: FileOutcome })[]
  disposed_at: Date | null
}

/** Items in their order, from the one behind this on: those that went, or those that were kept. */
export const listCertified = statement<CertifiedRow, Ref & { after: string; statuses: string[]; limit: number }>(`
  SELECT item.key, item.due_on::text AS due_on, item.status, item.legal_hold_ids, item.files, item.disposed_at,
    CASE WHEN disposal.resource_type = 'employee' THEN coalesce(item.core_uuid::text, (
      SELECT core_uuid::text FROM employees WHERE client_id = $client_id AND key = item.resource_id::bigint), '')
    ELSE item.resource_id END AS resource_id
  FROM disposal_items item
  JOIN disposals disposal ON disposal.client_id = $client_id AND disposal.id = item.disposal_id
  WHERE item.client_id = $client_id AND item.disposal_id = $disposal_id AND item.key > $after
    AND item.status = ANY ($statuses)
  ORDER BY item.key LIMIT $limit`)
