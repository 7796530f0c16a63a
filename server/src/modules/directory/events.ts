import { defineEvent } from '#kernel/events/define-event.ts'
import type { Account } from '#modules/directory/accounts/schemas.ts'
import type { CustomField } from '#modules/directory/custom-fields/schemas.ts'
import type { Employee } from '#modules/directory/employees/schemas.ts'
import type { SamlIdentityProvider } from '#modules/directory/identity-providers/schemas.ts'
import type { Organization, OrganizationGroup } from '#modules/directory/organizations/schemas.ts'
import type { Role } from '#modules/directory/roles/schemas.ts'
import type { User } from '#modules/directory/users/schemas.ts'

const byCode = ({ code }: { code: string }) => code
const byTechnicalId = ({ technical_id }: { technical_id: string }) => technical_id

export const organizationCreated = defineEvent<Organization>('organization.created', byCode)
export const organizationUpdated = defineEvent<Organization>('organization.updated', byCode)
export const organizationDeleted = defineEvent<Organization>('organization.deleted', byCode)
export const organizationGroupCreated = defineEvent<OrganizationGroup>('organization_group.created', byCode)
export const organizationGroupUpdated = defineEvent<OrganizationGroup>('organization_group.updated', byCode)
export const customFieldCreated = defineEvent<CustomField>('custom_field.created', byCode)
export const customFieldUpdated = defineEvent<CustomField>('custom_field.updated', byCode)
export const customFieldDeleted = defineEvent<CustomField>('custom_field.deleted', byCode)
export const roleCreated = defineEvent<Role>('role.created', byCode)
export const roleUpdated = defineEvent<Role>('role.updated', byCode)
export const roleDeleted = defineEvent<Role>('role.deleted', byCode)
export const samlIdentityProviderCreated = defineEvent<SamlIdentityProvider>('saml_identity_provider.created', byCode)
export const samlIdentityProviderUpdated = defineEvent<SamlIdentityProvider>('saml_identity_provider.updated', byCode)
export const samlIdentityProviderDeleted = defineEvent<SamlIdentityProvider>('saml_identity_provider.deleted', byCode)
export const userCreated = defineEvent<User>('user.created', byTechnicalId)
export const userUpdated = defineEvent<User>('user.updated', byTechnicalId)
export const userDeleted = defineEvent<User>('user.deleted', byTechnicalId)
export const employeeCreated = defineEvent<Employee>('employee.created', byTechnicalId)
export const employeeUpdated = defineEvent<Employee>('employee.updated', byTechnicalId)
export const employeeDeleted = defineEvent<Employee>('employee.deleted', byTechnicalId)
export const employeeRestored = defineEvent<Employee>('employee.restored', byTechnicalId)
export const accountCreated = defineEvent<Account>('account.created')
export const accountUpdated = defineEvent<Account>('account.updated')
export const accountLoggedIn = defineEvent<Account>('account.logged_in')
export const accountDeleted = defineEvent<Account>('account.deleted')
