import type { Session } from './session.api.ts'
/** Whether permissions, such as those of a manager with one employee, cover what is needed. */
export function covers(permissions: readonly string[], needed: string): boolean {
  return [needed, `${needed.slice(0, needed.indexOf(':'))}:*`, '*'].some((one) => permissions.includes(one))
}

/** Whether a manager may do this somewhere. */
export function may(session: Session, permission: string): boolean {
  return isGranted(session.permissions, permission)
}

/** Whether a manager may do this for the whole client. */
export function mayAdmin(session: Session, permission: string): boolean {
  return isGranted(session.admin_permissions, permission)
}

function isGranted(granted: string[], permission: string): boolean {
  const [resource, action] = permission.split(':')
  if (granted.includes('*') || granted.includes(permission)) return true
  // `requests:*` is reading and writing, and not `requests:read_all`.
  return action !== 'read_all' && granted.includes(`${resource}:*`)
}
