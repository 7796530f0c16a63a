import { sql } from 'kysely'
import type { Client, Work } from '#kernel/work.ts'
import { managersOfRolesCovering, type Person, personSql } from '#modules/directory/index.ts'
import type { NewFile } from '#modules/requests/conversation/files.ts'
import { type FormContent, formContent } from '#modules/requests/forms/form-content.ts'
import type { FormInput } from '#modules/requests/forms/schemas.ts'
import { COUNTED } from '#modules/requests/listing/count-requests.ts'
import type { FormOfRequest, StoredRequest } from '#modules/requests/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { parametersFor, statement } from '#platform/db/statement.ts'
import type { PendingEvent } from '#platform/db/work.ts'
import { type EventStamp, eventCtes, stampEvent } from '#platform/events/outbox.ts'

/** The rows that a new request refers to, and its number. */
export type Named = {
  id: string
  sealed_shared_token: string
  form: (FormOfRequest & { code: string; version: number; content: FormContent }) | undefined
  employee: { key: string; ancestors: number[]; person: Person } | undefined
  creator: { key: string; person: Person } | undefined
}
type FormColumns = { version: number; definition: FormInput; total_hits: string; created_at: Date; updated_at: Date }
type NamedRow = (FormColumns | Record<keyof FormColumns, null>) & {
  id: string
  sealed_shared_token: string
  employee_key: string | null
  employee_ancestors: number[] | null
  employee: Person
  creator_key: string | null
  creator: Person
}

const find = statement<
  NamedRow,
  {
    client_id: string
    form_code: string | null
    employee_technical_id: string | null
    creator_technical_id: string | null
  }
>(`
  SELECT nextval('request_ids')::text AS id, client.sealed_shared_token,
    form.version, kept.definition, form.total_hits, form.created_at, form.updated_at,
    employee.key AS employee_key, to_json(employee.ancestors) AS employee_ancestors, ${personSql('employee')} AS employee,
    creator.key AS creator_key, ${personSql('creator')} AS creator
  FROM clients client
  LEFT JOIN forms form ON form.client_id = client.id AND form.code = $form_code AND form.deleted_at IS NULL
  LEFT JOIN form_versions kept ON kept.client_id = client.id AND kept.code = form.code AND kept.version = form.version
  LEFT JOIN employees employee
    ON employee.client_id = client.id AND employee.technical_id = $employee_technical_id AND employee.deleted_at IS NULL
  LEFT JOIN users creator ON creator.client_id = client.id AND creator.technical_id = $creator_technical_id
  WHERE client.id = $client_id`)

/** All of it in one statement: every new request asks for it. */
export async function findNamed(
  db: Db,
  client: Client,
  names: { form: string | undefined; employee: string | undefined; creator: string | undefined },
): Promise<Named> {
  const [row] = await find(db, {
    client_id: client.id,
    form_code: names.form ?? null,
    employee_technical_id: names.employee ?? null,
    creator_technical_id: names.creator ?? null,
  })
  if (!row) throw new Error(`Client ${client.id} not found.`)
  const { id, sealed_shared_token, version, total_hits, created_at, updated_at, employee_key, creator_key } = row
  const content = version === null ? undefined : formContent(row.definition)
  const { title, category, featured } = content ?? {}
  return {
    id,
    sealed_shared_token,
    form:
      version === null || !content
        ? undefined
        : {
            code: names.form ?? '',
            version,
            content,
            total_hits,
            created_at,
            updated_at,
            title: title ?? '',
            category: category ?? null,
            featured: featured ?? false,
          },
    employee:
      employee_key === null
        ? undefined
        : { key: employee_key, ancestors: row.employee_ancestors ?? [], person: row.employee },
    creator: creator_key === null ? undefined : { key: creator_key, person: row.creator },
  }
}

export type Assigned = { key: string; person: Person }

/** All of them get a mail for each change, hence a limit. */
const MAX_ASSIGNED = 100

