import type { Db } from './db.ts'
import { statement } from './statement.ts'

const readsOnly = statement<{ is_read_only: boolean }>(
  `SELECT current_setting('transaction_read_only')::boolean AS is_read_only`,
)

/** Whether nothing can be changed: the server is a standby, or was made read-only. */
export async function isReadOnly(db: Db): Promise<boolean> {
  const [row] = await readsOnly(db)
  return row?.is_read_only === true
}
