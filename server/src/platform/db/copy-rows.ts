import { DatabaseTransaction, type Tx } from './db.ts'

/** Adds rows to a table. Each part holds whole lines, as `copyLine` makes them. */
export async function copyRows(
  tx: Tx,
  table: string,
  columns: readonly string[],
  parts: Iterable<Uint8Array>,
): Promise<void> {
  if (!(tx instanceof DatabaseTransaction)) throw new Error('Rows are copied within a transaction only.')
  await tx.copy(`COPY ${table} (${columns.join(', ')}) FROM STDIN`, parts)
}
