import type { DocumentRow } from '#modules/documents/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { lookup } from '#platform/db/statement.ts'
import type { StoredFile } from './file-answer.ts'

/** What is needed to hand out the file of a document. */
export type FileRow = StoredFile &
  Pick<DocumentRow, 'client_id' | 'id' | 'kind' | 'employee_technical_id' | 'trashed_at'>
const FILE_COLUMNS = `
  document.client_id, document.id, document.kind, document.filename, document.content_type, document.size,
  document.sha256, document.trashed_at,
  (SELECT technical_id FROM employees WHERE client_id = document.client_id AND key = document.employee_key)
    AS employee_technical_id`

const findFile = lookup<FileRow & { sealed_shared_token: string }, { id: string }>(`
  SELECT ${FILE_COLUMNS}, client.sealed_shared_token FROM documents document
  JOIN clients client ON client.id = document.client_id AND client.is_active WHERE document.id = $id`)

/** The file of a document of any client, with the sealed token of that client; for callers who name none. */
export async function findSignedFile(db: Db, id: string) {
  return (await findFile(db, { id }))[0]
}
