import { sql } from 'kysely'
import { contextIn, type EncryptedColumn } from '#platform/crypto/encrypted-column.ts'
import { isBound, isSame, type Keyring } from '#platform/crypto/keyring.ts'
import type { Db, Tx } from '#platform/db/db.ts'

const BATCH_ROWS = 1000

type Row = { client_id: string; row_id: string; ciphertext: string }
type Position = Pick<Row, 'client_id' | 'row_id'>

/**
 * Encrypts again what was encrypted before texts were bound to a context, and marks the database as done: from then on
 * an unbound text is refused, so that none can be brought back from an old backup. The mark is made with the key.
 */
export async function bindCiphertexts(db: Db, keyring: Keyring, columns: readonly EncryptedColumn[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { secret_key_check } = await tx
      .selectFrom('installation')
      .select('secret_key_check')
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Another process that started at the same time has done it.
    if (!isSame(secret_key_check, keyring.unboundCheck())) return
    for (const column of columns) await bindColumn(tx, keyring, column)
    await tx.updateTable('installation').set({ secret_key_check: keyring.check() }).execute()
  })
}

async function bindColumn(tx: Tx, keyring: Keyring, column: EncryptedColumn): Promise<void> {
  let rows = await listAfter(tx, column, undefined)
  for (; rows.length > 0; rows = await listAfter(tx, column, rows.at(-1))) {
    const bound = rows.flatMap((row) => {
      const text = bind(keyring, column, row)
      return text === undefined ? [] : [{ ...row, ciphertext: text }]
    })
    if (bound.length > 0) await store(tx, column, bound)
  }
}

/** A text that could not be read before stays as it is: it is refused as it was, and keeps nothing else from being read. */
function bind(keyring: Keyring, column: EncryptedColumn, { client_id, row_id, ciphertext }: Row): string | undefined {
  if (isBound(ciphertext)) return undefined
  try {
    return keyring.encrypt(keyring.decryptUnbound(ciphertext), contextIn(column, client_id, row_id))
  } catch {
    return undefined
  }
}

async function listAfter(tx: Tx, column: EncryptedColumn, after: Position | undefined): Promise<Row[]> {
  const [table, client, id, text] = identifiersOf(column)
  const beyond = after ? sql`AND (${client}, ${id}::text) > (${after.client_id}, ${after.row_id})` : sql``
  const { rows } = await sql<Row>`
    SELECT ${client} AS client_id, ${id}::text AS row_id, ${text} AS ciphertext FROM ${table}
    WHERE ${text} IS NOT NULL ${beyond} ORDER BY ${client}, ${id}::text LIMIT ${BATCH_ROWS}`.execute(tx)
  return rows
}

async function store(tx: Tx, column: EncryptedColumn, rows: Row[]): Promise<void> {
  const [table, client, id, text] = identifiersOf(column)
  const clients = rows.map((row) => row.client_id)
  const ids = rows.map((row) => row.row_id)
  const texts = rows.map((row) => row.ciphertext)
  await sql`
    UPDATE ${table} AS stored SET ${text} = bound.ciphertext
    FROM unnest(${clients}::text[], ${ids}::text[], ${texts}::text[]) AS bound (client_id, row_id, ciphertext)
    WHERE stored.${client} = bound.client_id AND stored.${id}::text = bound.row_id`.execute(tx)
}

function identifiersOf({ table, clientColumn, rowColumn, column }: EncryptedColumn) {
  return [sql.table(table), sql.id(clientColumn), sql.id(rowColumn), sql.id(column)] as const
}
