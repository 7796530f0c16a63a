import { covers } from '#kernel/access/permission.ts'
import type { HeldType } from '#kernel/legal-hold.ts'
import type { Client } from '#kernel/work.ts'
import { READ_ALL_PERMISSION } from '#modules/governance/policies/read-permission.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { ResourceOfHold } from './queries.ts'
import type { NamedLegalHoldItem } from './schemas.admin.ts'

type Named = Pick<NamedLegalHoldItem, 'title' | 'employee' | 'document_id'>
type Row = {
  resource_type: string
  resource_id: string
  title: string | null
  technical_id: string | null
  name: string | null
  document_id: string | null
}
type Lists = 'documents' | 'requests' | 'processes' | 'notes' | 'employees'

const OWNER = `LEFT JOIN employees owner ON owner.client_id = $client_id AND owner.key =`
const NAME = `owner.technical_id, owner.first_name || ' ' || owner.last_name AS name`

const find = statement<Row, { client_id: string } & Record<Lists, string[]>>(`
  SELECT document.kind || '_document' AS resource_type, document.id::text AS resource_id, document.title, ${NAME}, NULL::text AS document_id
    FROM documents document ${OWNER} document.employee_key
    WHERE document.client_id = $client_id AND document.id = ANY ($documents::uuid[])
  UNION ALL SELECT 'request', request.id::text, request.subject, ${NAME}, NULL
    FROM requests request ${OWNER} request.employee_key
    WHERE request.client_id = $client_id AND request.id = ANY ($requests::bigint[])
  UNION ALL SELECT 'signature_process', process.id::text, process.title, ${NAME}, NULL
    FROM signature_processes process ${OWNER} process.employee_key
    WHERE process.client_id = $client_id AND process.id = ANY ($processes::uuid[])
  UNION ALL SELECT 'note', note.id::text, NULL, ${NAME}, document.id::text
    FROM notes note
    LEFT JOIN documents document ON document.client_id = $client_id AND document.key = note.document_key
    ${OWNER} coalesce(note.employee_key, document.employee_key)
    WHERE note.client_id = $client_id AND note.id = ANY ($notes::uuid[])
  UNION ALL SELECT 'employee', owner.technical_id, NULL, ${NAME}, NULL
    FROM employees owner WHERE owner.client_id = $client_id AND owner.technical_id = ANY ($employees::text[])`)

const NAMELESS: Named = { title: null, employee: null, document_id: null }

/** What things under hold are called, as far as who asks may read all of their type; one statement, whatever their number. */
export async function nameResources<Resource extends ResourceOfHold>(
  db: Db,
  client: Client,
  resources: readonly Resource[],
  permissions: readonly string[],
): Promise<(Resource & Named)[]> {
  const ids = (...types: HeldType[]) =>
    resources
      .filter(({ resource_type: type }) => types.includes(type) && covers(permissions, READ_ALL_PERMISSION[type]))
      .map(({ resource_id }) => resource_id)
  const found = await find(db, {
    client_id: client.id,
    documents: ids('employee_document', 'company_document'),
    requests: ids('request'),
    processes: ids('signature_process'),
    notes: ids('note'),
    employees: ids('employee'),
  })
  const names = new Map(found.map((row) => [`${row.resource_type} ${row.resource_id}`, present(row)]))
  return resources.map((one) => ({ ...one, ...(names.get(`${one.resource_type} ${one.resource_id}`) ?? NAMELESS) }))
}

function present({ title, technical_id, name, document_id }: Row): Named {
  return { title, employee: technical_id !== null && name !== null ? { technical_id, name } : null, document_id }
}
