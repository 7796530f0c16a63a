import type { Work } from '#kernel/work.ts'
import { unknownOrganization } from '#modules/directory/check-references.ts'
import { checkCustomFields } from '#modules/directory/custom-fields/check-custom-fields.ts'
import { type CustomFieldRow, findCustomFields } from '#modules/directory/custom-fields/queries.ts'
import { lockDirectoryShared } from '#modules/directory/directory-lock.ts'
import { unionOfAncestors } from '#modules/directory/organizations/ancestors.ts'
import { findOrganizations, type OrganizationWithAncestors } from '#modules/directory/organizations/queries.ts'
import { personTexts, sortFirstName } from '#modules/directory/people/person-text.ts'
import { addressIn } from '#modules/directory/postal-address.ts'
import type { FieldError } from '#platform/problem.ts'
import { repeatsIn } from '#platform/repeats.ts'
import type { WrittenEmployee } from './queries.ts'
import type { NewEmployee, Registration } from './schemas.ts'

/** What employees refer to. */
type References = { organizations: Map<string, OrganizationWithAncestors>; fields: Map<string, CustomFieldRow> }

/** What these employees refer to, which stays as it is until the transaction ends. */
export async function lockReferences(work: Work, inputs: NewEmployee[]): Promise<References> {
  const codes = inputs.flatMap(({ registrations = [] }) => registrations.map((one) => one.organization_code))
  // Sent at once; what is found is as it is once the lock is held.
  const [, organizations, fields] = await Promise.all([
    lockDirectoryShared(work),
    findOrganizations(work.tx, work.client, codes),
    findCustomFields(work.tx, work.client),
  ])
  return { organizations, fields }
}

/** What stands for employees who were erased: it names nobody else. */
const PSEUDONYM = /^erased-[0-9a-f]{16}$/
const ofErased: FieldError = {
  field: 'technical_id',
  code: 'reserved',
  message: 'Such ids stand for employees who were erased (expected another id).',
}

/** An employee as it is to be stored and as it is shown. */
export type Draft = { written: WrittenEmployee; registrations: Registration[] }

export function toDraft(input: NewEmployee, { organizations, fields }: References): Draft | { errors: FieldError[] } {
  const { technical_id, first_name, last_name, email = null } = input
  const registrations = (input.registrations ?? []).map(({ active = true, departure_date = null, ...one }) => ({
    organization_code: one.organization_code,
    employee_number: one.employee_number,
    active,
    departure_date,
  }))
  if (PSEUDONYM.test(technical_id)) return { errors: [ofErased] }
  const custom = checkCustomFields(input.custom_fields ?? {}, fields)
  const errors = [...checkRegistrations(registrations, organizations), ...custom.errors]
  if (errors.length > 0) return { errors }

  const terminated = !registrations.some(({ active }) => active)
  const person = { technical_id, first_name, last_name, email, language: input.language?.toLowerCase() ?? null }
  const written: WrittenEmployee = {
    ...person,
    ...addressIn(input),
    ...personTexts(
      person,
      registrations.map((one) => one.employee_number),
    ),
    sort_first_name: sortFirstName(person),
    custom_fields: custom.values,
    terminated,
    ancestors: unionOfAncestors(
      registrations
        .filter(({ active }) => active || terminated)
        .map((one) => organizations.get(one.organization_code)?.ancestors ?? []),
    ),
    registrations: registrations.map(({ organization_code, ...one }, position) => ({
      ...one,
      position,
      organization_key: organizations.get(organization_code)?.key ?? 0,
    })),
  }
  return { written, registrations }
}

function checkRegistrations(registrations: Registration[], known: References['organizations']): FieldError[] {
  const repeats = repeatsIn(registrations.map((one) => JSON.stringify([one.organization_code, one.employee_number])))
  return registrations.flatMap(({ organization_code }, index) => {
    const field = `registrations.${index}`
    if (!known.has(organization_code)) return [unknownOrganization(`${field}.organization_code`, organization_code)]
    const message = 'This number appears more than once in this organization.'
    return repeats.has(index) ? [{ field: `${field}.employee_number`, code: 'repeated', message }] : []
  })
}
