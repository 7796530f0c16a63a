import { covers, type Permission } from '#kernel/access/permission.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

type PersonRow = { type: 'employee' | 'user'; technical_id: string; name: string }
type ResourceRow = { type: string; id: string; title: string }
type Asked = { client_id: string; sequences: number[]; types: string[] }

const PEOPLE = `SELECT DISTINCT subject_type AS type, subject_technical_id AS technical_id FROM audit_people
  WHERE client_id = $client_id AND sequence = ANY ($sequences::bigint[]) AND subject_type = ANY ($types::text[])`

const listPeople = statement<PersonRow, Asked>(`
  WITH subject AS (${PEOPLE})
  SELECT subject.type, subject.technical_id, person.first_name || ' ' || person.last_name AS name
    FROM subject JOIN employees person ON person.client_id = $client_id AND person.technical_id = subject.technical_id
    WHERE subject.type = 'employee'
  UNION ALL SELECT subject.type, subject.technical_id, person.first_name || ' ' || person.last_name
    FROM subject JOIN users person ON person.client_id = $client_id AND person.technical_id = subject.technical_id
    WHERE subject.type = 'user'`)

const RESOURCES = `SELECT DISTINCT resource_type AS type, resource_id AS id FROM audit_entries
  WHERE client_id = $client_id AND sequence = ANY ($sequences::bigint[]) AND resource_id IS NOT NULL
    AND resource_type = ANY ($types::text[])`

/** Ids are compared as the tables have them: a text that is no id of its kind is not in them. */
const listResources = statement<ResourceRow, Asked>(`
  WITH resource AS (${RESOURCES})
  SELECT resource.type, resource.id, document.title
    FROM resource JOIN documents document ON document.client_id = $client_id AND document.id::text = resource.id
    WHERE resource.type IN ('employee_document', 'company_document')
      AND document.id = ANY (SELECT id::uuid FROM resource WHERE type LIKE '%\\_document' AND id ~ '^[0-9a-f-]{36}$')
  UNION ALL SELECT resource.type, resource.id, request.subject
    FROM resource JOIN requests request ON request.client_id = $client_id AND request.id::text = resource.id
    WHERE resource.type = 'request'
      AND request.id = ANY (SELECT id::bigint FROM resource WHERE type = 'request' AND id ~ '^[0-9]{1,18}$')
  UNION ALL SELECT resource.type, resource.id, process.title
    FROM resource JOIN signature_processes process ON process.client_id = $client_id AND process.id::text = resource.id
    WHERE resource.type = 'signature_process'
      AND process.id = ANY (SELECT id::uuid FROM resource WHERE type = 'signature_process' AND id ~ '^[0-9a-f-]{36}$')
  UNION ALL SELECT resource.type, resource.id, role.name
    FROM resource JOIN roles role ON role.client_id = $client_id AND role.code = resource.id
    WHERE resource.type = 'role'
  UNION ALL SELECT resource.type, resource.id, policy.name
    FROM resource JOIN retention_policies policy ON policy.client_id = $client_id AND policy.id = resource.id
    WHERE resource.type = 'retention_policy'
  UNION ALL SELECT resource.type, resource.id, application.name
    FROM resource JOIN applications application ON application.client_id = $client_id AND application.id = resource.id
    WHERE resource.type = 'application'
  UNION ALL SELECT resource.type, resource.id, hold.name
    FROM resource JOIN legal_holds hold ON hold.client_id = $client_id AND hold.id::text = resource.id
    WHERE resource.type = 'legal_hold' AND hold.kind = 'matter'
      AND hold.id = ANY (SELECT id::uuid FROM resource WHERE type = 'legal_hold' AND id ~ '^[0-9a-f-]{36}$')`)

/** What lets an administrator know the names of all of a type. Hidden requests are among requests. */
const PEOPLE_READ: Record<PersonRow['type'], Permission> = { employee: 'employees:read', user: 'users:read' }
const RESOURCES_READ: Record<string, Permission> = {
  employee_document: 'employee_documents:read',
  company_document: 'company_documents:read',
  request: 'requests:read_all',
  signature_process: 'signatures:read',
  role: 'roles:read',
  retention_policy: 'retention_policies:read',
  application: 'applications:read',
  legal_hold: 'legal_holds:read',
}

/** What the people and things of some entries are called today, as far as who asks may read all of their type. */
export async function nameEntries(
  db: Db,
  { id: client_id }: Client,
  { sequences, permissions }: { sequences: number[]; permissions: readonly string[] },
): Promise<{ subjects: PersonRow[]; resources: ResourceRow[] }> {
  const readable = (types: Record<string, Permission>) =>
    Object.keys(types).filter((type) => covers(permissions, types[type] as Permission))
  const [subjects, resources] = await Promise.all([
    listPeople(db, { client_id, sequences, types: readable(PEOPLE_READ) }),
    listResources(db, { client_id, sequences, types: readable(RESOURCES_READ) }),
  ])
  return { subjects, resources }
}
