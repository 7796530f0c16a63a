import { sql } from 'kysely'
import { blobNames } from '#platform/blobs/blob-names.ts'
import type { Db } from '#platform/db/db.ts'
import { keysetSql, type ListOrder } from '#platform/db/keyset-sql.ts'
import { lookup } from '#platform/db/statement.ts'
import type { Client } from '#platform/db/work.ts'
import type { KeysetRequest } from '#platform/http/keyset-page.ts'
import type { StoredFile } from './file-answer.ts'

/** What a vault keeps of a document. */
const KEPT =
  'client_id, id, employee_key, document_type_id, title, date, filename, content_type, size, sha256, page_count'

/** The part of a statement that leaves in the vault what another part has taken from the documents, into `source`. */
export function keepingSql(source: string): string {
  return `INSERT INTO vault_documents (${KEPT}, filed_at) SELECT ${KEPT}, created_at FROM ${source}`
}

export type VaultRow = {
  id: string
  title: string
  document_type_code: string
  document_type_name: string
  filename: string
  content_type: string
  size: string
  sha256: string
  page_count: number | null
  date: Date
  received_at: Date
}

/** A page of what is in a vault: the documents that are linked to it, and those that it kept. */
export async function listVaultRows(
  db: Db,
  client: Client,
  employeeTechnicalId: string,
  order: ListOrder,
  request: KeysetRequest,
): Promise<VaultRow[]> {
  const employee = sql`(
    SELECT key FROM employees WHERE client_id = ${client.id} AND technical_id = ${employeeTechnicalId})`
  const { beyond, sequence, limit } = keysetSql('held', order, request)
  // Each half goes as far as the page does, at most.
  const half = (source: ReturnType<typeof sql>) => sql`(
    SELECT * FROM (${source}) AS held
    WHERE ${sql.join([sql`true`, ...beyond], sql` AND `)} ORDER BY ${sequence} LIMIT ${limit})`
  const columns = sql.raw(KEPT)
  const { rows } = await sql<VaultRow>`
    SELECT held.id, held.title, type.code AS document_type_code, type.name AS document_type_name, held.filename,
      held.content_type, held.size, held.sha256, held.page_count, held.date, held.received_at
    FROM (
      ${half(sql`SELECT ${columns}, created_at AS received_at FROM documents
        WHERE client_id = ${client.id} AND employee_key = ${employee} AND is_linked`)}
      UNION ALL
      ${half(sql`SELECT ${columns}, filed_at AS received_at FROM vault_documents
        WHERE client_id = ${client.id} AND employee_key = ${employee}`)}
    ) AS held
    JOIN document_types type ON type.client_id = held.client_id AND type.id = held.document_type_id
    ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

const EMPLOYEE = '(SELECT key FROM employees WHERE client_id = $1 AND technical_id = $2)'
const FILE = 'filename, content_type, size, sha256'

const findFile = lookup<StoredFile, [clientId: string, employee: string, id: string]>(`
  SELECT ${FILE} FROM documents WHERE id = $3 AND client_id = $1 AND employee_key = ${EMPLOYEE} AND is_linked
  UNION ALL
  SELECT ${FILE} FROM vault_documents WHERE client_id = $1 AND id = $3 AND employee_key = ${EMPLOYEE}`)

export async function findVaultRow(
  db: Db,
  client: Client,
  employeeTechnicalId: string,
  id: string,
): Promise<StoredFile | undefined> {
  return (await findFile(db, client.id, employeeTechnicalId, id))[0]
}

export const vaultBlobs = blobNames('vault_documents', 'vault document')
