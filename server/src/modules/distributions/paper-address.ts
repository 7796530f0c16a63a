import type { PlannedRow } from './package-queries.ts'
import type { ProjectRow } from './project-queries.ts'

/**
 * Where an envelope goes: to the employee's organization, to the address of the project, or to the employee's own. The name
 * of the employee stands on it in any case, so that it can be handed over.
 */
export function addressOf(project: ProjectRow, planned: PlannedRow): string[] {
  return [planned.employee.name, ...placeOf(project, planned)].map((line) =>
    oneLine(line).slice(0, MOST_LINE).toWellFormed(),
  )
}

/** A window shows no more of a line, wrapped as it is. */
const MOST_LINE = 80

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function placeOf(project: ProjectRow, { employee, organization }: PlannedRow): string[] {
  if (project.package_sent_to_orgs) return organization === null ? employee.address : [organization]
  const lines = projectLines(project)
  return lines.length > 0 ? lines : employee.address
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
