import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { CUSTOM_PLAN } from '#platform/db/connections/preparing-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { keysetSql, type ListOrder, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup } from '#platform/db/statement.ts'
import { entryConditions, indexRuns, NARROW_FILTERS, type NarrowFilter } from './index-runs.ts'
import { findPeriod } from './period.ts'
import type { AuditFilters } from './schemas.ts'

/** So many entries are soon looked through. */
const FEW = 1000

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
  const { beyond, sequence, limit } = keysetSql('place', request)
  const period = await periodOf(db, id, filters)
  if (!period) return []
  if (upTo !== undefined) beyond.push(sql`place.sequence <= ${upTo}`)
  const { table, runs, conditions } = indexRuns(id, filters, await narrowest(db, id, filters)) ?? {
    table: 'audit_entries',
    runs: sql`(SELECT true) AS run`,
    conditions: entryConditions(id, 'place', filters),
  }
  const wanted = [sql`place.client_id = ${id}`, ...conditions, ...beyond, ...period]
  // A page may be of a run that most entries are in, or of many that have few.
  const { rows } = await sql<EntryRow>`${sql.raw(CUSTOM_PLAN)}
    SELECT ${sql.raw(COLUMNS)} FROM (
      SELECT place.sequence FROM ${runs} CROSS JOIN LATERAL (
        SELECT place.sequence FROM ${sql.table(table)} AS place
        WHERE ${sql.join(wanted, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}) AS place
      ORDER BY ${sequence} LIMIT ${limit}
    ) AS place
    JOIN audit_entries entry ON entry.client_id = ${id} AND entry.sequence = place.sequence
    LEFT JOIN audit_people people ON people.client_id = ${id} AND people.sequence = place.sequence
    ORDER BY ${sequence}`.execute(db)
  return rows
}

/** Where in the chain a period lies; undefined if nothing was recorded in it. */
async function periodOf(db: Db, clientId: string, { at_since, at_until }: AuditFilters) {
  if (at_since === undefined && at_until === undefined) return []
  const momentOf = (text: string | undefined) => (text === undefined ? null : new Date(text))
  const [found] = await findPeriod(db, { client_id: clientId, since: momentOf(at_since), until: momentOf(at_until) })
  if (found?.after == null || found.until === null) return undefined
  return [sql`place.sequence > ${found.after}`, sql`place.sequence <= ${found.until}`]
}

/** Of the filters that find few entries, the one that does; the first of them if none does. */
async function narrowest(db: Db, clientId: string, filters: AuditFilters): Promise<NarrowFilter | undefined> {
  const given = NARROW_FILTERS.filter((name) => filters[name] !== undefined)
  if (given.length < 2) return given[0]
  for (const name of given) {
    const table = name === 'resource_id' ? 'audit_entries' : 'audit_people'
    const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM (
      SELECT FROM ${sql.table(table)} AS place WHERE place.client_id = ${clientId} AND ${sql.ref(`place.${name}`)} = ${filters[name]}
      ORDER BY place.action LIMIT ${FEW}) AS counted`.execute(db)
    if ((rows[0]?.count ?? 0) < FEW) return name
  }
  return given[0]
}
