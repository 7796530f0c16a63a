import type { Client } from '#kernel/work.ts'
import type { PostalAddress } from '#modules/directory/postal-address.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { lookup, statement } from '#platform/db/statement.ts'
import type { Employee, Registration } from './schemas.ts'

export type EmployeeRow = PostalAddress & {
  key: string
  technical_id: string
  core_uuid: string
  first_name: string
  last_name: string
  email: string | null
  language: string | null
  registrations: Registration[]
  custom_fields: Employee['custom_fields']
  terminated: boolean
  sort_name: string
  sort_first_name: string
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

/** What is shown of an employee, and what lists are sorted by. */
export const EMPLOYEE_COLUMNS = `
  employee.key, employee.technical_id, employee.core_uuid, employee.first_name, employee.last_name, employee.email,
  employee.language, employee.address, employee.address_2, employee.address_3, employee.postcode, employee.city,
  employee.country, employee.custom_fields, employee.terminated, employee.sort_name, employee.sort_first_name,
  employee.created_at, employee.updated_at, employee.deleted_at,
  (SELECT coalesce(json_agg(json_build_object('organization_code', organization.code,
      'employee_number', registration.employee_number, 'active', registration.active,
      'departure_date', registration.departure_date) ORDER BY registration.position), '[]')
   FROM registrations registration JOIN organizations organization
     ON organization.client_id = registration.client_id AND organization.key = registration.organization_key
   WHERE registration.client_id = $client_id AND registration.employee_key = employee.key) AS registrations`

const find = lookup<EmployeeRow, { client_id: string; technical_id: string }>(`
  SELECT ${EMPLOYEE_COLUMNS} FROM employees employee
  WHERE employee.client_id = $client_id AND employee.technical_id = $technical_id AND employee.deleted_at IS NULL`)

/** An employee who was not deleted. */
export async function findEmployee(db: Db, client: Client, technicalId: string): Promise<EmployeeRow | undefined> {
  return (await find(db, { client_id: client.id, technical_id: technicalId }))[0]
}

const lock = statement<object, { client_id: string; technical_ids: string[] }>(`
  SELECT FROM employees WHERE client_id = $client_id AND technical_id = ANY ($technical_ids) AND erased_at IS NULL
  ORDER BY technical_id FOR NO KEY UPDATE`)
const findMany = statement<EmployeeRow, { client_id: string; technical_ids: string[] }>(`
  SELECT ${EMPLOYEE_COLUMNS} FROM employees employee
  WHERE employee.client_id = $client_id AND employee.technical_id = ANY ($technical_ids) AND employee.erased_at IS NULL`)

/** The existing ones of these employees, deleted or not; they are locked until the transaction ends. */
export async function lockEmployees(tx: Tx, client: Client, technicalIds: string[]): Promise<EmployeeRow[]> {
  // A second statement, so that it sees what the last holder of a lock committed; both are sent at once.
  const [locked, rows] = await Promise.all([
    lock(tx, { client_id: client.id, technical_ids: technicalIds }),
    findMany(tx, { client_id: client.id, technical_ids: technicalIds }),
  ])
  // Another transaction created one between the two statements: it was found, but is not locked yet.
  return locked.length < rows.length ? lockEmployees(tx, client, technicalIds) : rows
}

export type WrittenRegistration = {
  position: number
  organization_key: number
  employee_number: string
  active: boolean
  departure_date: string | null
}

/** What is stored of an employee, but for the keys and times. */
export type WrittenEmployee = PostalAddress &
  Pick<
    EmployeeRow,
    'technical_id' | 'first_name' | 'last_name' | 'email' | 'language' | 'custom_fields' | 'terminated' | 'sort_name'
  > & { ancestors: number[]; sort_first_name: string; search_text: string; registrations: WrittenRegistration[] }

const WRITTEN = [
  'first_name',
  'last_name',
  'email',
  'language',
  'address',
  'address_2',
  'address_3',
  'postcode',
  'city',
  'country',
  'custom_fields',
  'terminated',
  'ancestors',
  'sort_name',
  'sort_first_name',
  'search_text',
]
const WRITTEN_TYPES: Record<string, string> = { custom_fields: 'jsonb', terminated: 'boolean', ancestors: 'integer[]' }
const written = WRITTEN.join(', ')
const GIVEN = `${WRITTEN.map((column) => `${column} ${WRITTEN_TYPES[column] ?? 'text'}`).join(', ')}, registrations json`
const REGISTRATION = 'position, organization_key, employee_number, active, departure_date'
const GIVEN_REGISTRATION =
  'position smallint, organization_key integer, employee_number text, active boolean, departure_date date'

const insert = statement<{ key: string; technical_id: string }, { client_id: string; rows: string; created_at: Date }>(`
  WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset($rows::json) AS given (technical_id text, core_uuid uuid, ${GIVEN})
  ), made AS (
    INSERT INTO employees (client_id, technical_id, core_uuid, ${written}, created_at, updated_at)
    SELECT $client_id, technical_id, core_uuid, ${written}, $created_at, $created_at FROM given
    ORDER BY technical_id -- always in one order, so that two calls never wait for each other in a circle
    ON CONFLICT (client_id, technical_id) DO NOTHING RETURNING key, technical_id
  ), registered AS (
    INSERT INTO registrations (client_id, employee_key, ${REGISTRATION})
    SELECT $client_id, made.key, registration.* FROM made JOIN given ON given.technical_id = made.technical_id
    CROSS JOIN json_to_recordset(given.registrations) AS registration (${GIVEN_REGISTRATION})
  )
  SELECT key, technical_id FROM made`)

export type NewRow = WrittenEmployee & { core_uuid: string }

/** Stores new employees; those whose id was taken meanwhile do not come back. */
export async function insertEmployees(tx: Tx, client: Client, rows: NewRow[], now: Date): Promise<Set<string>> {
  const made = await insert(tx, { client_id: client.id, rows: JSON.stringify(rows), created_at: now })
  return new Set(made.map((row) => row.technical_id))
}

const update = statement<never, { client_id: string; rows: string; now: Date }>(`
  UPDATE employees employee SET (${written}, updated_at, deleted_at)
    = (${WRITTEN.map((column) => `given.${column}`).join(', ')}, $now, NULL)
  FROM json_to_recordset($rows::json) AS given (key bigint, ${GIVEN})
  WHERE employee.client_id = $client_id AND employee.key = given.key`)
const unregister = statement<never, { client_id: string; employee_keys: string[] }>(`
  DELETE FROM registrations WHERE client_id = $client_id AND employee_key = ANY ($employee_keys::bigint[])`)
const register = statement<never, { client_id: string; rows: string }>(`
  INSERT INTO registrations (client_id, employee_key, ${REGISTRATION})
  SELECT $client_id, given.key, registration.* FROM json_to_recordset($rows::json) AS given (key bigint, registrations json)
  CROSS JOIN json_to_recordset(given.registrations) AS registration (${GIVEN_REGISTRATION})`)

export type ChangedRow = WrittenEmployee & { key: string; hasOtherRegistrations: boolean }

/** Stores changed employees, and restores deleted ones. */
export async function updateEmployees(tx: Tx, client: Client, rows: ChangedRow[], now: Date): Promise<void> {
  await update(tx, { client_id: client.id, rows: JSON.stringify(rows), now })
  const moved = rows.filter((row) => row.hasOtherRegistrations)
  if (moved.length === 0) return
  await unregister(tx, { client_id: client.id, employee_keys: moved.map((row) => row.key) })
  await register(tx, {
    client_id: client.id,
    rows: JSON.stringify(moved.map(({ key, registrations }) => ({ key, registrations }))),
  })
}

const listDeleted = statement<{ technical_id: string }, { client_id: string; technical_ids: string[] }>(`
  SELECT technical_id FROM employees
  WHERE client_id = $client_id AND technical_id = ANY($technical_ids::text[]) AND deleted_at IS NOT NULL AND erased_at IS NULL`)

/** Those of these who are deleted for now. */
export async function listDeletedEmployees(tx: Tx, client: Client, technicalIds: string[]): Promise<Set<string>> {
  return new Set(
    (await listDeleted(tx, { client_id: client.id, technical_ids: technicalIds })).map(
      ({ technical_id }) => technical_id,
    ),
  )
}

const mark = statement<never, { client_id: string; key: string; updated_at: Date; deleted_at: Date | null }>(`
  UPDATE employees SET updated_at = $updated_at, deleted_at = $deleted_at WHERE client_id = $client_id AND key = $key`)

type MarkedEmployee = { key: string; now: Date; deletedAt: Date | null }

/** Deletes an employee for a while, or brings one back. */
export async function markEmployee(tx: Tx, client: Client, { key, now, deletedAt }: MarkedEmployee) {
  await mark(tx, { client_id: client.id, key, updated_at: now, deleted_at: deletedAt })
}
