import { sql } from 'kysely'
import { type EncryptionContext, type Keyring, Undecryptable } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import type { Renewed } from '#platform/db/encryption/renew-ciphertexts.ts'
import { JOBS_SCHEMA } from './install.ts'

/** A field of the data of a job that holds an encrypted text. */
export type EncryptedJobField = {
  job: string
  field: string
  contextOf(data: Record<string, unknown>): EncryptionContext
}

type Row = { id: string; data: Record<string, unknown> }

/** Encrypts the texts that jobs carry under the SECRET_KEY. There are few: such jobs live for minutes. */
export async function renewJobTexts(db: Db, keyring: Keyring, { job, field, contextOf }: EncryptedJobField) {
  const total: Renewed = { seen: 0, renewed: 0, unreadable: 0 }
  const { rows } = await sql<Row>`
    SELECT id::text AS id, data FROM ${sql.table(`${JOBS_SCHEMA}.job`)}
    WHERE name = ${job} AND state < 'completed' AND data ? ${field}::text`.execute(db)
  for (const { id, data } of rows) {
    total.seen += 1
    const before = String(data[field])
    const text = renew(keyring, before, contextOf(data))
    if (text === 'unreadable') total.unreadable += 1
    else if (text !== undefined) {
      await sql`
        UPDATE ${sql.table(`${JOBS_SCHEMA}.job`)} SET data = jsonb_set(data, ARRAY[${field}::text], to_jsonb(${text}::text))
        WHERE name = ${job} AND id = ${id}::uuid AND data->>${field}::text = ${before}`.execute(db)
      total.renewed += 1
    }
  }
  return total
}

function renew(keyring: Keyring, text: string, context: EncryptionContext): string | undefined {
  try {
    return keyring.renew(text, context)
  } catch (error) {
    if (error instanceof Undecryptable) return 'unreadable'
    throw error
  }
}
