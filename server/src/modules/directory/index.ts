export { linkAccounts, otherOf, unlinkAccount } from '#modules/directory/account-links/link-accounts.ts'
export { pairOf } from '#modules/directory/account-links/put-link.ts'
export { findLink, type LinkProof, type LinkRow, lockLink } from '#modules/directory/account-links/queries.ts'
export { accounts, ownerOf } from '#modules/directory/accounts/accounts.ts'
export { completeAddresses } from '#modules/directory/accounts/backfill-canonical-emails.ts'
export { listLogIns, type PersonLogIn } from '#modules/directory/accounts/log-in-state.ts'
export { patchAccount, putAccount } from '#modules/directory/accounts/put-account.ts'
export {
  type AccountOwner,
  type AccountRow,
  findAccount,
  listAccountsByEmail,
  lockAccount,
  type MailAccount,
  markInvited,
} from '#modules/directory/accounts/queries.ts'
export { recordLogIn } from '#modules/directory/accounts/record-log-in.ts'
export { refuseLogInChange } from '#modules/directory/accounts/refuse-log-in-change.ts'
export { refuseTaken } from '#modules/directory/accounts/refuse-taken-address.ts'
export { AccountId, isAccountId, Password, SCOPES, type Scope } from '#modules/directory/accounts/schemas.ts'
export { mistakeInValue } from '#modules/directory/custom-fields/check-custom-fields.ts'
export { presentFilterField } from '#modules/directory/custom-fields/present.ts'
export { findCustomFields } from '#modules/directory/custom-fields/queries.ts'
export {
  type EmployeeOrganization,
  organizationsOfEmployee,
} from '#modules/directory/employees/find-employee-organizations.ts'
export { type Candidate, findNamedEmployees } from '#modules/directory/employees/find-named-employees.ts'
export {
  type Belonging,
  belongingSql,
  findBelonging,
  findBelongings,
} from '#modules/directory/employees/find-registered-employee.ts'
export { EmployeeParams } from '#modules/directory/employees/manager-schemas.ts'
export { patchEmployee } from '#modules/directory/employees/put-employees.ts'
export { type Holder, holderOf, isClientWide } from '#modules/directory/grants/held-grants.ts'
export { refuseUnlessClientWide, refuseUnlessHolds } from '#modules/directory/grants/refuse-unless-holds.ts'
export {
  organizationNames,
  organizationsWithin,
} from '#modules/directory/organizations/list-organizations-for-manager.ts'
export { findOrganizations } from '#modules/directory/organizations/queries.ts'
export { findPeople, listPersonNames } from '#modules/directory/people/list-people.ts'
export { Person, personSql } from '#modules/directory/people/person.ts'
export { PeopleFilter } from '#modules/directory/people/schemas.ts'
export {
  type DocumentAttributes,
  findsAllowed,
  isAllowed,
  UNRESTRICTED_PERMISSIONS,
} from '#modules/directory/perimeter/access-restrictions.ts'
export {
  getManagedEmployee,
  type ManagedEmployee,
  permissionsAt,
  permissionsOnDocument,
} from '#modules/directory/perimeter/get-employee-for-manager.ts'
export { findUserKey, type ManagerReach, managerReach } from '#modules/directory/perimeter/manager-perimeter.ts'
export {
  fewEmployeesWithin,
  findsWithin,
  isWithin,
  managersOfRolesWithin,
  managersWithDocument,
  managersWithin,
  type Perimeter,
  perimeterOf,
  type RestrictedPerimeter,
  restrictedPerimetersOf,
} from '#modules/directory/perimeter/perimeter.ts'
export { isParty, isPartyTo } from '#modules/directory/perimeter/request-parties.ts'
export { listKnownRoles, listRoleNames } from '#modules/directory/roles/queries.ts'
export { permissionsForWhole, permissionsToIssue, rolePermission } from '#modules/directory/roles/role-permission.ts'
export { listColleagues } from '#modules/directory/users/list-colleagues.ts'
export { listMailboxes } from '#modules/directory/users/list-manager-emails.ts'
export { patchUser, putUser } from '#modules/directory/users/put-user.ts'
export { findUser, keepUsers, listKnownManagers } from '#modules/directory/users/queries.ts'
export { MOST_PROFILES, NewUser } from '#modules/directory/users/schemas.ts'
export { checkReferences, unknownOrganization, unknownRole } from './check-references.ts'
export { holdDirectory, turnOfDirectory } from './directory-lock.ts'
export { Code } from './schemas.ts'
export { directorySections } from './setup-sections.ts'
