import { type RawBuilder, sql } from 'kysely'
import type { HeldType } from '#kernel/legal-hold.ts'
import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, ofClient, parametersFor, statement } from '#platform/db/statement.ts'
import { isUuid } from '#platform/uuid.ts'
import type { HoldActor, LegalHoldItem, ListLegalHoldsQuery, ScopeInput } from './schemas.ts'

/** What a hold covers, by keys; null where the scope does not say. */
export type HoldCriteria = {
  employee_keys: string[] | null
  document_keys: string[] | null
  document_type_ids: number[] | null
  /** Negative where it is the organization without those below. */
  organization_keys: number[] | null
  date_since: string | null
  date_until: string | null
  resource_types: HeldType[]
}

export type LegalHoldRow = {
  id: string
  kind: 'matter' | 'document'
  name: string
  reason: string
  reference: string | null
  scope: ScopeInput
  document_id: string | null
  document_kind: string | null
  created_by: HoldActor
  created_at: Date
  released_by: HoldActor | null
  released_at: Date | null
  release_reason: string | null
  counts: Record<string, number>
}

const selectWith = (counts: string) => `
  SELECT hold.id, hold.kind, hold.name, hold.reason, hold.reference, hold.scope, hold.document_id, hold.document_kind,
    hold.created_by, hold.created_at, hold.released_by, hold.released_at, hold.release_reason,
    (SELECT coalesce(json_object_agg(of_type.resource_type, of_type.count), '{}') FROM (${counts}) AS of_type) AS counts
  FROM legal_holds hold`

const SELECT = selectWith(`
  SELECT resource_type, count(*) FROM legal_hold_items item
  WHERE item.client_id = $client_id AND item.hold_id = hold.id GROUP BY resource_type`)

/** In lists, more than this of a type are counted as one more: a page of large holds would count millions. */
const MAX_LISTED = 1000

const LISTED = selectWith(`
  SELECT type.resource_type, (SELECT count(*) FROM (
      SELECT FROM legal_hold_items item WHERE item.client_id = $client_id AND item.hold_id = hold.id
        AND item.resource_type = type.resource_type LIMIT ${MAX_LISTED + 1}) AS counted) AS count
  FROM (SELECT DISTINCT unnest(hold.resource_types) AS resource_type) AS type
  WHERE EXISTS (SELECT FROM legal_hold_items item WHERE item.client_id = $client_id AND item.hold_id = hold.id
    AND item.resource_type = type.resource_type)`)

const find = lookup<LegalHoldRow, { client_id: string; id: string }>(
  `${SELECT} WHERE hold.client_id = $client_id AND hold.id = $id::uuid`,
)

export async function findLegalHold(db: Db, client: Client, id: string): Promise<LegalHoldRow | undefined> {
  return isUuid(id) ? (await find(db, { client_id: client.id, id }))[0] : undefined
}

const lock = statement<{ id: string }, { client_id: string; id: string }>(`
  SELECT id FROM legal_holds WHERE client_id = $client_id AND id = $id::uuid FOR NO KEY UPDATE`)

/** Like findLegalHold, and locks the hold against other changes until the transaction ends. */
export async function lockLegalHold(tx: Tx, client: Client, id: string): Promise<LegalHoldRow | undefined> {
  if (!isUuid(id)) return undefined
  await lock(tx, { client_id: client.id, id })
  return findLegalHold(tx, client, id)
}

