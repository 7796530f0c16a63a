import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { keysetSql, type ListOrder, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import type { ApiKeyRow, ApplicationRow } from './queries.ts'

export const APPLICATIONS_BY_ID: ListOrder = { column: 'id', tie: 'id', descending: false }
export const KEYS_BY_NAME: ListOrder = { column: 'name', tie: 'name', descending: false }

type Asked = { client: Client; revoked: boolean; request: OrderedRequest }

export async function listApplications(db: Db, { client, revoked, request }: Asked): Promise<ApplicationRow[]> {
  const { beyond, sequence, limit } = keysetSql('applications', request)
  const wanted = sql.join([sql`client_id = ${client.id}`, isRevoked(revoked), ...beyond], sql` AND `)
  const { rows } = await sql<ApplicationRow>`
    SELECT * FROM applications WHERE ${wanted} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

export async function listApiKeys(db: Db, { client, revoked, request }: Asked): Promise<ApiKeyRow[]> {
  const { beyond, sequence, limit } = keysetSql('api_keys', request)
  const wanted = sql.join([sql`client_id = ${client.id}`, isRevoked(revoked), ...beyond], sql` AND `)
  const { rows } = await sql<ApiKeyRow>`
    SELECT * FROM api_keys WHERE ${wanted} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

function isRevoked(revoked: boolean) {
  return revoked ? sql`revoked_at IS NOT NULL` : sql`revoked_at IS NULL`
}
