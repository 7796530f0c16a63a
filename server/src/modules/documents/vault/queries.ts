import { type RawBuilder, sql } from 'kysely'
import type { Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { isVisible } from '#modules/documents/access/employee-access.ts'
import { blobNames } from '#platform/blobs/blob-names.ts'
import type { Db } from '#platform/db/db.ts'
import { keysetSql, type OrderedRequest } from '#platform/db/lists/keyset-sql.ts'
import { lookup, ofClient, statement } from '#platform/db/statement.ts'

/** What a vault keeps of a document. */
const KEPT =
  'client_id, id, employee_key, document_type_id, title, date, filename, content_type, size, sha256, page_count, search_text'

/** The part of a statement that leaves in the vault what another part has taken from the documents, into `source`. */
export function copyToVaultSql(source: string): string {
  return `INSERT INTO vault_documents (${KEPT}, filed_at) SELECT ${KEPT}, created_at FROM ${source}`
}

export type VaultRow = {
  id: string
  title: string
  document_type_code: string
  document_type_name: string
  type_names: Translations
  filename: string
  content_type: string
  size: string
  sha256: string
  page_count: number | null
  date: Date
  received_at: Date
}

/** Which documents of a vault; all of them when nothing is said. Years are those of their dates, in UTC. */
export type VaultFilter = { document_type_code?: string | undefined; year?: number | undefined }

const SHOWN = `held.id, held.title, type.code AS document_type_code, type.name AS document_type_name,
  type.localized_names AS type_names, held.filename, held.content_type, held.size, held.sha256, held.page_count,
  held.date, held.received_at`
const TYPE = 'JOIN document_types type ON type.client_id = $client_id AND type.id = held.document_type_id'

/** A page of what is in a vault: the documents that are linked to it, and those that it kept. */
export async function listVaultRows(
  db: Db,
  client: Client,
  { employeeTechnicalId, ...filter }: VaultFilter & { employeeTechnicalId: string },
  request: OrderedRequest,
): Promise<VaultRow[]> {
  const employee = sql`(
    SELECT key FROM employees WHERE client_id = ${client.id} AND technical_id = ${employeeTechnicalId})`
  const { beyond, sequence, limit } = keysetSql('held', request)
  const wanted = sql.join([ofClient(isVisible('held'), client), ...beyond, ...conditionsOf(client, filter)], sql` AND `)
  // Each half goes as far as the page does, at most.
  const half = (source: ReturnType<typeof sql>) => sql`(
    SELECT * FROM (${source}) AS held WHERE ${wanted} ORDER BY ${sequence} LIMIT ${limit})`
  const columns = sql.raw(KEPT)
  const { rows } = await sql<VaultRow>`
    SELECT ${sql.raw(SHOWN)}
    FROM (
      ${half(sql`SELECT ${columns}, created_at AS received_at FROM documents
        WHERE client_id = ${client.id} AND employee_key = ${employee} AND is_linked`)}
      UNION ALL
      ${half(sql`SELECT ${columns}, filed_at AS received_at FROM vault_documents
        WHERE client_id = ${client.id} AND employee_key = ${employee}`)}
    ) AS held
    ${ofClient(TYPE, client)}
    ORDER BY ${sequence} LIMIT ${limit}`.execute(db)
  return rows
}

function conditionsOf(client: Client, { document_type_code, year }: VaultFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  if (document_type_code !== undefined) {
    conditions.push(sql`held.document_type_id = (
      SELECT id FROM document_types WHERE client_id = ${client.id} AND code = ${document_type_code})`)
  }
  if (year !== undefined) conditions.push(sql`extract(year FROM held.date AT TIME ZONE 'UTC') = ${year}`)
  return conditions
}

const EMPLOYEE = '(SELECT key FROM employees WHERE client_id = $client_id AND technical_id = $employee)'

/** The file is found first, and not once for each type. */
const find = lookup<VaultRow, { client_id: string; employee: string; id: string }>(`
  WITH held AS MATERIALIZED (
    SELECT ${KEPT}, created_at AS received_at FROM documents
    WHERE id = $id AND client_id = $client_id AND employee_key = ${EMPLOYEE} AND is_linked
    UNION ALL
    SELECT ${KEPT}, filed_at AS received_at FROM vault_documents
    WHERE client_id = $client_id AND id = $id AND employee_key = ${EMPLOYEE}
  )
  SELECT ${SHOWN} FROM held ${TYPE} WHERE ${isVisible('held')}`)

export async function findVaultRow(
  db: Db,
  client: Client,
  employeeTechnicalId: string,
  id: string,
): Promise<VaultRow | undefined> {
  return (await find(db, { client_id: client.id, employee: employeeTechnicalId, id }))[0]
}

export type VaultTally = {
  year: number
  code: string
  name: string
  localized_names: Translations
  documents_count: number
  size: string
}

const tally = statement<VaultTally, { client_id: string; employee: string }>(`
  SELECT held.year, type.code, type.name, type.localized_names, held.documents_count, held.size FROM (
    SELECT client_id, document_type_id, extract(year FROM date AT TIME ZONE 'UTC')::integer AS year,
      count(*)::integer AS documents_count, sum(size) AS size
    FROM (
      SELECT client_id, document_type_id, date, size FROM documents
      WHERE client_id = $client_id AND employee_key = ${EMPLOYEE} AND is_linked
      UNION ALL
      SELECT client_id, document_type_id, date, size FROM vault_documents
      WHERE client_id = $client_id AND employee_key = ${EMPLOYEE}
    ) AS one WHERE ${isVisible('one')} GROUP BY client_id, document_type_id, year
  ) AS held ${TYPE}`)

/** How much a vault holds, by year and type. */
export function tallyVault(db: Db, client: Client, employeeTechnicalId: string): Promise<VaultTally[]> {
  return tally(db, { client_id: client.id, employee: employeeTechnicalId })
}

export const vaultBlobs = blobNames('vault_documents', 'vault document')
