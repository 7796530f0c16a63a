/*
 * What permissions are about, in the order in which they are listed to callers. Each resource belongs to the module
 * that names it in its declaration.
 */

const READ = ['read'] as const
const READ_AND_WRITE = ['read', 'write'] as const

/** The resources of role permissions, each with what it lets a manager read or write within the perimeter of a profile. */
export const ROLE_RESOURCES = {
  employees: 'employees: personal data and registrations',
  employee_documents: 'documents in the folders of employees',
  company_documents: 'documents of organizations',
  vault_links: 'links between employees and their vaults',
  notes: 'notes on employees and documents',
  requests: 'requests of employees',
  forms: 'forms of requests',
  articles: 'articles of the knowledge base, including drafts',
  distributions: 'distribution projects',
  signatures: 'signature processes',
  imports: 'imports of files',
  datasets: 'data sets and their values',
  organizations: 'organizations and their groups',
  users: 'managers and their profiles, and all log-ins',
  roles: 'roles and their permissions',
  custom_fields: 'custom fields of employees',
  saml_identity_providers: 'identity providers for single sign-on',
  webhooks: 'webhooks and their deliveries',
  document_types: 'types of documents',
  events: 'the event log',
  audit_entries: 'the audit trail: who did and read what',
  deletion_requests: 'deletion requests of employees and resources',
  disposals: 'disposals, and their approval',
  legal_holds: 'legal holds',
  retention_policies: 'retention policies',
  access_packages: 'access packages: everything that is kept about an employee',
  applications: 'applications and API keys',
  system: 'health of the service, and the list of sent mails',
} as const

/** Further permissions of roles. A role has them only if it lists them, or lists `*`. */
export const EXTRA_PERMISSIONS = {
  'requests:read_all': 'hidden requests that are not assigned to the manager',
} as const

/** The resources of application permissions. Group A has no calls that write `requests` and `imports`. */
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
  audit_entries: READ,
  deletion_requests: READ_AND_WRITE,
  disposals: READ_AND_WRITE,
  legal_holds: READ_AND_WRITE,
  retention_policies: READ_AND_WRITE,
  access_packages: READ_AND_WRITE,
} as const satisfies Record<string, readonly ('read' | 'write')[]>

export type PermissionResource = keyof typeof ROLE_RESOURCES | keyof typeof APPLICATION_RESOURCES

/** Roles have fewer resources than applications: the key is part of the role resource that is its value. */
export const PARENT_RESOURCE: Record<string, string> = {
  accounts: 'users',
  dataset_imports: 'datasets',
  organization_groups: 'organizations',
  uploads: 'datasets',
}
