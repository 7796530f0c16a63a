import { nameIn, type Translations } from '#kernel/languages/translations.ts'
import type { Collector } from '#kernel/personal-data/collector.ts'
import { inBatches } from '#kernel/personal-data/in-batches.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import { inSeconds } from '#platform/time/dates.ts'

const BATCH = 500

type HeldRow = {
  id: string
  title: string
  document_type_code: string
  type_name: string
  type_names: Translations
  date: Date
  filename: string
  content_type: string
  size: string
  sha256: string
  page_count: number | null
  received_at: Date
}
type Asked = { client_id: string; employee_key: string }

const KEPT = 'id, document_type_id, title, date, filename, content_type, size, sha256, page_count'
/** What is linked from the folder, and what the vault kept of documents that are gone. */
const listNext = statement<HeldRow, Asked & { after: string; limit: number }>(`
  SELECT held.id, held.title, type.code AS document_type_code, type.name AS type_name, type.localized_names AS type_names,
    held.date, held.filename, held.content_type, held.size, held.sha256, held.page_count, held.received_at
  FROM (
    SELECT ${KEPT}, created_at AS received_at FROM documents
    WHERE client_id = $client_id AND employee_key = $employee_key::bigint AND is_linked
    UNION ALL
    SELECT ${KEPT}, filed_at FROM vault_documents WHERE client_id = $client_id AND employee_key = $employee_key::bigint
  ) AS held
  JOIN document_types type ON type.client_id = $client_id AND type.id = held.document_type_id
  WHERE held.id > $after::uuid ORDER BY held.id LIMIT $limit`)

const findVault = lookup<{ id: string; created_at: Date; deleted_at: Date | null }, Asked>(`
  SELECT id, created_at, deleted_at FROM vault_links WHERE client_id = $client_id AND employee_key = $employee_key::bigint`)

const FIRST = '00000000-0000-0000-0000-000000000000'

/** The vault of an employee: since when it is there, and its documents. */
export const vaultCollector: Collector = {
  kind: 'vault',
  async *collect({ db, client, language }, { employee_key }) {
    const asked = { client_id: client.id, employee_key }
    for (const { id, created_at, deleted_at } of await findVault(db, asked)) {
      const times = { created_at: inSeconds(created_at), deleted_at: deleted_at && inSeconds(deleted_at) }
      yield { data: { type: 'vault', id, ...times }, title: null, date: created_at, files: [] }
    }
    const read = (last: HeldRow | undefined) => listNext(db, { ...asked, after: last?.id ?? FIRST, limit: BATCH })
    for await (const row of inBatches<HeldRow>(read)) {
      const { type_name, type_names, date, received_at, size, sha256, ...held } = row
      const { filename, content_type } = held
      yield {
        data: {
          type: 'document',
          ...held,
          document_type_name: nameIn(type_names, language, type_name),
          date: inSeconds(date),
          received_at: inSeconds(received_at),
        },
        title: held.title,
        date,
        files: [{ sha256, size: Number(size), filename, content_type }],
      }
    }
  },
}
