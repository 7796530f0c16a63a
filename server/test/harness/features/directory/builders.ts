import type { DoWork, Work } from '#kernel/work.ts'
import { customFields } from '#modules/directory/custom-fields/custom-fields.ts'
import type { CustomFieldInput } from '#modules/directory/custom-fields/schemas.ts'
import { putEmployee } from '#modules/directory/employees/put-employees.ts'
import type { EmployeeInput } from '#modules/directory/employees/schemas.ts'
import { putOrganization } from '#modules/directory/organizations/put-organization.ts'
import type { OrganizationInput } from '#modules/directory/organizations/schemas.ts'
import { roles } from '#modules/directory/roles/roles.ts'
import { putUser } from '#modules/directory/users/put-user.ts'
import type { ProfileInput, UserInput } from '#modules/directory/users/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { acme, type globex, unique } from '#test/harness/builders.ts'

type Owned = { owner?: typeof acme | typeof globex }

/** Runs a step for a client; its events are not kept. */
async function quietly({ doWork }: { doWork: DoWork }, owner: Owned['owner'], step: (work: Work) => Promise<unknown>) {
  await doWork(owner ?? acme, async (work) => {
    await step(work)
    work.pendingEvents.length = 0
  })
}

type OrganizationOptions = Owned & Partial<OrganizationInput> & { code?: string }

export async function anOrganization(deps: { doWork: DoWork }, options: OrganizationOptions = {}): Promise<string> {
  const { code = unique('org'), name = code, parent = null, owner, ...address } = options
  await quietly(deps, owner, (work) => putOrganization(work, code, { name, parent, ...address }))
  return code
}

type RoleOptions = Owned & { code?: string; permissions?: string[] }

export async function aRole(deps: { doWork: DoWork }, options: RoleOptions = {}): Promise<string> {
  const { code = unique('role'), permissions = ['*'], owner } = options
  await quietly(deps, owner, (work) => roles.putOne(work, code, { name: code, permissions }))
  return code
}

type FieldOptions = Owned & Partial<CustomFieldInput> & { code?: string }

export async function aCustomField(deps: { doWork: DoWork }, options: FieldOptions = {}): Promise<string> {
  const { code = unique('field'), type = 'string', values = [], owner } = options
  await quietly(deps, owner, (work) => customFields.putOne(work, code, { name: code, type, values }))
  return code
}

type ManagerOptions = Owned & Partial<UserInput> & { technical_id?: string; profiles?: ProfileInput[] }

export async function aManager(deps: { doWork: DoWork }, options: ManagerOptions = {}): Promise<string> {
  const { technical_id = unique('M'), owner, ...given } = options
  const person = { first_name: 'Max', last_name: technical_id, email: `${technical_id.toLowerCase()}@acme.test` }
  await quietly(deps, owner, (work) => putUser(work, technical_id, { ...person, ...given }))
  return technical_id
}

type EmployeeOptions = Owned & Partial<EmployeeInput> & { technical_id?: string; organizations?: string[] }

/** An employee; `organizations` are where there is an active registration. */
export async function anEmployee(deps: { doWork: DoWork }, options: EmployeeOptions = {}): Promise<string> {
  const { technical_id = unique('E'), owner, organizations = [], ...given } = options
  const registrations = organizations.map((organization_code) => ({ organization_code, employee_number: technical_id }))
  const person = { first_name: 'Eve', last_name: technical_id, registrations }
  await quietly(deps, owner, (work) => putEmployee(work, technical_id, { ...person, ...given }))
  return technical_id
}

/** The types of the events that tell of a resource, in their order. */
export async function eventsOf(db: Db, resourceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('type')
    .where('resource_id', '=', resourceId)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.type)
}
