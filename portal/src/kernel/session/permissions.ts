import type { Session } from './session.api.ts'

/**
 * Whether permissions, such as those of a manager with one employee, cover what is needed. A wildcard is covered by all
 * that it stands for: `requests:*` is reading and writing, and not `requests:read_all`. The server has the same rule
 * (kernel/access/permission.ts).
 */
export function covers(permissions: readonly string[], needed: string): boolean {
  if (isEverything(permissions) || permissions.includes(needed)) return true
  const [resource, action] = needed.split(':')
  if (action === '*') return covers(permissions, `${resource}:read`) && covers(permissions, `${resource}:write`)
  return (action === 'read' || action === 'write') && permissions.includes(`${resource}:*`)
}

/** Whether permissions are for everything, also for what is yet to come. */
export function isEverything(permissions: readonly string[]): boolean {
  return permissions.includes('*')
}

/** Whether a manager may do this somewhere. */
export function may(session: Session, permission: string): boolean {
  return covers(session.permissions, permission)
}

/** Whether a manager may do this for the whole client. */
export function mayAdmin(session: Session, permission: string): boolean {
  return covers(session.admin_permissions, permission)
}

/** Whether a manager may do everything for the whole client. */
export function mayDoEverything(session: Session): boolean {
  return isEverything(session.admin_permissions)
}
