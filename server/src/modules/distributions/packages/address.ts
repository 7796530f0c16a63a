import type { ProjectRow } from '#modules/distributions/projects/queries.ts'
import type { PackageAddress } from '#modules/distributions/projects/schemas.ts'

type Address = Omit<PackageAddress, 'first_name' | 'last_name'>
type Nulls<T> = { [Name in keyof T]?: T[Name] | null }

/** Who gets a package, with the addresses that it may go to. */
export type Recipient = {
  employee: { name: string; technical_id: string; address: Nulls<Address> }
  organization: { code: string; name: string; address: Nulls<Address> } | null
}

export const PACKAGE_PROBLEMS = [
  'no_organization',
  'organization_address_missing',
  'organization_address_incomplete',
  'project_address_incomplete',
  'employee_address_missing',
  'employee_address_incomplete',
  'not_printable',
] as const
export type PackageProblem = { code: (typeof PACKAGE_PROBLEMS)[number]; message: string }

export function packageProblem(code: PackageProblem['code'], message: string): PackageProblem {
  return { code, message }
}

type Destination = { lines: string[]; problem: PackageProblem | null }
type Owner = 'organization' | 'project' | 'employee'

/** Whose address the packages of a project have. */
export function addressOwner({ package_sent_to_orgs, package_address }: ProjectRow): Owner {
  if (package_sent_to_orgs) return 'organization'
  return Object.keys(package_address).length > 0 ? 'project' : 'employee'
}

/** The lines on a package. The employee's name stands on it in any case, so that it can be handed over. */
export function destinationOf(project: ProjectRow, recipient: Recipient): Destination {
  const { lines, problem } = placeOf(project, recipient)
  const printed = [recipient.employee.name, ...lines].map((line) => oneLine(line).slice(0, MAX_LINE).toWellFormed())
  return { lines: printed.filter((line) => line !== ''), problem }
}

/** A window shows no more of a line, wrapped as it is. */
const MAX_LINE = 80

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function placeOf(project: ProjectRow, { employee, organization }: Recipient): Destination {
  const owner = addressOwner(project)
  if (owner === 'project') {
    const { first_name, last_name, ...address } = project.package_address
    const problem = problemOf(owner, 'The address of the project', address)
    return { lines: [[first_name, last_name].filter(Boolean).join(' '), ...linesOf(address)], problem }
  }
  if (owner === 'employee') {
    const problem = problemOf(owner, `The address of employee ${employee.technical_id}`, employee.address)
    return { lines: linesOf(employee.address), problem }
  }
  if (!organization) {
    const message = `Employee ${employee.technical_id} belongs to no organization.`
    return { lines: [], problem: packageProblem('no_organization', message) }
  }
  const problem = problemOf(owner, `The address of organization ${organization.code}`, organization.address)
  return { lines: [organization.name, ...linesOf(organization.address)], problem }
}

function problemOf(owner: Owner, whose: string, address: Nulls<Address>): PackageProblem | null {
  const missing = missingIn(address)
  if (missing.length === 0) return null
  if (owner !== 'project' && linesOf(address).length === 0) {
    return packageProblem(`${owner}_address_missing`, `${whose} is missing.`)
  }
  return packageProblem(`${owner}_address_incomplete`, `${whose} is incomplete (missing: ${missing.join(', ')}).`)
}

/** What a carrier needs and an address does not have: a street or a box, a postcode, a city. */
export function missingIn({ address, address_2, address_3, postcode, city }: Nulls<Address>): string[] {
  const needed = { address: [address, address_2, address_3], postcode: [postcode], city: [city] }
  return Object.entries(needed).flatMap(([name, lines]) => (lines.some((line) => line?.trim()) ? [] : [name]))
}

function linesOf({ address, address_2, address_3, postcode, city, country }: Nulls<Address>): string[] {
  const lines = [address, address_2, address_3, [postcode, city].filter((one) => one?.trim()).join(' '), country]
  return lines.filter((line): line is string => Boolean(line?.trim()))
}
