import { sql } from 'kysely'
import { contextIn, type EncryptedColumn } from '#platform/crypto/encrypted-column.ts'
import { type Keyring, Undecryptable } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'

const BATCH_ROWS = 500

type Row = { client_id: string; row_id: string; ciphertext: string }
type Position = Pick<Row, 'client_id' | 'row_id'>

/** How many texts were seen, how many of them lay under another key, and how many are under no key that is accepted. */
export type Renewed = { seen: number; renewed: number; unreadable: number }

/**
 * Encrypts the texts of a column under the SECRET_KEY, in batches that each commit: what is done stays done, and a second
 * run passes over it. A text that was changed since it was read stays as it is; the next pass sees it.
 */
export async function renewColumn(
  db: Db,
  keyring: Keyring,
  column: EncryptedColumn,
  onBatch: (rows: number) => void = () => {},
): Promise<Renewed> {
  const total = { seen: 0, renewed: 0, unreadable: 0 }
  let rows = await listAfter(db, column, undefined)
  for (; rows.length > 0; rows = await listAfter(db, column, rows.at(-1))) {
    const changes: (Row & { renewed: string })[] = []
    for (const row of rows) {
      const outcome = renewText(keyring, column, row)
      if (outcome === 'unreadable') total.unreadable += 1
      else if (outcome !== undefined) changes.push({ ...row, renewed: outcome.text })
    }
    // Client by client: what there is of one lies on one node.
    for (const [client, ofClient] of Map.groupBy(changes, (change) => change.client_id)) {
      await store(db, column, client, ofClient)
    }
    total.seen += rows.length
    total.renewed += changes.length
    onBatch(rows.length)
  }
  return total
}

function renewText(keyring: Keyring, column: EncryptedColumn, { client_id, row_id, ciphertext }: Row) {
  try {
    const text = keyring.renew(ciphertext, contextIn(column, client_id, row_id))
    return text === undefined ? undefined : { text }
  } catch (error) {
    if (error instanceof Undecryptable) return 'unreadable'
    throw error
  }
}

async function listAfter(db: Db, column: EncryptedColumn, after: Position | undefined): Promise<Row[]> {
  const [table, client, id, text] = identifiersOf(column)
  const beyond = after ? sql`AND (${client}, ${id}) > (${after.client_id}, ${after.row_id})` : sql``
  const { rows } = await sql<Row>`
    SELECT ${client} AS client_id, ${id}::text AS row_id, ${text} AS ciphertext FROM ${table}
    WHERE ${text} IS NOT NULL ${beyond} ORDER BY ${client}, ${id} LIMIT ${BATCH_ROWS}`.execute(db)
  return rows
}

/** Rows that others hold at this moment are left to the next pass: waiting for several could end in a deadlock. */
async function store(
  db: Db,
  column: EncryptedColumn,
  clientId: string,
  rows: (Row & { renewed: string })[],
): Promise<void> {
  const [table, client, id, text] = identifiersOf(column)
  const columnOf = (name: keyof (typeof rows)[number]) => rows.map((row) => row[name])
  await sql`
    WITH free AS MATERIALIZED (
      SELECT ${id} AS id FROM ${table}
      WHERE ${client} = ${clientId} AND ${id} >= ${rows[0]?.row_id} AND ${id} <= ${rows.at(-1)?.row_id}
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE ${table} AS stored SET ${text} = renewed.text
    FROM free JOIN unnest(${columnOf('row_id')}::text[], ${columnOf('ciphertext')}::text[], ${columnOf('renewed')}::text[])
        AS renewed (row_id, before, text)
      ON free.id::text = renewed.row_id
    WHERE stored.${client} = ${clientId} AND stored.${id} = free.id AND stored.${text} = renewed.before`.execute(db)
}

function identifiersOf({ table, clientColumn, rowColumn, column }: EncryptedColumn) {
  return [sql.table(table), sql.id(clientColumn), sql.id(rowColumn), sql.id(column)] as const
}
