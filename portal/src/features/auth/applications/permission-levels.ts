import { covers } from '#kernel/session/permissions.ts'

/** A resource that applications can be issued for, as the server lists it. */
export type Issuable = { resource: string; actions: readonly ('read' | 'write')[] }

/** What belongs together on the page. What the server lists beyond it is shown too, at the end. */
const GROUPS = {
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
  documents: [
    'employee_documents',
    'company_documents',
    'document_types',
    'legal_holds',
    'retention_policies',
    'disposals',
    'deletion_requests',
    'access_packages',
    'audit_entries',
    'vault_links',
    'notes',
    'distributions',
    'signatures',
  ],
  content: ['requests', 'forms', 'articles', 'datasets', 'dataset_imports', 'uploads', 'imports'],
  connections: ['webhooks', 'events', 'audit_entries'],
}

export type ResourceGroup = keyof typeof GROUPS | 'other'
export type Level = 'none' | 'read' | 'write' | 'full'

/** The resources of the server in the groups of the page: none is left out. */
export function grouped(issuable: readonly Issuable[]): [ResourceGroup, Issuable[]][] {
  const groupOf = ({ resource }: Issuable): ResourceGroup =>
    (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).find((group) => GROUPS[group].includes(resource)) ?? 'other'
  const groups: ResourceGroup[] = [...(Object.keys(GROUPS) as ResourceGroup[]), 'other']
  return groups
    .map((group): [ResourceGroup, Issuable[]] => [group, issuable.filter((one) => groupOf(one) === group)])
    .filter(([, members]) => members.length > 0)
}

/** How far permissions for a resource can go. */
export function levelsOf({ actions }: Issuable): Level[] {
  return actions.length === 2 ? ['none', 'read', 'write', 'full'] : ['none', ...actions]
}

/** How far permissions go for a resource. */
export function levelOf(permissions: readonly string[], { resource, actions }: Issuable): Level {
  const held = actions.filter((action) => covers(permissions, `${resource}:${action}`))
  if (held.length === 0) return 'none'
  return held.length === 2 ? 'full' : (held[0] ?? 'none')
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

/** Whether the holder of these permissions may grant those; the server decides in the end. */
export function mayGive(held: readonly string[], resource: string, level: Level): boolean {
  const role = PART_OF[resource] ?? resource
  const needed = { none: [], read: ['read'], write: ['write'], full: ['read', 'write'] }[level]
  return needed.every((action) => covers(held, `${role}:${action}`))
}
