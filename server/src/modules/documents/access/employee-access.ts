import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { type EmployeeOrganization, perimeterCoversIndexed } from '#modules/directory/index.ts'
import type { Filter } from '#platform/db/lists/filtered-page.ts'
import { ofClient } from '#platform/db/statement.ts'

/*
 * Which documents an employee may read. Every list, count, file, mail and archive for employees asks here, and nothing else
 * decides it. Each function answers a condition on a row, which the statement knows under the name `row`; its client is
 * `$client_id`.
 */

/** The type lets employees see its documents. `row` is of `documents` or of `vault_documents`. */
export function isVisible(row: string): string {
  return `EXISTS (SELECT FROM document_types seen WHERE seen.client_id = $client_id
    AND seen.id = ${row}.document_type_id AND seen.visible_by_employee)`
}

/** In the folder of an employee, who reads it there. */
export function isInFolder(row: string, employeeKey: string): string {
  return `(${row}.employee_key = ${employeeKey} AND ${row}.trashed_at IS NULL AND ${isVisible(row)})`
}

/** In the vault of its employee while it is in the folder, or in the trash of the company. */
export function isInVault(row: string): string {
  return `(${row}.is_linked AND ${isVisible(row)})`
}

/** In the folder or in the vault of its employee. */
export function isReadByItsEmployee(row: string): string {
  return `((${row}.trashed_at IS NULL OR ${row}.is_linked) AND ${isVisible(row)})`
}

/** A company document, as `document`, of one of the organizations of an employee. */
export function isOfOrganizations(client: Client, organizations: readonly EmployeeOrganization[]): Filter {
  const perimeter = { organizationKeys: organizations.map((one) => one.key) }
  const isThere = sql`document.kind = 'company' AND document.trashed_at IS NULL AND ${ofClient(isVisible('document'), client)}`
  return {
    onWalk: sql`(${isThere} AND ${perimeterCoversIndexed(perimeter, sql`document.organization_keys`)})`,
    findsLittle: organizations.length === 0,
  }
}
