export { mistakeInValue } from './check-custom-fields.ts'
export { checkReferences, unknownOrganization, unknownRole } from './check-references.ts'
export { findCustomFields } from './custom-field-queries.ts'
export { holdDirectory, turnOfDirectory } from './directory-lock.ts'
export { type Belonging, belongingSql, findBelonging, findBelongings } from './find-belonging.ts'
export { type Candidate, findNamedEmployees } from './find-named-employees.ts'
export { listMailboxes } from './list-mailboxes.ts'
export { findOrganizations } from './organization-queries.ts'
export {
  findsWithin,
  isWithin,
  managersOfRolesWithin,
  managersWithin,
  type Perimeter,
  perimeterOf,
} from './perimeter.ts'
export { Person, personSql } from './person.ts'
export { putUser } from './put-user.ts'
export { listKnownRoles } from './role-queries.ts'
export { Code } from './schemas.ts'
export { directorySections } from './setup-sections.ts'
export { findUser, keepUsers, listKnownManagers } from './user-queries.ts'
export { MOST_PROFILES, NewUser } from './user-schemas.ts'
