import { covers, isEverything } from '#kernel/session/permissions.ts'

/** What roles give permissions for, by theme; the order is that of the table of roles. */
export const THEMES = {
  people: ['employees', 'employee_documents', 'vault_links', 'notes'],
  work: ['requests', 'company_documents', 'articles', 'distributions', 'signatures', 'imports'],
  content: [
    'document_types',
    'legal_holds',
    'retention_policies',
    'disposals',
    'deletion_requests',
    'access_packages',
    'audit_entries',
    'forms',
    'datasets',
    'organizations',
    'custom_fields',
  ],
  access: ['users', 'roles', 'saml_identity_providers'],
  service: ['webhooks', 'events', 'applications', 'system'],
} as const

export type Theme = keyof typeof THEMES
export type Resource = (typeof THEMES)[Theme][number]
export type Action = 'read' | 'write' | 'read_all'

const ACTIONS = ['read', 'write'] as const
/** What a role can be given for a resource. */
export function actionsOf(resource: Resource): readonly Action[] {
  // No call changes the audit trail.
  if (resource === 'audit_entries') return ['read']
  return resource === 'requests' ? [...ACTIONS, 'read_all'] : ACTIONS
}

export const RESOURCES: readonly Resource[] = Object.values(THEMES).flat()

/** The permissions of a role in their plain form: `resource:read`, `resource:write` …, or `*` alone. */
export function expandPermissions(permissions: readonly string[]): ReadonlySet<string> {
  if (isEverything(permissions)) return new Set(['*'])
  return new Set(
    RESOURCES.flatMap((resource) =>
      actionsOf(resource)
        .map((action) => `${resource}:${action}`)
        .filter((permission) => covers(permissions, permission)),
    ),
  )
}
