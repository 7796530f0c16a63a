import type { EncryptionContext } from './keyring.ts'

/** A column of encrypted texts. Each text is bound to its tenant, its row and its purpose. */
export type EncryptedColumn = {
  table: string
  column: string
  /** The columns that hold the tenant and the id of the row within it. */
  clientColumn: string
  rowColumn: string
  purpose: string
}

/** The context of one text of a column. */
export function contextIn(
  { table, purpose }: Pick<EncryptedColumn, 'table' | 'purpose'>,
  clientId: string,
  rowId: string,
): EncryptionContext {
  return { clientId, table, rowId, purpose }
}
