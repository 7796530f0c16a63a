import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { SystemState } from './schemas.ts'

type Holdings = SystemState['holdings']
type Row = Record<'employees' | 'managers' | 'documents' | 'documents_size' | 'vault' | 'vault_size' | 'files', string>

const countHoldings = statement<Row, { client_id: string }>(`
  SELECT (SELECT count(*) FROM employees WHERE client_id = $client_id AND deleted_at IS NULL) AS employees,
    (SELECT count(*) FROM users WHERE client_id = $client_id) AS managers,
    filed.count AS documents, filed.size AS documents_size, kept.count AS vault, kept.size AS vault_size,
    (SELECT coalesce(sum(size), 0) FROM (
       SELECT sha256, max(size) AS size FROM (
         SELECT sha256, size FROM documents WHERE client_id = $client_id
         UNION ALL SELECT sha256, size FROM vault_documents WHERE client_id = $client_id) AS named GROUP BY sha256) AS file) AS files
  FROM (SELECT count(*), coalesce(sum(size), 0) AS size FROM documents WHERE client_id = $client_id) AS filed,
    (SELECT count(*), coalesce(sum(size), 0) AS size FROM vault_documents WHERE client_id = $client_id) AS kept`)

/** How much a client has. */
export async function holdingsOf(db: Db, client: Client): Promise<Holdings> {
  const [row] = await countHoldings(db, { client_id: client.id })
  if (!row) throw new Error('The query returned no row.')
  return {
    employees_count: Number(row.employees),
    managers_count: Number(row.managers),
    documents: { count: Number(row.documents), size: Number(row.documents_size) },
    vault: { count: Number(row.vault), size: Number(row.vault_size) },
    files_size: Number(row.files),
  }
}

const describe = statement<{ version: string; size: string }>(`
  SELECT split_part(current_setting('server_version'), ' ', 1) AS version, pg_database_size(current_database()) AS size`)

export async function describeDatabase(db: Db): Promise<{ version: string; sizeBytes: number }> {
  const [row] = await describe(db)
  return { version: row?.version ?? '', sizeBytes: Number(row?.size ?? 0) }
}

const countFailed = statement<{ count: number }, { client_id: string; since: Date }>(`
  SELECT count(*)::integer FROM mails WHERE client_id = $client_id AND attempted_at > $since AND sent_at IS NULL`)

/** How many mails of a client could not be sent since then. */
export async function countFailedMails(db: Db, client: Client, since: Date): Promise<number> {
  return (await countFailed(db, { client_id: client.id, since }))[0]?.count ?? 0
}
