import { type RawBuilder, sql } from 'kysely'
import { AUDIT_ACTIONS } from '#kernel/audit/audit-entry.ts'
import type { Client } from '#kernel/work.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { keysetSql, type ListOrder, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup } from '#platform/db/statement.ts'
import type { AuditFilters } from './schemas.ts'

export type EntryRow = {
  sequence: string
  at: Date
  action: string
  outcome: 'done' | 'refused'
  actor_type: string
  actor_hash: Buffer
  subject_hash: Buffer | null
  resource_type: string | null
  resource_id: string | null
  details: object
  previous_hash: Buffer
  hash: Buffer
  actor_id: string | null
  actor_name: string | null
  actor_address: string | null
  actor_salt: Buffer | null
  subject_type: 'employee' | 'user' | null
  subject_technical_id: string | null
  subject_salt: Buffer | null
}

export const COLUMNS = `entry.sequence, entry.at, entry.action, entry.outcome, entry.actor_type, entry.actor_hash, entry.subject_hash,
  entry.resource_type, entry.resource_id, entry.details, entry.previous_hash, entry.hash, people.actor_id, people.actor_name,
  people.actor_address, people.actor_salt, people.subject_type, people.subject_technical_id, people.subject_salt`

const find = lookup<EntryRow, { client_id: string; sequence: number }>(`
  SELECT ${COLUMNS} FROM audit_entries entry
  LEFT JOIN audit_people people ON people.client_id = $client_id AND people.sequence = entry.sequence
  WHERE entry.client_id = $client_id AND entry.sequence = $sequence`)

export async function findEntry(db: Db, client: Client, sequence: number): Promise<EntryRow | undefined> {
  return (await find(db, { client_id: client.id, sequence }))[0]
}

/** The place in the chain; its column is that of `entry`. */
export const bySequence = (descending: boolean): ListOrder => ({ column: 'sequence', tie: 'sequence', descending })

/** Entries that pass the filters, no further than `upTo`. */
export async function listEntries(
  db: Db,
  { id }: Pick<Client, 'id'>,
  { upTo, ...filters }: AuditFilters & { upTo?: number },
  request: OrderedRequest,
): Promise<EntryRow[]> {
  const { beyond, sequence, limit } = keysetSql('entry', request)
  const ofPeople = peopleConditions(filters)
  const conditions = [sql`entry.client_id = ${id}`, ...beyond, ...entryConditions(filters), ...ofPeople]
  if (upTo !== undefined) conditions.push(sql`entry.sequence <= ${upTo}`)
  // Some actions and people have most of the entries and some have few, so that no plan is good for all.
  const prefix = Object.values(filters).some((one) => one !== undefined) ? CUSTOM_PLAN : ''
  const join = sql.raw(ofPeople.length > 0 ? 'JOIN' : 'LEFT JOIN')
  const { rows } = await sql<EntryRow>`${sql.raw(prefix)}
    SELECT ${sql.raw(COLUMNS)} FROM audit_entries entry
    ${join} audit_people people ON people.client_id = ${id} AND people.sequence = entry.sequence
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

function entryConditions(filters: AuditFilters): RawBuilder<unknown>[] {
  const { action, outcome, actor_type, resource_type, resource_id, at_since, at_until } = filters
  const conditions: RawBuilder<unknown>[] = []
  if (action !== undefined) conditions.push(isAction(action))
  // As the index of those that were refused says it.
  if (outcome === 'refused') conditions.push(sql`entry.outcome = 'refused'`)
  if (outcome === 'done') conditions.push(sql`entry.outcome = 'done'`)
  if (actor_type !== undefined) conditions.push(sql`entry.actor_type = ${actor_type}`)
  if (resource_type !== undefined) conditions.push(sql`entry.resource_type = ${resource_type}`)
  if (resource_id !== undefined) conditions.push(sql`entry.resource_id = ${resource_id}`)
  if (at_since !== undefined) conditions.push(sql`entry.at >= ${new Date(at_since)}`)
  if (at_until !== undefined) conditions.push(sql`entry.at <= ${new Date(at_until)}`)
  return conditions
}

function isAction(action: string): RawBuilder<unknown> {
  if (!action.endsWith('.*')) return sql`entry.action = ${action}`
  const group = AUDIT_ACTIONS.filter((one) => one.startsWith(action.slice(0, -1)))
  return sql`entry.action = ANY (${group}::text[])`
}

function peopleConditions({ actor_id, subject_technical_id }: AuditFilters): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (actor_id !== undefined) conditions.push(sql`people.actor_id = ${actor_id}`)
  if (subject_technical_id !== undefined) conditions.push(sql`people.subject_technical_id = ${subject_technical_id}`)
  return conditions
}
