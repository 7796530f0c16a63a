import type { Reader } from '#kernel/access/reader-language.ts'
import type { Client } from '#kernel/work.ts'
import { presentFilterField } from '#modules/directory/custom-fields/present.ts'
import { type CustomFieldRow, findCustomFields } from '#modules/directory/custom-fields/queries.ts'
import { organizationNames } from '#modules/directory/organizations/list-organizations-for-manager.ts'
import { getEmployeeForManager, permissionsAt } from '#modules/directory/perimeter/get-employee-for-manager.ts'
import { presentEmployee } from '#modules/directory/present.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import { invalid, notFound } from '#platform/problem.ts'
import { orderIn } from '#platform/text/language.ts'
import type { EmployeeSearch } from './filters.ts'
import { countEmployees, listEmployees } from './list-employees.ts'
import type { EmployeeItem, EmployeeProfile, ListManagerEmployeesQuery } from './manager-schemas.ts'
import { findEmployee } from './queries.ts'
import type { Employee } from './schemas.ts'

type Page = KeysetPage<EmployeeItem> & { total: number | undefined }

/** A page of the employees that a manager can see; the first page has their number. */
export async function listEmployeesForManager(
  db: Db,
  client: Client,
  { reader, query }: { reader: Reader; query: ListManagerEmployeesQuery },
  asked: PageRequest,
): Promise<Page> {
  const search = await searchOf(db, client, reader.technical_id, query)
  const [page, total] = await Promise.all([
    listEmployees(db, client, search, asked),
    asked.at === undefined ? countEmployees(db, client, search) : undefined,
  ])
  const nameOf = await organizationNames(db, client, page.rows.flatMap(organizationsOf), reader.language)
  return { ...page, rows: page.rows.map((row) => presentItem(row, nameOf)), total }
}

async function searchOf(
  db: Db,
  client: Client,
  manager: string,
  { custom_field, status = 'all', ...query }: ListManagerEmployeesQuery,
): Promise<EmployeeSearch> {
  const given = custom_field === undefined ? [] : [custom_field].flat()
  const fields = given.length === 0 ? new Map() : await findCustomFields(db, client)
  return {
    ...query,
    ...(status === 'all' ? {} : { status }),
    include_below: true,
    visible_by_technical_id: manager,
    custom_fields: given.map((one) => parseFieldValue(one, fields)),
  }
}

/** `grade:senior`, as it is stored. */
function parseFieldValue(text: string, fields: Map<string, CustomFieldRow>): Record<string, unknown> {
  const end = text.indexOf(':')
  const code = text.slice(0, end)
  const value = text.slice(end + 1)
  const field = end > 0 ? fields.get(code) : undefined
  if (!field)
    throw invalid('custom_field', 'unknown_custom_field', 'This is not a custom field filter (expected code:value).')
  if (field.type === 'integer') return { [code]: Number(value) }
  return { [code]: field.type === 'boolean' ? value === 'true' : value }
}

function registrationsOf({ registrations, status }: Employee) {
  return registrations.filter((one) => one.active || status === 'terminated')
}

function organizationsOf(employee: Employee): string[] {
  return [...new Set(registrationsOf(employee).map((one) => one.organization_code))]
}

function presentItem(employee: Employee, nameOf: (code: string) => string): EmployeeItem {
  const { technical_id, first_name, last_name, email, status, created_at } = employee
  return {
    technical_id,
    first_name,
    last_name,
    email,
    status,
    created_at,
    employee_numbers: [...new Set(registrationsOf(employee).map((one) => one.employee_number))],
    organizations: organizationsOf(employee).map((code) => ({ code, name: nameOf(code) })),
  }
}

/** All that a manager is shown of an employee. */
export async function getEmployeeProfileForManager(
  db: Db,
  client: Client,
  { technical_id: manager, language }: Reader,
  technicalId: string,
): Promise<EmployeeProfile> {
  const { ancestors } = await getEmployeeForManager(db, client, { manager, technicalId, permission: 'employees:read' })
  const row = await findEmployee(db, client, technicalId)
  if (!row) throw notFound('employee', technicalId)
  const { core_uuid: _, deleted_at: __, ...employee } = presentEmployee(row)
  const [fields, permissions, nameOf] = await Promise.all([
    findCustomFields(db, client),
    permissionsAt(db, client, manager, ancestors),
    organizationNames(
      db,
      client,
      employee.registrations.map((one) => one.organization_code),
      language,
    ),
  ])
  return {
    ...employee,
    registrations: employee.registrations.map((one) => ({ ...one, organization_name: nameOf(one.organization_code) })),
    custom_fields: [...fields.values()]
      .map((field) => presentFilterField(field, language))
      .toSorted((left, right) => orderIn(language)(left.name, right.name))
      .map(({ code, name, type }) => ({ code, name, type, value: employee.custom_fields[code] ?? null })),
    permissions,
  }
}