export async function listLegalHolds(
  db: Db,
  client: Client,
  { status = 'open', q, employee_technical_id, document_id }: ListLegalHoldsQuery,
  request: OrderedRequest,
): Promise<LegalHoldRow[]> {
  const { beyond, sequence, limit } = keysetSql('hold', request)
  const conditions = [sql`hold.client_id = ${client.id}`, ...beyond]
  if (status !== 'all') conditions.push(sql`hold.released_at IS ${sql.raw(status === 'open' ? 'NULL' : 'NOT NULL')}`)
  if (q !== undefined) conditions.push(sql`hold.search_text LIKE ${containing(q)}`)
  if (employee_technical_id !== undefined) conditions.push(coversEmployee(client, employee_technical_id))
  if (document_id !== undefined) conditions.push(coversDocument(client, document_id))
  const { rows } = await sql<LegalHoldRow>`
    ${ofClient(LISTED, client)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(
    db,
  )
  return rows
}

function coversEmployee({ id }: Client, technicalId: string): RawBuilder<unknown> {
  return sql`EXISTS (
    SELECT FROM employees employee WHERE employee.client_id = ${id} AND employee.technical_id = ${technicalId}
      AND (employee.key = ANY (hold.employee_keys) OR EXISTS (
        SELECT FROM legal_hold_items item WHERE item.client_id = ${id} AND item.resource_type = 'employee'
          AND item.resource_id = employee.key::text AND item.hold_id = hold.id)))`
}

function coversDocument({ id }: Client, documentId: string): RawBuilder<unknown> {
  return sql`hold.id IN (
    SELECT item.hold_id FROM legal_hold_items item
    WHERE item.client_id = ${id} AND item.resource_type IN ('employee_document', 'company_document')
      AND item.resource_id = ${documentId.toLowerCase()})`
}

/** Those that are open, or one more than `most`. */
const countOpen = statement<{ count: number }, { client_id: string; most: number }>(`
  SELECT count(*)::integer AS count FROM (
    SELECT FROM legal_holds WHERE client_id = $client_id AND released_at IS NULL LIMIT $most::integer + 1) AS counted`)

export async function countOpenHolds(tx: Tx, client: Client, most: number): Promise<number> {
  return (await countOpen(tx, { client_id: client.id, most }))[0]?.count ?? 0
}

const INSERTED = [
  'id',
  'kind',
  'name',
  'reason',
  'reference',
  'scope',
  'resource_types',
  'employee_keys',
  'document_keys',
  'document_type_ids',
  'organization_keys',
  'date_since',
  'date_until',
  'document_id',
  'document_kind',
  'created_by',
  'created_at',
  'search_text',
]

export type NewLegalHold = Omit<LegalHoldRow, 'counts' | 'released_by' | 'released_at' | 'release_reason'> &
  HoldCriteria & { search_text: string }
type Written = Omit<NewLegalHold, 'scope' | 'created_by'> & { scope: string; created_by: string; client_id: string }

const insert = statement<never, Written>(`
  INSERT INTO legal_holds (client_id, ${INSERTED.join(', ')}) VALUES ($client_id, ${parametersFor(INSERTED)})`)

export async function insertLegalHold(tx: Tx, client: Client, hold: NewLegalHold): Promise<void> {
  const { scope, created_by } = hold
  await insert(tx, {
    ...hold,
    client_id: client.id,
    scope: JSON.stringify(scope),
    created_by: JSON.stringify(created_by),
  })
}

const COVERED = ['documents', 'notes', 'requests', 'signature_processes', 'employees']

const cover = statement<never, { client_id: string; id: string; now: Date }>(`
  INSERT INTO legal_hold_items (client_id, resource_type, resource_id, hold_id, covered_at)
  SELECT client_id, resource_type, resource_id, hold_id, $now FROM (
    ${COVERED.map(
      (table) => `SELECT client_id, resource_type, resource_id, hold_id FROM ${table}_fitting_legal_holds
    WHERE client_id = $client_id AND hold_id = $id`,
    ).join(' UNION ALL ')}
  ) AS fitting`)

/** Records what a hold covers at this moment. */
export async function coverFitting(tx: Tx, client: Client, id: string, now: Date): Promise<void> {
  await cover(tx, { client_id: client.id, id, now })
}

const FITTING = (columns: string, end = '') =>
  COVERED.map(
    (table) => `(SELECT ${columns} FROM ${table}_fitting_legal_holds fitting
      WHERE fitting.client_id = $client_id AND fitting.hold_id = $id ${end})`,
  ).join(' UNION ALL ')

const count = statement<{ resource_type: HeldType; count: number }, { client_id: string; id: string }>(`
  SELECT resource_type, count(*)::integer AS count FROM (${FITTING('fitting.resource_type')}) AS fitting GROUP BY resource_type`)

/** How much fits an open hold at this moment, by type. */
export async function countFitting(tx: Tx, client: Client, id: string): Promise<Record<string, number>> {
  const counted = await count(tx, { client_id: client.id, id })
  return Object.fromEntries(counted.map((row) => [row.resource_type, row.count]))
}

const sample = statement<ResourceOfHold, { client_id: string; id: string; most: number }>(`
  SELECT resource_type, CASE resource_type WHEN 'employee' THEN (
      SELECT technical_id FROM employees WHERE client_id = $client_id AND key = fitting.resource_id::bigint)
    ELSE resource_id END AS resource_id
  FROM (${FITTING('fitting.resource_type, fitting.resource_id', 'LIMIT $most::integer')}) AS fitting`)

/** Some of what fits an open hold at this moment, of each type. */
export async function sampleFitting(
  tx: Tx,
  client: Client,
  { id, most }: { id: string; most: number },
): Promise<ResourceOfHold[]> {
  return sample(tx, { client_id: client.id, id, most })
}

const describe = statement<
  never,
  { client_id: string; id: string; name: string; reason: string; reference: string | null; search_text: string }
>(`
  UPDATE legal_holds SET name = $name, reason = $reason, reference = $reference, search_text = $search_text
  WHERE client_id = $client_id AND id = $id`)

export async function describeLegalHold(
  tx: Tx,
  client: Client,
  hold: Pick<LegalHoldRow, 'id' | 'name' | 'reason' | 'reference'> & { search_text: string },
): Promise<void> {
  const { id, name, reason, reference, search_text } = hold
  await describe(tx, { client_id: client.id, id, name, reason, reference, search_text })
}

const release = statement<
  never,
  { client_id: string; id: string; released_by: string; released_at: Date; release_reason: string }
>(`
  UPDATE legal_holds SET released_by = $released_by, released_at = $released_at, release_reason = $release_reason
  WHERE client_id = $client_id AND id = $id`)

export async function storeRelease(
  tx: Tx,
  client: Client,
  id: string,
  { by, at, reason }: { by: HoldActor; at: Date; reason: string },
): Promise<void> {
  await release(tx, {
    client_id: client.id,
    id,
    released_by: JSON.stringify(by),
    released_at: at,
    release_reason: reason,
  })
}

/** The open holds of a document. */
export const listHoldsOfDocument = statement<
  Pick<LegalHoldRow, 'id' | 'kind'>,
  { client_id: string; type: string; id: string }
>(`
  SELECT hold.id, hold.kind FROM legal_hold_items item
  JOIN legal_holds hold ON hold.client_id = $client_id AND hold.id = item.hold_id AND hold.released_at IS NULL
  WHERE item.client_id = $client_id AND item.resource_type = $type AND item.resource_id = $id`)

export type ResourceOfHold = Pick<LegalHoldItem, 'resource_type' | 'resource_id'>
export type ItemRow = Omit<LegalHoldItem, 'covered_at'> & { key: string; covered_at: Date }

export async function listItems(
  db: Db,
  client: Client,
  { id, resource_type }: { id: string; resource_type: HeldType | undefined },
  request: OrderedRequest,
): Promise<ItemRow[]> {
  const { beyond, sequence, limit } = keysetSql('item', request)
  const conditions = [
    sql`item.client_id = ${client.id}`,
    sql`item.hold_id = ${id}`,
    ...(resource_type ? [sql`item.resource_type = ${resource_type}`] : []),
    ...beyond,
  ]
  const { rows } = await sql<ItemRow>`
    SELECT item.key, item.resource_type, item.covered_at, CASE item.resource_type WHEN 'employee' THEN coalesce((
        SELECT technical_id FROM employees WHERE client_id = ${client.id} AND key = item.resource_id::bigint), '')
      ELSE item.resource_id END AS resource_id
    FROM legal_hold_items item WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(
    db,
  )
  return rows
}
