import { covers } from '#platform/permission.ts'
import { Problem } from '#platform/problem.ts'
import type { SessionPerson } from './session-person.ts'

/** Nobody hands out more than they hold for the whole client. */
export function refuseBeyondOwn(person: SessionPerson, permissions: readonly string[]): void {
  const beyond = permissions.filter((one) => !holds(person.admin_permissions, one))
  if (beyond.length === 0) return
  throw new Problem('forbidden', 'beyond_own_permissions', `You do not hold ${beyond.join(', ')} yourself.`)
}

function holds(held: readonly string[], permission: string): boolean {
  if (permission === '*') return held.includes('*')
  const [resource, action] = permission.split(':')
  if (action !== '*') return covers(held, permission)
  return covers(held, `${resource}:read`) && covers(held, `${resource}:write`)
}
