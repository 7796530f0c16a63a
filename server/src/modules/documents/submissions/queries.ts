import type { Client } from '#kernel/work.ts'
import type { DocumentRow } from '#modules/documents/queries.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'

/** What is kept of a document that its employee sent. */
export type SubmissionRow = { sent_at: Date; changed_at: Date; withdrawn_at: Date | null; was_linked: boolean }

const insert = statement<never, { client_id: string; id: string; now: Date }>(`
  INSERT INTO own_uploads (client_id, document_key, sent_at, changed_at)
  SELECT client_id, key, $now, $now FROM documents WHERE id = $id AND client_id = $client_id`)

export async function insertSubmission(tx: Tx, client: Client, id: string, now: Date): Promise<void> {
  await insert(tx, { client_id: client.id, id, now })
}

const find = lookup<SubmissionRow, { client_id: string; key: string }>(`
  SELECT sent_at, changed_at, withdrawn_at, was_linked FROM own_uploads WHERE client_id = $client_id AND document_key = $key`)

export async function findSubmission(
  db: Db,
  { client_id, key }: Pick<DocumentRow, 'client_id' | 'key'>,
): Promise<SubmissionRow | undefined> {
  return (await find(db, { client_id, key }))[0]
}

type Marks = { client_id: string; key: string; withdrawn_at: Date | null; was_linked: boolean; changed_at: Date }
const mark = statement<never, Marks>(`
  UPDATE own_uploads SET withdrawn_at = $withdrawn_at, was_linked = $was_linked, changed_at = $changed_at
  WHERE client_id = $client_id AND document_key = $key`)

export async function markWithdrawn(
  tx: Tx,
  { client_id, key, is_linked }: DocumentRow,
  { withdrawnAt, now }: { withdrawnAt: Date | null; now: Date },
): Promise<void> {
  await mark(tx, { client_id, key, withdrawn_at: withdrawnAt, was_linked: is_linked, changed_at: now })
}

const isOpen = statement<{ id: string }, { client_id: string; key: string }>(`
  SELECT link.id FROM documents document
  JOIN vault_links link ON link.client_id = document.client_id AND link.employee_key = document.employee_key
  WHERE document.client_id = $client_id AND document.key = $key AND link.deleted_at IS NULL`)

/** Whether documents of the employee still reach the vault. */
export async function reachesVault(tx: Tx, { client_id, key }: DocumentRow): Promise<boolean> {
  return (await isOpen(tx, { client_id, key })).length > 0
}