/** The managers of these ids and roles; of a role those in whose perimeter the employee is, or all when there is none. */
export async function listAssigned(
  db: Db,
  client: Client,
  { managers, roles }: { managers: string[]; roles: string[] },
  ancestors: number[] | undefined,
): Promise<Assigned[]> {
  if (managers.length + roles.length === 0) return []
  const wanted = sql`${roles}::text[]`
  const ofRoles = ancestors
    ? managersOfRolesCovering(client, sql`${ancestors}::integer[]`, wanted)
    : sql`SELECT user_key FROM profiles WHERE client_id = ${client.id} AND role = ANY (${wanted})`
  const named = sql`array_position(${managers}::text[], manager.technical_id)`
  const { rows } = await sql<Assigned>`
    SELECT manager.key, ${sql.raw(personSql('manager'))} AS person FROM users manager
    WHERE manager.client_id = ${client.id}
      AND (manager.technical_id = ANY (${managers}::text[]) OR manager.key IN (${ofRoles}))
    ORDER BY ${named} NULLS LAST, manager.sort_name, manager.key LIMIT ${MAX_ASSIGNED}`.execute(db)
  return rows
}

const COLUMNS = [
  'id',
  'form_code',
  'form_version',
  'subject',
  'sort_subject',
  'body',
  'body_json',
  'origin',
  'priority',
  'status',
  'custom_state',
  'employee_key',
  'creator_user_key',
  'creator_employee_key',
  'manager_keys',
  'processing_date_due',
  'processing_start_date',
  'closed_by_user_key',
  'closed_at',
  'visible_by_employee',
  'callback_url',
  'created_at',
  'updated_at',
] as const satisfies (keyof StoredRequest)[]
type NewRow = Omit<Pick<StoredRequest, (typeof COLUMNS)[number]>, 'body_json'> & { body_json: string | null }

const insert = statement<
  never,
  NewRow & EventStamp & { client_id: string; files: string; event_type: string; event_data: string }
>(`
  WITH made AS (
    INSERT INTO requests (client_id, ${COLUMNS.join(', ')})
    VALUES ($client_id, ${parametersFor(COLUMNS)}) RETURNING *
  ), counted AS (
    INSERT INTO request_changes_to_count (client_id, change, ${COUNTED.join(', ')})
    SELECT client_id, 1, ${COUNTED.join(', ')} FROM made
  ), remembered AS (
    INSERT INTO request_history
      (client_id, request_id, action, changes, user_key, employee_key, actor_type, actor_name, created_at)
    SELECT client_id, id, 'created', '[]', creator_user_key, creator_employee_key, $event_actor_type, $event_actor_name,
      created_at
    FROM made
  ), kept AS (
    INSERT INTO request_files (client_id, request_id, id, field_code, position, filename, content_type, size, sha256)
    SELECT made.client_id, made.id, file.id, file.field_code, file.position, file.filename, file.content_type, file.size,
      file.sha256
    FROM made CROSS JOIN json_to_recordset($files::json) AS file
      (id uuid, field_code text, position smallint, filename text, content_type text, size bigint, sha256 text)
  ), told AS (
    SELECT client_id, $event_type::text AS type, id::text AS resource_id, $event_data::text AS data FROM made
  ), ${eventCtes('told')}
  SELECT FROM made`)

/** Stores a request with its files, count, history and event: one statement, at the end of the work. */
export function insertRequest(
  work: Work,
  request: StoredRequest,
  files: NewFile[],
  event: { type: string; data: string },
): Omit<PendingEvent, 'resourceId'> {
  const row = { ...request, body_json: request.body_json && JSON.stringify(request.body_json) }
  const stamp = stampEvent(work)
  work.lastStatements.push(() =>
    insert(work.tx, {
      ...row,
      ...stamp,
      client_id: work.client.id,
      files: JSON.stringify(files),
      event_type: event.type,
      event_data: event.data,
    }),
  )
  return { id: stamp.event_id, ...event, createdAt: work.now }
}
