import type { Selectable } from 'kysely'
import type { ApiKeysTable, ApplicationsTable } from '#kernel/tables.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { isViolationOf } from '#platform/db/is-violation-of.ts'
import { lookup, statement } from '#platform/db/statement.ts'
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

// The one table that tells whose a key is: no two clients have the same one.
const putKeyHash = statement<never, { client_id: string; name: string; key_hash: Buffer }>(`
  INSERT INTO api_key_hashes (key_hash, client_id, name) VALUES ($key_hash, $client_id, $name)
  ON CONFLICT (client_id, name) DO UPDATE SET key_hash = excluded.key_hash WHERE api_key_hashes.key_hash <> excluded.key_hash`)

export async function upsertApiKey(tx: Tx, row: ApiKeyRow): Promise<void> {
  const { client_id, name, created_at, last_used_at, ...changes } = row
  try {
    await putKeyHash(tx, { client_id, name, key_hash: row.key_hash })
  } catch (error) {
    if (!isViolationOf(error, 'api_key_hashes_pkey')) throw error
    throw invalid('key', 'taken', 'Another API key has the same value; each must be unique.')
  }
  await tx
    .insertInto('api_keys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['client_id', 'name']).doUpdateSet(changes))
    .execute()
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

const holderWhere = (condition: string) => `
  SELECT token.client_id, client.languages, application.id AS application_id, application.name AS application_name,
         application.permissions, client.is_active AS is_client_active, token.expires_at, application.last_used_at
  FROM access_tokens token
  JOIN applications application ON application.client_id = token.client_id AND application.id = token.application_id
  JOIN clients client ON client.id = token.client_id
  WHERE ${condition} AND token.token_hash = $token_hash AND token.expires_at > $now AND application.revoked_at IS NULL`

type SoughtToken = { token_hash: Buffer; now: Date }
const findTokenInClient = lookup<TokenHolder, SoughtToken & { client_id: string }>(
  holderWhere('token.client_id = $client_id'),
)
const findTokenAnywhere = lookup<TokenHolder, SoughtToken>(holderWhere('true'))

/** The application behind this access token; none if it has expired or the application was revoked. */
export function findTokenHolder(
  db: Db,
  { tenant, token_hash, now }: SoughtToken & { tenant: string | undefined },
): Promise<TokenHolder[]> {
  if (tenant === undefined) return findTokenAnywhere(db, { token_hash, now })
  return findTokenInClient(db, { client_id: tenant, token_hash, now })
}

export type KeyHolder = {
  client_id: string
  languages: string[]
  name: string
  allowed_addresses: string[]
  expires_at: Date | null
  last_used_at: Date | null
}

const findKeyClient = lookup<{ client_id: string }, { key_hash: Buffer }>(
  'SELECT client_id FROM api_key_hashes WHERE key_hash = $key_hash',
)
const findKeyInClient = lookup<KeyHolder, { client_id: string; key_hash: Buffer; now: Date }>(`
  SELECT api_key.client_id, client.languages, api_key.name, api_key.allowed_addresses, api_key.expires_at,
    api_key.last_used_at
  FROM api_keys api_key JOIN clients client ON client.id = api_key.client_id
  WHERE api_key.client_id = $client_id AND api_key.key_hash = $key_hash AND api_key.revoked_at IS NULL AND client.is_active
    AND (api_key.expires_at IS NULL OR api_key.expires_at > $now)`)

/** The record of this API key; none if it has expired or was revoked, or if the client is disabled. */
export async function findKeyHolder(db: Db, sought: { key_hash: Buffer; now: Date }): Promise<KeyHolder | undefined> {
  const [owner] = await findKeyClient(db, { key_hash: sought.key_hash })
  return owner && (await findKeyInClient(db, { ...sought, client_id: owner.client_id }))[0]
}
