import { nameIn, type Translations } from '#kernel/languages/translations.ts'
import type { Collector } from '#kernel/personal-data/collector.ts'
import { inBatches } from '#kernel/personal-data/in-batches.ts'
import { presentDocument } from '#modules/documents/present.ts'
import { DOCUMENT_COLUMNS, type DocumentRow } from '#modules/documents/queries.ts'
import { statement } from '#platform/db/statement.ts'

const BATCH = 500

type Row = DocumentRow & { type_name: string; type_names: Translations }

const listNext = statement<Row, { client_id: string; employee_key: string; after: string; limit: number }>(`
  SELECT ${DOCUMENT_COLUMNS}, type.name AS type_name, type.localized_names AS type_names
  FROM documents document
  JOIN document_types type ON type.client_id = $client_id AND type.id = document.document_type_id
  WHERE document.client_id = $client_id AND document.employee_key = $employee_key::bigint AND document.key > $after::bigint
  ORDER BY document.key LIMIT $limit`)

/** The folder of an employee, with what is in the trash, and with types that employees do not see. */
export const documentCollector: Collector = {
  kind: 'documents',
  async *collect({ db, client, language }, { employee_key }) {
    const asked = { client_id: client.id, employee_key, limit: BATCH }
    for await (const row of inBatches<Row>((last) => listNext(db, { ...asked, after: last?.key ?? '0' }))) {
      // What is held is not told, nor the name of who filed it, which may be another employee's.
      const { legal_hold: _, api_uploader_name: __, ...document } = presentDocument(row)
      const { filename, content_type, sha256 } = row
      yield {
        data: { ...document, document_type_name: nameIn(row.type_names, language, row.type_name) },
        title: row.title,
        date: row.date,
        files: [{ sha256, size: Number(row.size), filename, content_type }],
      }
    }
  },
}
