import type { Selectable } from 'kysely'
import type { ApiKeysTable, ApplicationsTable } from '#kernel/tables.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'
import { invalid } from '#platform/problem.ts'

export type ApplicationRow = Selectable<ApplicationsTable>
export type ApiKeyRow = Selectable<ApiKeysTable>

/** The applications of this id that still count, one for each client that issued it. */
export function listApplicationsById(db: Db, id: string): Promise<ApplicationRow[]> {
  return db.selectFrom('applications').selectAll().where('id', '=', id).where('revoked_at', 'is', null).execute()
}

export function findApplication(db: Db, clientId: string, id: string): Promise<ApplicationRow | undefined> {
  return db
    .selectFrom('applications')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Like findApplication, and locks it until the transaction ends. */
export function lockApplication(tx: Tx, clientId: string, id: string): Promise<ApplicationRow | undefined> {
  return tx
    .selectFrom('applications')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function upsertApplication(tx: Tx, row: ApplicationRow): Promise<void> {
  const { client_id, id, created_at, last_used_at, ...changes } = row
  await tx
    .insertInto('applications')
    .values(row)
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doUpdateSet(changes))
    .execute()
}

export function findApiKey(db: Db, clientId: string, name: string): Promise<ApiKeyRow | undefined> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('name', '=', name)
    .executeTakeFirst()
}

/** Like findApiKey, and locks it until the transaction ends. */
export function lockApiKey(tx: Tx, clientId: string, name: string): Promise<ApiKeyRow | undefined> {
  return tx
    .selectFrom('api_keys')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
}

export async function upsertApiKey(tx: Tx, row: ApiKeyRow): Promise<void> {
  const { client_id, name, created_at, last_used_at, ...changes } = row
  try {
    await tx
      .insertInto('api_keys')
      .values(row)
      .onConflict((conflict) => conflict.columns(['client_id', 'name']).doUpdateSet(changes))
      .execute()
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'api_keys_by_hash') throw error
    throw invalid('key', 'taken', 'Another API key has the same value; each must be unique.')
  }
}

type NewToken = { client_id: string; token_hash: Buffer; application_id: string; expires_at: Date; created_at: Date }

export async function insertToken(tx: Tx, token: NewToken): Promise<void> {
  await tx.insertInto('access_tokens').values(token).execute()
}

/** Deletes a token that one of these clients issued to this application. */
export async function deleteToken(
  tx: Tx,
  tokenHash: Buffer,
  applicationId: string,
  clientIds: string[],
): Promise<void> {
  await tx
    .deleteFrom('access_tokens')
    .where('token_hash', '=', tokenHash)
    .where('application_id', '=', applicationId)
    .where('client_id', '=', (eb) => eb.fn.any(eb.val(clientIds)))
    .execute()
}

export async function deleteTokensOf(tx: Tx, clientId: string, applicationId: string): Promise<void> {
  await tx
    .deleteFrom('access_tokens')
    .where('client_id', '=', clientId)
    .where('application_id', '=', applicationId)
    .execute()
}

export async function deleteExpired(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('access_tokens').where('expires_at', '<', now).execute()
}

export type TokenHolder = {
  client_id: string
  languages: string[]
  application_id: string
  application_name: string
  permissions: string[]
  is_client_active: boolean
  expires_at: Date
  last_used_at: Date | null
}

/** The application behind this access token; none if it has expired or the application was revoked. */
export const findTokenHolder = lookup<TokenHolder, { token_hash: Buffer; now: Date }>(`
  SELECT token.client_id, client.languages, application.id AS application_id, application.name AS application_name,
         application.permissions, client.is_active AS is_client_active, token.expires_at, application.last_used_at
  FROM access_tokens token
  JOIN applications application ON application.client_id = token.client_id AND application.id = token.application_id
  JOIN clients client ON client.id = token.client_id
  WHERE token.token_hash = $token_hash AND token.expires_at > $now AND application.revoked_at IS NULL`)

export type KeyHolder = {
  client_id: string
  languages: string[]
  name: string
  allowed_addresses: string[]
  expires_at: Date | null
  last_used_at: Date | null
}

/** The record of this API key; none if it has expired or was revoked, or if the client is disabled. */
export const findKeyHolder = lookup<KeyHolder, { key_hash: Buffer; now: Date }>(`
  SELECT api_key.client_id, client.languages, api_key.name, api_key.allowed_addresses, api_key.expires_at,
    api_key.last_used_at
  FROM api_keys api_key JOIN clients client ON client.id = api_key.client_id
  WHERE api_key.key_hash = $key_hash AND api_key.revoked_at IS NULL AND client.is_active
    AND (api_key.expires_at IS NULL OR api_key.expires_at > $now)`)
