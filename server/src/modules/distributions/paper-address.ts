import type { PlannedRow } from './package-queries.ts'
import type { ProjectRow } from './project-queries.ts'

/**
 * Where an envelope goes: to the employee's organization, to the address of the project, or to the employee's own. The name
 * of the employee stands on it in any case, so that it can be handed over.
 */
export function addressOf(project: ProjectRow, { employee, organization }: PlannedRow): string[] {
  const { package_sent_to_orgs: isToOrganizations } = project
  if (isToOrganizations) return [employee.name, ...(organization === null ? employee.address : [organization])]
  const lines = projectLines(project)
  if (lines.length > 0) return [employee.name, ...lines]
  return [employee.name, ...employee.address]
}

function projectLines({ package_address: address }: ProjectRow): string[] {
  const { first_name, last_name, postcode, city } = address
  const lines = [
    [first_name, last_name].filter(Boolean).join(' '),
    ...[address.address, address.address_2, address.address_3],
    [postcode, city].filter(Boolean).join(' '),
    address.country,
  ]
  return lines.filter((line): line is string => Boolean(line))
}
