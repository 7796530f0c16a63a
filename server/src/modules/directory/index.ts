export { type DocumentAttributes, findsAllowed, isAllowed, UNRESTRICTED_PERMISSIONS } from './access-restrictions.ts'
export {
  type AccountOwner,
  type AccountRow,
  findAccount,
  listAccountsByEmail,
  lockAccount,
  type MailAccount,
  markInvited,
} from './account-queries.ts'
export { AccountId, isAccountId, Password, SCOPES, type Scope } from './account-schemas.ts'
export { accounts, ownerOf } from './accounts.ts'
export { mistakeInValue } from './check-custom-fields.ts'
export { checkReferences, unknownOrganization, unknownRole } from './check-references.ts'
export { completeAddresses } from './complete-addresses.ts'
export { findCustomFields } from './custom-field-queries.ts'
export { holdDirectory, turnOfDirectory } from './directory-lock.ts'
export { type EmployeeOrganization, organizationsOfEmployee } from './employee-organizations.ts'
export { type Belonging, belongingSql, findBelonging, findBelongings } from './find-belonging.ts'
export { type Candidate, findNamedEmployees } from './find-named-employees.ts'
export { type Holder, holderOf, isClientWide } from './holdings.ts'
export { listColleagues } from './list-colleagues.ts'
export { listMailboxes } from './list-mailboxes.ts'
export { findPeople, listPersonNames } from './list-people.ts'
export { linkAccounts, otherOf, unlinkAccount } from './log-ins/account-links.ts'
export { pairOf } from './log-ins/administered-links.ts'
export { findLink, type LinkProof, type LinkRow, lockLink } from './log-ins/link-queries.ts'
export { refuseTaken } from './log-ins/log-in-address.ts'
export { listLogIns, type PersonLogIn } from './log-ins/log-in-state.ts'
export { getManagedEmployee, type ManagedEmployee, permissionsAt, permissionsOnDocument } from './managed-employee.ts'
export { organizationNames, organizationsWithin } from './managed-organizations.ts'
export { EmployeeParams } from './managed-schemas.ts'
export { findUserKey, type ManagerReach, managerReach } from './manager-reach.ts'
export { findOrganizations } from './organization-queries.ts'
export { PeopleFilter } from './people-schemas.ts'
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
} from './perimeter.ts'
export { Person, personSql } from './person.ts'
export { presentFilterField } from './present-filter-field.ts'
export { patchAccount, putAccount } from './put-account.ts'
export { patchEmployee } from './put-employees.ts'
export { patchUser, putUser } from './put-user.ts'
export { recordLogIn } from './record-log-in.ts'
export { refuseLogInChange } from './refuse-log-in-change.ts'
export { refuseUnlessClientWide, refuseUnlessHolds } from './refuse-unless-holds.ts'
export { isParty, isPartyTo } from './request-parties.ts'
export { permissionsForWhole, permissionsToIssue, rolePermission } from './role-permission.ts'
export { listKnownRoles, listRoleNames } from './role-queries.ts'
export { Code } from './schemas.ts'
export { directorySections } from './setup-sections.ts'
export { findUser, keepUsers, listKnownManagers } from './user-queries.ts'
export { MOST_PROFILES, NewUser } from './user-schemas.ts'
