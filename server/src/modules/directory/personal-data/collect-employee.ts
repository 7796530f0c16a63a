import { nameIn, type Translations } from '#kernel/languages/translations.ts'
import type { Collector } from '#kernel/personal-data/collector.ts'
import { EMPLOYEE_COLUMNS, type EmployeeRow } from '#modules/directory/employees/queries.ts'
import { presentEmployee } from '#modules/directory/present.ts'
import { lookup, statement } from '#platform/db/statement.ts'

const findByKey = lookup<EmployeeRow, { client_id: string; key: string }>(`
  SELECT ${EMPLOYEE_COLUMNS} FROM employees employee WHERE employee.client_id = $client_id AND employee.key = $key::bigint`)

type Named = { code: string; name: string; localized_names: Translations }
const listOrganizations = statement<Named, { client_id: string; key: string }>(`
  SELECT code, name, localized_names FROM organizations WHERE client_id = $client_id AND key IN (
    SELECT organization_key FROM registrations WHERE client_id = $client_id AND employee_key = $key::bigint)`)

/** The record of an employee, deleted or not. */
export const employeeCollector: Collector = {
  kind: 'employee',
  async *collect({ db, client, language }, { employee_key }) {
    const asked = { client_id: client.id, key: employee_key }
    const [[row], organizations] = await Promise.all([findByKey(db, asked), listOrganizations(db, asked)])
    if (!row) return
    const names = new Map(organizations.map((one) => [one.code, nameIn(one.localized_names, language, one.name)]))
    const employee = presentEmployee(row)
    const registrations = employee.registrations.map((one) => ({
      ...one,
      organization_name: names.get(one.organization_code) ?? null,
    }))
    yield { data: { ...employee, registrations }, title: null, date: null, files: [] }
  },
}
