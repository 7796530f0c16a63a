import { sql } from 'kysely'
import type { Client } from '#kernel/work.ts'
import { findOrganizations } from '#modules/directory/organizations/queries.ts'
import {
  type Perimeter,
  perimeterCovers,
  perimeterCoversIndexed,
  perimeterOf,
} from '#modules/directory/perimeter/perimeter.ts'
import type { Db } from '#platform/db/db.ts'
import type { Filter } from '#platform/db/lists/filtered-page.ts'
import { isUuid } from '#platform/uuid.ts'
import type { ListEmployeesQuery } from './schemas.ts'

/** From here on the index of texts finds less, at less cost, than that of ancestors. */
const MANY_ORGANIZATIONS = 100

/** What a list of employees can be narrowed by; `custom_fields` are values that they have. */
export type EmployeeSearch = Omit<ListEmployeesQuery, 'sort'> & {
  sort?: string
  custom_fields?: Record<string, unknown>[]
}

/** What narrows a list of employees, but for the search. */
export async function employeeFilters(db: Db, client: Client, query: EmployeeSearch): Promise<Filter[]> {
  return [...columnFilters(client, query), ...(await perimeterFilters(db, client, query))]
}

function columnFilters(client: Client, query: EmployeeSearch): Filter[] {
  const { status, email, employee_number, core_uuid, updated_at_since, custom_fields = [] } = query
  const filters: Filter[] = []
  if (status !== undefined) {
    filters.push({ onWalk: status === 'terminated' ? sql`employee.terminated` : sql`NOT employee.terminated` })
  }
  if (updated_at_since !== undefined) filters.push({ onWalk: sql`employee.updated_at >= ${updated_at_since}` })
  if (email !== undefined) filters.push({ onWalk: sql`lower(employee.email) = lower(${email})`, findsLittle: true })
  if (core_uuid !== undefined) {
    const isIt = isUuid(core_uuid) ? sql`employee.core_uuid = ${core_uuid}` : sql`false`
    filters.push({ onWalk: isIt, findsLittle: true })
  }
  if (employee_number !== undefined) {
    const numbered = sql`employee.key IN (
      SELECT employee_key FROM registrations WHERE client_id = ${client.id} AND employee_number = ${employee_number})`
    filters.push({ onWalk: numbered, findsLittle: true })
  }
  for (const one of custom_fields) {
    filters.push({ onWalk: sql`employee.custom_fields @> ${JSON.stringify(one)}::jsonb` })
  }
  return filters
}

/** An unknown organization or manager matches no employee. */
async function perimeterFilters(db: Db, client: Client, query: EmployeeSearch): Promise<Filter[]> {
  const { organization_code, include_below, visible_by_technical_id, q } = query
  const perimeters: Perimeter[] = []
  if (organization_code !== undefined) {
    const key = (await findOrganizations(db, client, [organization_code])).get(organization_code)?.key
    perimeters.push({ organizationKeys: key === undefined ? [] : [include_below ? key : -key] })
  }
  if (visible_by_technical_id !== undefined) {
    perimeters.push(
      await perimeterOf(db, client, { technicalId: visible_by_technical_id, permission: 'employees:read' }),
    )
  }
  const ancestors = sql.ref('employee.ancestors')
  return perimeters.map((one) => {
    const onWalk = perimeterCovers(one, ancestors)
    const isFound = q === undefined || one.organizationKeys.length < MANY_ORGANIZATIONS
    return {
      onWalk,
      ...(isFound ? { onFind: perimeterCoversIndexed(one, ancestors) } : {}),
      findsLittle: one.organizationKeys.length === 0,
    }
  })
}
