import { type Static, Type } from 'typebox'
import { listRevoked } from '#kernel/resources/revocations.ts'
import {
  type Applied,
  type ApplyOptions,
  listSection,
  type Outcome,
  refuseRepeats,
  type SetupChange,
  type SetupSection,
} from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { accountLinksSection } from '#modules/directory/account-links/setup-section.ts'
import { putFirstPassword } from '#modules/directory/accounts/put-account.ts'
import type { AccountOwner } from '#modules/directory/accounts/queries.ts'
import { Password } from '#modules/directory/accounts/schemas.ts'
import { translatedCustomFields } from '#modules/directory/custom-fields/custom-fields.ts'
import { putEmployees } from '#modules/directory/employees/put-employees.ts'
import { listDeletedEmployees } from '#modules/directory/employees/queries.ts'
import { MAX_BULK_EMPLOYEES, NewEmployee } from '#modules/directory/employees/schemas.ts'
import { samlSection } from '#modules/directory/identity-providers/setup-section.ts'
import { translatedOrganizationGroups } from '#modules/directory/organizations/groups.ts'
import { putOrganization } from '#modules/directory/organizations/put-organization.ts'
import { TranslatedOrganizationInput } from '#modules/directory/organizations/schemas.ts'
import { translatedRoles } from '#modules/directory/roles/roles.ts'
import { putUser } from '#modules/directory/users/put-user.ts'
import { listKnownManagers } from '#modules/directory/users/queries.ts'
import { UserInput } from '#modules/directory/users/schemas.ts'
import { type FieldError, invalid, invalidFields, prefixFields } from '#platform/problem.ts'
import { accountId, LOG_IN } from './revocation-kinds.ts'
import { OrganizationCode, TechnicalId } from './schemas.ts'

const Organizations = Type.Array(Type.Object({ code: OrganizationCode, ...TranslatedOrganizationInput.properties }))

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
      if (waiting.has(code)) throw invalid(`${found.index}.parent`, 'cycle', `${code} cannot be below itself.`)
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
  async apply(work, value, _keyring, options) {
    const changes: SetupChange[] = []
    const errors: FieldError[] = []
    const all = value as Static<typeof Employees>
    refuseRepeats(all, 'technical_id')
    for (let start = 0; start < all.length; start += MAX_BULK_EMPLOYEES) {
      const some = [...all.entries()].slice(start, start + MAX_BULK_EMPLOYEES)
      const ids = some.map(([, { technical_id }]) => technical_id)
      const deleted = options?.reissue ? new Set() : await listDeletedEmployees(work.tx, work.client, ids)
      const wanted = some.filter(([, { technical_id }]) => !deleted.has(technical_id))
      const results = await putEmployees(
        work,
        wanted.map(([, one]) => one),
      )
      for (const one of ids.filter((id) => deleted.has(id))) changes.push({ what: `employee ${one}`, ...DELETED })
      for (const [position, [index, { technical_id, password }]] of wanted.entries()) {
        const result = results[position]
        if (!result || 'errors' in result) {
          const refused = result?.errors ?? []
          errors.push(...refused.map((one) => ({ ...one, field: `${index}.${one.field}` })))
          continue
        }
        const owner = { scope: 'employee', technicalId: technical_id } as const
        const applied = await withPassword(work, owner, { password, outcome: result.outcome, options })
        changes.push({ what: `employee ${technical_id}`, ...applied })
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
  async apply(work, value, _keyring, options) {
    const all = value as Static<typeof Managers>
    refuseRepeats(all, 'technical_id')
    const deleted = options?.reissue ? new Set() : await listDeletedManagers(work, all)
    const changes: SetupChange[] = []
    for (const [index, { technical_id, password, ...input }] of all.entries()) {
      const what = `manager ${technical_id}`
      if (deleted.has(technical_id)) {
        changes.push({ what, ...DELETED })
        continue
      }
      const { outcome } = await prefixFields(`${index}`, () => putUser(work, technical_id, input))
      const owner = { scope: 'manager', technicalId: technical_id } as const
      changes.push({ what, ...(await withPassword(work, owner, { password, outcome, options })) })
    }
    return changes
  },
}

/** Otherwise a deleted person would come back with the permissions and the log-in of the file. */
const DELETED: Applied = { outcome: 'unchanged', left: 'deleted, left as is; use --reissue to bring it back' }

async function listDeletedManagers({ tx, client }: Work, listed: Static<typeof Managers>): Promise<Set<string>> {
  const ids = listed.map(({ technical_id }) => technical_id)
  const known = await listKnownManagers(tx, client, ids)
  const idOf = (technicalId: string) => accountId({ scope: 'manager', technicalId })
  const revoked = await listRevoked(tx, client, LOG_IN, ids.map(idOf))
  return new Set(ids.filter((id) => revoked.has(idOf(id)) && !known.has(id)))
}

type PasswordToApply = { password: string | undefined; outcome: Outcome; options: ApplyOptions | undefined }

async function withPassword(
  work: Work,
  owner: AccountOwner,
  { password, outcome, options }: PasswordToApply,
): Promise<Applied> {
  if (password === undefined) return { outcome }
  const account = await putFirstPassword(work, owner, password, options)
  const isUpdated = outcome === 'unchanged' && account.outcome !== 'unchanged'
  return { ...account, outcome: isUpdated ? 'updated' : outcome }
}

/** In the order in which they are applied: people refer to all that comes before them. */
export const directorySections: readonly SetupSection[] = [
  organizationsSection,
  listSection({ key: 'organization_groups', ...translatedOrganizationGroups }),
  listSection({ key: 'custom_fields', ...translatedCustomFields }),
  listSection({ key: 'roles', ...translatedRoles }),
  samlSection,
  employeesSection,
  managersSection,
  accountLinksSection,
]
