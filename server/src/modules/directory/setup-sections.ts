import { type Static, Type } from 'typebox'
import type { Work } from '#platform/db/work.ts'
import { type FieldError, invalid, invalidFields, prefixFields } from '#platform/problem.ts'
import {
  listSection,
  type Outcome,
  refuseRepeats,
  type SetupChange,
  type SetupSection,
} from '#platform/setup-section.ts'
import type { AccountOwner } from './account-queries.ts'
import { Password } from './account-schemas.ts'
import { customFields } from './custom-fields.ts'
import { MOST_BULK_EMPLOYEES, NewEmployee } from './employee-schemas.ts'
import { accountLinksSection } from './log-ins/setup-section.ts'
import { organizationGroups } from './organization-groups.ts'
import { OrganizationInput } from './organization-schemas.ts'
import { putFirstPassword } from './put-account.ts'
import { putEmployees } from './put-employees.ts'
import { putOrganization } from './put-organization.ts'
import { putUser } from './put-user.ts'
import { roles } from './roles.ts'
import { samlIdentityProviders } from './saml-identity-providers.ts'
import { OrganizationCode, TechnicalId } from './schemas.ts'
import { UserInput } from './user-schemas.ts'

const Organizations = Type.Array(Type.Object({ code: OrganizationCode, ...OrganizationInput.properties }))

/** Organizations may be listed in any order: one that others lie below is brought in before them. */
const organizationsSection: SetupSection = {
  key: 'organizations',
  schema: Organizations,
  async apply(work, value) {
    refuseRepeats(value as object[], 'code')
    const listed = new Map((value as Static<typeof Organizations>).map((one, index) => [one.code, { one, index }]))
    const waiting = new Set<string>()
    const changes: SetupChange[] = []
    const bringIn = async (code: string | null | undefined): Promise<void> => {
      const found = code ? listed.get(code) : undefined
      if (!code || !found) return
      if (waiting.has(code)) throw invalid(`${found.index}.parent`, 'cycle', `${code} would lie below itself.`)
      waiting.add(code)
      await bringIn(found.one.parent)
      listed.delete(code)
      const { outcome } = await prefixFields(`${found.index}`, () => putOrganization(work, code, found.one))
      changes.push({ what: `organization ${code}`, outcome })
    }
    for (const code of [...listed.keys()]) await bringIn(code)
    return changes
  },
}

const Employees = Type.Array(Type.Object({ ...NewEmployee.properties, password: Type.Optional(Password) }))

const employeesSection: SetupSection = {
  key: 'employees',
  schema: Employees,
  async apply(work, value) {
    const changes: SetupChange[] = []
    const errors: FieldError[] = []
    const all = value as Static<typeof Employees>
    refuseRepeats(all, 'technical_id')
    for (let start = 0; start < all.length; start += MOST_BULK_EMPLOYEES) {
      const some = all.slice(start, start + MOST_BULK_EMPLOYEES)
      const results = await putEmployees(work, some)
      for (const [index, { technical_id, password }] of some.entries()) {
        const result = results[index]
        if (!result || 'errors' in result) {
          const refused = result?.errors ?? []
          errors.push(...refused.map((one) => ({ ...one, field: `${start + index}.${one.field}` })))
          continue
        }
        const owner = { scope: 'employee', technicalId: technical_id } as const
        const outcome = await withPassword(work, owner, password, result.outcome)
        changes.push({ what: `employee ${technical_id}`, outcome })
      }
    }
    if (errors.length > 0) throw invalidFields(errors)
    return changes
  },
}

const Managers = Type.Array(
  Type.Object({ technical_id: TechnicalId, ...UserInput.properties, password: Type.Optional(Password) }),
)

const managersSection: SetupSection = {
  key: 'managers',
  schema: Managers,
  async apply(work, value) {
    refuseRepeats(value as object[], 'technical_id')
    const changes: SetupChange[] = []
    for (const [index, { technical_id, password, ...input }] of (value as Static<typeof Managers>).entries()) {
      const { outcome } = await prefixFields(`${index}`, () => putUser(work, technical_id, input))
      const owner = { scope: 'manager', technicalId: technical_id } as const
      changes.push({
        what: `manager ${technical_id}`,
        outcome: await withPassword(work, owner, password, outcome),
      })
    }
    return changes
  },
}

async function withPassword(
  work: Work,
  owner: AccountOwner,
  password: string | undefined,
  outcome: Outcome,
): Promise<Outcome> {
  const account = password === undefined ? 'unchanged' : await putFirstPassword(work, owner, password)
  return outcome === 'unchanged' && account !== 'unchanged' ? 'updated' : outcome
}

/** In the order in which they are applied: people refer to all that comes before them. */
export const directorySections: readonly SetupSection[] = [
  organizationsSection,
  listSection({ key: 'organization_groups', ...organizationGroups }),
  listSection({ key: 'custom_fields', ...customFields }),
  listSection({ key: 'roles', ...roles }),
  listSection({ key: 'saml_identity_providers', ...samlIdentityProviders }),
  employeesSection,
  managersSection,
  accountLinksSection,
]
