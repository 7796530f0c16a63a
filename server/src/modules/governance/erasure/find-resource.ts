import type { Client } from '#kernel/work.ts'
import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { isUuid } from '#platform/uuid.ts'
import type { ErasedType } from './schemas.ts'

export type ErasedResource = { id: string; key: string; employee_key: string | null; name: string }

type Asked = { client_id: string; id: string }

// An employee who was deleted softly is known; one who was erased is not.
const employee = statement<ErasedResource, Asked>(`
  SELECT technical_id AS id, key, key AS employee_key, concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) AS name
  FROM employees WHERE client_id = $client_id AND technical_id = $id AND erased_at IS NULL FOR NO KEY UPDATE`)
const employeeAt = statement<ErasedResource, { client_id: string; key: string }>(`
  SELECT technical_id AS id, key, key AS employee_key, concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) AS name
  FROM employees WHERE client_id = $client_id AND key = $key AND erased_at IS NULL FOR NO KEY UPDATE`)

/** The same of an employee who is known by the key. */
export async function findResourceByKey(tx: Tx, client: Client, key: string): Promise<ErasedResource | undefined> {
  return (await employeeAt(tx, { client_id: client.id, key }))[0]
}

const document = statement<ErasedResource, Asked & { kind: string }>(`
  SELECT id::text AS id, key, employee_key, title AS name FROM documents
  WHERE client_id = $client_id AND id = $id::uuid AND kind = $kind`)
const request = statement<ErasedResource, Asked>(`
  SELECT id::text AS id, id AS key, employee_key, subject AS name FROM requests
  WHERE client_id = $client_id AND id = $id::bigint AND anonymised_as IS NULL`)

/** What somebody asks to be erased. An employee is locked, so that requests for the same one follow each other. */
export async function findResource(
  tx: Tx,
  client: Client,
  type: ErasedType,
  id: string,
): Promise<ErasedResource | undefined> {
  const asked = { client_id: client.id, id }
  if (type === 'employee') return (await employee(tx, asked))[0]
  if (type === 'request') return /^[1-9]\d{0,17}$/.test(id) ? (await request(tx, asked))[0] : undefined
  const kind = type === 'employee_document' ? 'employee' : 'company'
  return isUuid(id) ? (await document(tx, { ...asked, kind }))[0] : undefined
}
