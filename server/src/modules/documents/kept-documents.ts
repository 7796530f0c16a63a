import type { KeptItem, KeptSource } from '#kernel/kept-data.ts'
import { nameIn, type Translations } from '#kernel/languages/translations.ts'
import { statement } from '#platform/db/statement.ts'
import { isInFolder } from './access/employee-access.ts'
import { tallyVault } from './vault/queries.ts'

const EMPLOYEE = '(SELECT key FROM employees WHERE client_id = $client_id AND technical_id = $employee)'

type Row = { key: string; name: string; localized_names: Translations }

const listFiled = statement<Row, { client_id: string; employee: string }>(`
  SELECT document.key::text AS key, type.name, type.localized_names FROM documents document
  JOIN document_types type ON type.client_id = document.client_id AND type.id = document.document_type_id
  WHERE document.client_id = $client_id AND document.kind = 'employee' AND ${isInFolder('document', EMPLOYEE)}`)

/** The folder and the vault of an employee, by types of documents. */
export const keptDocuments: readonly KeptSource[] = [
  {
    kind: 'documents',
    type: 'employee_document',
    async list(db, client, { technical_id, language }): Promise<KeptItem[]> {
      const rows = await listFiled(db, { client_id: client.id, employee: technical_id })
      return rows.map(({ key, name, localized_names }) => ({ key, name: nameIn(localized_names, language, name) }))
    },
  },
  {
    kind: 'vault',
    async tally(db, client, { technical_id, language }) {
      const rows = await tallyVault(db, client, technical_id)
      return rows.map(({ name, localized_names, documents_count }) => ({
        name: nameIn(localized_names, language, name),
        count: documents_count,
      }))
    },
  },
]
