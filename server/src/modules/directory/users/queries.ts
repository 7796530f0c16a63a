import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { AccessRestriction } from '#modules/directory/perimeter/access-restrictions.ts'
import { managersCovering } from '#modules/directory/perimeter/perimeter.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { containing } from '#platform/db/like.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, ofClient, statement } from '#platform/db/statement.ts'
import type { ListUsersQuery, Profile } from './schemas.ts'

export type UserRow = {
  key: string
  technical_id: string
  first_name: string
  last_name: string
  email: string
  language: string | null
  profiles: Profile[]
  sort_name: string
  created_at: Date
  updated_at: Date
}

/** The access restrictions of `profile` with the codes of the document types. */
export const RESTRICTIONS = `(
  SELECT coalesce(json_agg(json_build_object('document_type_code', type.code, 'filter_code', restriction.filter_code,
    'values', restriction."values") ORDER BY ordinality), '[]')
  FROM ROWS FROM (jsonb_to_recordset(profile.access_restrictions)
    AS (document_type_id integer, filter_code text, "values" jsonb)) WITH ORDINALITY AS restriction
  JOIN document_types type ON type.client_id = $client_id AND type.id = restriction.document_type_id)`

const SELECT = `
  SELECT manager.key, manager.technical_id, manager.first_name, manager.last_name, manager.email, manager.language,
    manager.sort_name, manager.created_at, manager.updated_at,
    (SELECT coalesce(json_agg(json_build_object('role', profile.role, 'organizations', (
        SELECT coalesce(json_agg(organization.code ORDER BY named.rank), '[]') FROM profile_organizations named
        JOIN organizations organization
          ON organization.client_id = named.client_id AND organization.key = named.organization_key
        WHERE named.client_id = $client_id AND named.user_key = profile.user_key
          AND named.position = profile.position
      ), 'include_below', profile.include_below, 'access_restrictions', ${RESTRICTIONS}) ORDER BY profile.position), '[]')
     FROM profiles profile WHERE profile.client_id = $client_id AND profile.user_key = manager.key) AS profiles
  FROM users manager`

const find = lookup<UserRow, { client_id: string; technical_id: string }>(
  `${SELECT} WHERE manager.client_id = $client_id AND manager.technical_id = $technical_id`,
)

export async function findUser(db: Db, client: Client, technicalId: string): Promise<UserRow | undefined> {
  return (await find(db, { client_id: client.id, technical_id: technicalId }))[0]
}

const lockKeys = statement<{ key: string; technical_id: string }, { client_id: string; technical_ids: string[] }>(`
  SELECT key, technical_id FROM users WHERE client_id = $client_id AND technical_id = ANY ($technical_ids) ORDER BY key FOR KEY SHARE`)

/**
 * The keys of the existing ones of these managers, by technical id; they are locked against deletion until the
 * transaction ends.
 */
export async function lockUserKeys(tx: Tx, client: Client, technicalIds: string[]): Promise<Map<string, string>> {
  return new Map(
    (await lockKeys(tx, { client_id: client.id, technical_ids: technicalIds })).map((row) => [
      row.technical_id,
      row.key,
    ]),
  )
}

const known = statement<{ technical_id: string }, { client_id: string; technical_ids: string[] }>(`
  SELECT technical_id FROM users WHERE client_id = $client_id AND technical_id = ANY ($technical_ids)`)

/** Those of these managers that there are. */
export async function listKnownManagers(db: Db, client: Client, technicalIds: string[]): Promise<Set<string>> {
  return new Set(
    (await known(db, { client_id: client.id, technical_ids: technicalIds })).map((row) => row.technical_id),
  )
}

const lock = statement<{ key: string }, { client_id: string; technical_id: string }>(`
  SELECT key FROM users WHERE client_id = $client_id AND technical_id = $technical_id FOR UPDATE`)

/** Like findUser, and locks the manager until the transaction ends. */
export async function lockUser(tx: Tx, client: Client, technicalId: string): Promise<UserRow | undefined> {
  const [locked] = await lock(tx, { client_id: client.id, technical_id: technicalId })
  // A second statement, so that it sees what the last holder of the lock committed.
  return locked && findUser(tx, client, technicalId)
}

export type WrittenUser = Omit<UserRow, 'key' | 'profiles' | 'created_at' | 'updated_at'> & { search_text: string }

