import { covers } from '#platform/permission.ts'
import { PERMISSIONS } from './permissions.ts'

/** Applications are issued for each resource; roles are given for what belongs together. */
const PART_OF: Record<string, string> = {
  accounts: 'users',
  dataset_imports: 'datasets',
  organization_groups: 'organizations',
  uploads: 'datasets',
}

/** What a role must give for what an application is issued for: `accounts:read` is part of `users:read`. */
export function rolePermission(permission: string): string {
  const [resource = '', action] = permission.split(':')
  return action === undefined ? permission : `${PART_OF[resource] ?? resource}:${action}`
}

/**
 * What a manager must hold to issue an application for this. Applications read all requests, also those that are for assigned
 * managers only.
 */
export function permissionsToIssue(permission: string): string[] {
  const ofRole = rolePermission(permission)
  return covers([permission], 'requests:read') && permission !== '*' ? [ofRole, 'requests:read_all'] : [ofRole]
}

/** The permissions of roles that an application holds completely: `users:read` takes `accounts:read` as well. */
export function rolePermissionsOf(issued: readonly string[]): string[] {
  if (issued.includes('*')) return ['*']
  return PERMISSIONS.filter((permission) => {
    if (permission === 'requests:read_all') return covers(issued, 'requests:read')
    const [resource = '', action] = permission.split(':')
    if (action !== 'read' && action !== 'write') return false
    const parts = Object.keys(PART_OF).filter((part) => PART_OF[part] === resource)
    return [resource, ...parts].every((one) => covers(issued, `${one}:${action}`))
  })
}
