/*
 * What permissions are about, in the order in which they are listed to callers. Each resource belongs to the module
 * that names it in its declaration.
 */

const READ = ['read'] as const
const READ_AND_WRITE = ['read', 'write'] as const

/** What roles give permissions for, with what it lets a manager read or write, within the organizations of a profile. */
export const ROLE_RESOURCES = {
  employees: 'employees: who they are, where they are registered',
  employee_documents: 'documents in the folders of employees',
  company_documents: 'documents of organizations',
  vault_links: 'whether documents of employees reach their vaults',
  notes: 'notes on employees and documents',
  requests: 'requests of employees',
  forms: 'forms that requests are made from',
  articles: 'articles of the knowledge base, drafts included',
  distributions: 'distribution projects',
  signatures: 'signature processes',
  imports: 'imports of files',
  datasets: 'data sets and their values',
  organizations: 'organizations and their groups',
  users: 'managers, their profiles, and log-ins',
  roles: 'roles and their permissions',
  custom_fields: 'custom fields of employees',
  saml_identity_providers: 'identity providers for single sign-on',
  webhooks: 'webhooks and their deliveries',
  document_types: 'types of documents',
  events: 'the log of all events',
  applications: 'applications and API keys',
  system: 'how the service does, and the mails that it sent',
} as const

/** Further permissions, with what they let a manager do. A role has them only if it says so, or says `*`. */
export const EXTRA_PERMISSIONS = {
  'requests:read_all': 'requests that are not visible to the employee, also without being assigned to them',
} as const

/** What applications are issued for. `requests` and `imports` have no calls of group A that write: events take them. */
export const APPLICATION_RESOURCES = {
  employees: READ_AND_WRITE,
  users: READ_AND_WRITE,
  accounts: READ_AND_WRITE,
  organizations: READ_AND_WRITE,
  organization_groups: READ_AND_WRITE,
  roles: READ_AND_WRITE,
  custom_fields: READ_AND_WRITE,
  saml_identity_providers: READ_AND_WRITE,
  employee_documents: READ_AND_WRITE,
  company_documents: READ_AND_WRITE,
  document_types: READ_AND_WRITE,
  vault_links: READ_AND_WRITE,
  notes: READ_AND_WRITE,
  distributions: READ_AND_WRITE,
  signatures: READ_AND_WRITE,
  requests: READ,
  forms: READ_AND_WRITE,
  articles: READ_AND_WRITE,
  datasets: READ_AND_WRITE,
  dataset_imports: READ_AND_WRITE,
  uploads: ['write'],
  imports: READ,
  webhooks: READ_AND_WRITE,
  events: READ,
} as const satisfies Record<string, readonly ('read' | 'write')[]>

export type PermissionResource = keyof typeof ROLE_RESOURCES | keyof typeof APPLICATION_RESOURCES

/** Applications are issued for each resource; roles are given for what belongs together. */
export const PARENT_RESOURCE: Record<string, string> = {
  accounts: 'users',
  dataset_imports: 'datasets',
  organization_groups: 'organizations',
  uploads: 'datasets',
}
