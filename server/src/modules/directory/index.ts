export { linkAccounts, otherOf, unlinkAccount } from '#modules/directory/account-links/link-accounts.ts'
export { pairOf } from '#modules/directory/account-links/put-link.ts'
export { findLink, type LinkProof, type LinkRow, lockLink } from '#modules/directory/account-links/queries.ts'
export { accounts, parseAccountId } from '#modules/directory/accounts/accounts.ts'
export { listLogIns, type PersonLogIn } from '#modules/directory/accounts/log-in-state.ts'
export { personSubject } from '#modules/directory/accounts/person-subject.ts'
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
export { refuseTakenAddress } from '#modules/directory/accounts/refuse-taken-address.ts'
export { AccountId, isAccountId, Password, SCOPES, type Scope } from '#modules/directory/accounts/schemas.ts'
export { mistakeInValue } from '#modules/directory/custom-fields/check-custom-fields.ts'
export { presentFilterField } from '#modules/directory/custom-fields/present.ts'
export { findCustomFields } from '#modules/directory/custom-fields/queries.ts'
export {
  type EmployeeOrganization,
  findEmployeeOrganizations,
} from '#modules/directory/employees/find-employee-organizations.ts'
export { type Candidate, findNamedEmployees } from '#modules/directory/employees/find-named-employees.ts'
export {
  findRegisteredEmployee,
  findRegisteredEmployees,
  type RegisteredEmployee,
  registeredEmployeeSql,
} from '#modules/directory/employees/find-registered-employee.ts'
export { EmployeeParams } from '#modules/directory/employees/manager-schemas.ts'
export { patchEmployee } from '#modules/directory/employees/put-employees.ts'
export { restrictEmployee } from '#modules/directory/employees/restrict-employee.ts'
export { type Holder, holderOf, holdsClientWide, isClientWide } from '#modules/directory/grants/held-grants.ts'
export { refuseUnlessClientWide, refuseUnlessHolds } from '#modules/directory/grants/refuse-unless-holds.ts'
export {
  organizationNames,
  organizationsInPerimeter,
} from '#modules/directory/organizations/list-organizations-for-manager.ts'
export { findOrganizations } from '#modules/directory/organizations/queries.ts'
export { findPersonIds, listPersonNames } from '#modules/directory/people/list-people.ts'
export { employeeSql, Person, personSql } from '#modules/directory/people/person.ts'
export { PeopleFilter } from '#modules/directory/people/schemas.ts'
export {
  type DocumentAttributes,
  findsAllowed,
  isAllowed,
  UNRESTRICTED_PERMISSIONS,
} from '#modules/directory/perimeter/access-restrictions.ts'
export {
  type EmployeePerimeter,
  isEmployeeInPerimeter,
  isOfEmployeeInPerimeter,
  isOfFewEmployees,
  listEmployeesInPerimeter,
} from '#modules/directory/perimeter/employees-in-perimeter.ts'
export {
  type EmployeeForManager,
  getEmployeeForManager,
  permissionsAt,
  permissionsOnDocument,
} from '#modules/directory/perimeter/get-employee-for-manager.ts'
export { findUserKey, type ManagerPerimeter, managerPerimeter } from '#modules/directory/perimeter/manager-perimeter.ts'
export {
  managersCovering,
  managersCoveringDocument,
  managersOfRolesCovering,
  type Perimeter,
  perimeterCovers,
  perimeterCoversIndexed,
  perimeterOf,
  type RestrictedPerimeter,
  restrictedPerimetersOf,
} from '#modules/directory/perimeter/perimeter.ts'
export { isParty, isPartyTo } from '#modules/directory/perimeter/request-parties.ts'
export { listKnownRoles, listRoleNames } from '#modules/directory/roles/queries.ts'
export { permissionsToIssue, permissionsToReadAll, rolePermission } from '#modules/directory/roles/role-permission.ts'
export { listColleagues } from '#modules/directory/users/list-colleagues.ts'
export { listManagerEmails } from '#modules/directory/users/list-manager-emails.ts'
export { patchUser, putUser } from '#modules/directory/users/put-user.ts'
export { findUser, listKnownManagers, lockUserKeys } from '#modules/directory/users/queries.ts'
export { MAX_PROFILES, NewUser } from '#modules/directory/users/schemas.ts'
export { checkReferences, unknownOrganization, unknownRole } from './check-references.ts'
export { directoryLockName, lockDirectoryShared } from './directory-lock.ts'
export { Code } from './schemas.ts'
