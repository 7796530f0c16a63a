import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

const ofPerson = statement<{ resource_id: string }, { client_id: string; technical_id: string }>(`
  SELECT DISTINCT resource_id FROM events
  WHERE client_id = $client_id AND type = 'employee_document.deleted' AND data ->> 'employee_technical_id' = $technical_id
  UNION
  SELECT DISTINCT resource_id FROM events
  WHERE client_id = $client_id AND type IN ('request.deleted', 'signature_process.deleted', 'note.created', 'vault_link.deleted')
    AND coalesce(data ->> 'employee_technical_id', data #>> '{employee,technical_id}') = $technical_id`)

/** Resources of an employee that are gone: nothing but events tells of them. */
export async function listGoneResources(db: Db, client: { id: string }, technical_id: string): Promise<string[]> {
  return (await ofPerson(db, { client_id: client.id, technical_id })).map(({ resource_id }) => resource_id)
}
