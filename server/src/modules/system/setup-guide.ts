import { type Static, Type } from 'typebox'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { NamedObject } from '#platform/http/validation/schemas.ts'

/** Which of the first steps of a client are done. */
export const SetupGuide = NamedObject('SetupGuide', {
  company: Type.Boolean({ description: 'There are organizations.' }),
  people: Type.Boolean({ description: 'There are employees.' }),
  document_types: Type.Boolean({ description: 'There are types of documents.' }),
  upload: Type.Boolean({ description: 'A document was filed.' }),
  invitation: Type.Boolean({ description: 'An employee has a log-in.' }),
})
export type SetupGuide = Static<typeof SetupGuide>

const look = statement<SetupGuide, { client_id: string }>(`
  SELECT EXISTS (SELECT FROM organizations WHERE client_id = $client_id) AS company,
    EXISTS (SELECT FROM employees WHERE client_id = $client_id AND deleted_at IS NULL) AS people,
    EXISTS (SELECT FROM document_types WHERE client_id = $client_id) AS document_types,
    EXISTS (SELECT FROM documents WHERE client_id = $client_id) AS upload,
    EXISTS (SELECT FROM accounts WHERE client_id = $client_id AND scope = 'employee') AS invitation`)

export async function findSetupGuide(db: Db, client: Client): Promise<SetupGuide> {
  const [row] = await look(db, { client_id: client.id })
  if (!row) throw new Error('The query returned no row.')
  return row
}
