/** What applications are issued for, by what belongs together. */
export const RESOURCE_GROUPS = {
  people: [
    'employees',
    'users',
    'accounts',
    'organizations',
    'organization_groups',
    'roles',
    'custom_fields',
    'saml_identity_providers',
  ],
  documents: ['employee_documents', 'company_documents', 'document_types', 'vault_links', 'notes', 'distributions'],
  content: ['articles', 'forms', 'datasets', 'dataset_imports', 'uploads', 'imports'],
  connections: ['webhooks', 'events'],
} as const

export type ResourceGroup = keyof typeof RESOURCE_GROUPS
export const LEVELS = ['none', 'read', 'write', 'full'] as const
export type Level = (typeof LEVELS)[number]

/** How far permissions go for a resource. */
export function levelOf(permissions: readonly string[], resource: string): Level {
  const has = (action: string) => permissions.includes(`${resource}:${action}`)
  if (has('*') || (has('read') && has('write'))) return 'full'
  if (has('write')) return 'write'
  return has('read') ? 'read' : 'none'
}

/** The same permissions with another level for one resource. */
export function withLevel(permissions: readonly string[], resource: string, level: Level): string[] {
  const others = permissions.filter((one) => one !== '*' && !one.startsWith(`${resource}:`))
  if (level === 'none') return others
  return [...others, `${resource}:${level === 'full' ? '*' : level}`]
}

/** Roles are given for what belongs together, applications for each of it. */
const PART_OF: Record<string, string> = {
  accounts: 'users',
  dataset_imports: 'datasets',
  organization_groups: 'organizations',
  uploads: 'datasets',
}

/** Whether somebody who holds this may give that; the server has the last word. */
export function mayGive(held: readonly string[], resource: string, level: Level): boolean {
  const role = PART_OF[resource] ?? resource
  const holds = (action: string) =>
    held.includes('*') || held.includes(`${role}:*`) || held.includes(`${role}:${action}`)
  const needed = { none: [], read: ['read'], write: ['write'], full: ['read', 'write'] }[level]
  return needed.every(holds)
}
