import { sql } from 'kysely'
import type { Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import type { ListSignatureTypesQuery } from './schemas.ts'

export type SignatureTypeRow = {
  id: string
  name: string
  localized_names: Translations
  localized_consents: Translations
  expiry_days: number | null
  reminder_days: number | null
  created_at: Date
  updated_at: Date
}

const SELECT = `
  SELECT id, name, localized_names, localized_consents, expiry_days, reminder_days, created_at, updated_at
  FROM signature_types`

const find = lookup<SignatureTypeRow, { client_id: string; id: string }>(
  `${SELECT} WHERE client_id = $client_id AND id = $id`,
)

export async function findSignatureType(db: Db, client: Client, id: string): Promise<SignatureTypeRow | undefined> {
  return (await find(db, { client_id: client.id, id }))[0]
}

const all = statement<SignatureTypeRow, { client_id: string }>(
  `${SELECT} WHERE client_id = $client_id ORDER BY name, id`,
)

export async function listAllSignatureTypes(db: Db, client: Client): Promise<SignatureTypeRow[]> {
  return all(db, { client_id: client.id })
}

export async function listSignatureTypes(
  db: Db,
  client: Client,
  { updated_at_since }: ListSignatureTypesQuery,
  request: OrderedRequest,
): Promise<SignatureTypeRow[]> {
  const { beyond, sequence, limit } = keysetSql('signature_types', request)
  const conditions = [sql`client_id = ${client.id}`, ...beyond]
  if (updated_at_since !== undefined) conditions.push(sql`updated_at >= ${updated_at_since}`)
  const { rows } = await sql<SignatureTypeRow>`
    ${sql.raw(SELECT)} WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

export async function upsertSignatureType(tx: Tx, client: Client, row: SignatureTypeRow): Promise<void> {
  const { id, created_at, ...rest } = row
  const changes = {
    ...rest,
    localized_names: JSON.stringify(row.localized_names),
    localized_consents: JSON.stringify(row.localized_consents),
  }
  await tx
    .insertInto('signature_types')
    .values({ client_id: client.id, id, created_at, ...changes })
    .onConflict((conflict) => conflict.columns(['client_id', 'id']).doUpdateSet(changes))
    .execute()
}

/** Waits for processes that are being made with the type, and keeps others from naming it until the work ends. */
export const lockSignatureTypeRow = statement<{ id: string }, { client_id: string; id: string }>(`
  SELECT id FROM signature_types WHERE client_id = $client_id AND id = $id FOR UPDATE`)

/** Keeps a type from being deleted until the work, which names it, ends; waits for one that is being deleted. */
export const lockSignatureTypeForUse = statement<{ id: string }, { client_id: string; id: string }>(`
  SELECT id FROM signature_types WHERE client_id = $client_id AND id = $id FOR KEY SHARE`)

/** Deletes a type that no process names; answers whether it did. */
export const deleteSignatureTypeRow = statement<{ id: string }, { client_id: string; id: string }>(`
  DELETE FROM signature_types WHERE client_id = $client_id AND id = $id
    AND NOT EXISTS (SELECT FROM signature_processes WHERE client_id = $client_id AND signature_type_id = $id)
  RETURNING id`)