/** Inserts a manager without profiles; nothing comes back when the id is taken. */
export async function insertUser(tx: Tx, client: Client, user: WrittenUser, now: Date): Promise<string | undefined> {
  const made = await tx
    .insertInto('users')
    .values({ client_id: client.id, ...user, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['client_id', 'technical_id']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return made?.key
}

type ChangedUser = { key: string; user: WrittenUser; now: Date }

export async function updateUser(tx: Tx, client: Client, { key, user, now }: ChangedUser): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...user, updated_at: now })
    .where('client_id', '=', client.id)
    .where('key', '=', key)
    .execute()
}

export type WrittenProfile = {
  role: string
  include_below: boolean
  organization_keys: number[]
  access_restrictions: AccessRestriction[]
}

const deleteProfiles = statement<never, { client_id: string; user_key: string }>(
  'DELETE FROM profiles WHERE client_id = $client_id AND user_key = $user_key',
)
const insertProfiles = statement<never, { client_id: string; user_key: string; profiles: string }>(`
  WITH given AS (
    SELECT ordinality - 1 AS position, role, include_below, organization_keys, access_restrictions
    FROM ROWS FROM (json_to_recordset($profiles::json)
      AS (role text, include_below boolean, organization_keys integer[], access_restrictions jsonb)) WITH ORDINALITY
  ), made AS (
    INSERT INTO profiles (client_id, user_key, position, role, include_below, organization_keys, access_restrictions)
    SELECT $client_id::text, $user_key::bigint, position, role, include_below, organization_keys, access_restrictions FROM given
  ), placed AS (
  INSERT INTO profile_organizations (client_id, user_key, position, rank, organization_key)
  SELECT $client_id::text, $user_key::bigint, given.position, named.rank, abs(named.organization_key)
  FROM given, unnest(given.organization_keys) WITH ORDINALITY AS named (organization_key, rank)
  )
  SELECT`)

export async function replaceProfiles(tx: Tx, client: Client, key: string, profiles: WrittenProfile[]): Promise<void> {
  await deleteProfiles(tx, { client_id: client.id, user_key: key })
  if (profiles.length > 0)
    await insertProfiles(tx, { client_id: client.id, user_key: key, profiles: JSON.stringify(profiles) })
}

const remove = statement<never, { client_id: string; key: string }>(
  'DELETE FROM users WHERE client_id = $client_id AND key = $key',
)

export async function deleteUserRow(tx: Tx, client: Client, key: string): Promise<void> {
  await remove(tx, { client_id: client.id, key })
}

export async function listUsers(
  db: Db,
  client: Client,
  filters: ListUsersQuery,
  request: OrderedRequest,
): Promise<UserRow[]> {
  const { beyond, sequence, limit } = keysetSql('manager', request)
  const conditions = [sql`manager.client_id = ${client.id}`, ...beyond]
  const { q, email, role, organization_code, sees_technical_id, updated_at_since } = filters
  if (q !== undefined) conditions.push(sql`manager.search_text LIKE ${containing(q)}`)
  if (email !== undefined) conditions.push(sql`lower(manager.email) = lower(${email})`)
  if (updated_at_since !== undefined) conditions.push(sql`manager.updated_at >= ${updated_at_since}`)
  if (role !== undefined) {
    conditions.push(
      sql`manager.key IN (SELECT user_key FROM profiles WHERE client_id = ${client.id} AND role = ${role})`,
    )
  }
  if (organization_code !== undefined) {
    conditions.push(sql`manager.key IN (
      SELECT named.user_key FROM profile_organizations named JOIN organizations organization
        ON organization.client_id = named.client_id AND organization.key = named.organization_key
      WHERE named.client_id = ${client.id} AND organization.code = ${organization_code})`)
  }
  if (sees_technical_id !== undefined) {
    const ancestors = sql`(SELECT ancestors FROM employees
      WHERE client_id = ${client.id} AND technical_id = ${sees_technical_id} AND deleted_at IS NULL)`
    conditions.push(sql`manager.key IN (${managersCovering(client, ancestors, 'employees:read')})`)
  }
  const { rows } = await sql<UserRow>`
    ${ofClient(SELECT, client)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(
    db,
  )
  return rows
}
