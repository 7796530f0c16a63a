/** What roles give permissions for, with what it lets a manager read or write, within the organizations of a profile. */
export const RESOURCES = {
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

const ACTIONS = ['read', 'write', '*'] as const

/** Further permissions, with what they let a manager do. A role has them only if it says so, or says `*`. */
export const EXTRA_PERMISSIONS = {
  'requests:read_all': 'requests that are not visible to the employee, also without being assigned to them',
} as const

/** Everything that a role may be given: `employees:read`, `employees:write`, `employees:*` …, and `*` for all of it. */
export const PERMISSIONS: readonly string[] = [
  '*',
  ...Object.keys(RESOURCES).flatMap((resource) => ACTIONS.map((action) => `${resource}:${action}`)),
  ...Object.keys(EXTRA_PERMISSIONS),
]
