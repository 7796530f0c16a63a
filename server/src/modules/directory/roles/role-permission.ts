import { covers } from '#kernel/access/permission.ts'
import { PARENT_RESOURCE } from '#kernel/access/resources.ts'
import { PERMISSIONS } from './permissions.ts'

/** What a role must give for what an application is issued for: `accounts:read` is part of `users:read`. */
export function rolePermission(permission: string): string {
  const [resource = '', action] = permission.split(':')
  return action === undefined ? permission : `${PARENT_RESOURCE[resource] ?? resource}:${action}`
}

/**
 * What a manager must hold besides to read all of it: requests that are for assigned managers only, and notes that name
 * their readers. No permission but `*` stands for such notes.
 */
const READ_ALL_PERMISSION: Record<string, string> = { 'requests:read': 'requests:read_all', 'notes:read': '*' }

/** What it takes to read everything that a permission is about, and not only what is for the manager. */
export function permissionsToReadAll(permission: string): string[] {
  const whole = READ_ALL_PERMISSION[permission]
  return whole === undefined ? [permission] : [permission, whole]
}

/** What a manager must hold to issue an application for this: an application reads all of it. */
export function permissionsToIssue(permission: string): string[] {
  if (permission === '*') return [permission]
  const whole = Object.keys(READ_ALL_PERMISSION).filter((read) => covers([permission], read))
  return [rolePermission(permission), ...whole.flatMap(permissionsToReadAll)]
}

/** The permissions of roles that an application holds completely: `users:read` takes `accounts:read` as well. */
export function rolePermissionsOf(issued: readonly string[]): string[] {
  if (issued.includes('*')) return ['*']
  return PERMISSIONS.filter((permission) => {
    if (permission === 'requests:read_all') return covers(issued, 'requests:read')
    const [resource = '', action] = permission.split(':')
    if (action !== 'read' && action !== 'write') return false
    const parts = Object.keys(PARENT_RESOURCE).filter((part) => PARENT_RESOURCE[part] === resource)
    return [resource, ...parts].every((one) => covers(issued, `${one}:${action}`))
  })
}
