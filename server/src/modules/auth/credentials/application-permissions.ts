import { invalidFields } from '#platform/problem.ts'

const READ = ['read'] as const
const READ_AND_WRITE = ['read', 'write'] as const

/** What applications are issued for. `requests` and `imports` have no calls of group A that write: events take them. */
export const APPLICATION_RESOURCES: Record<string, readonly ('read' | 'write')[]> = {
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
}

const KNOWN = new Set([
  '*',
  ...Object.entries(APPLICATION_RESOURCES).flatMap(([resource, actions]) =>
    [...actions, '*'].map((action) => `${resource}:${action}`),
  ),
])

/** A misspelt permission would give nothing, and nobody would be told. */
export function refuseUnknownPermissions(permissions: readonly string[] = []): void {
  const unknown = permissions.flatMap((permission, index) =>
    KNOWN.has(permission)
      ? []
      : [{ field: `permissions.${index}`, code: 'unknown_permission', message: `Unknown permission ${permission}.` }],
  )
  if (unknown.length > 0) throw invalidFields(unknown)
}
