/** What an application or a role needs to be issued for, as `resource:action`. */
export type Permission = `${string}:${'read' | 'write'}` | 'requests:read_all'

/**
 * What may be issued that covers what a call needs: that itself, reading and writing of its resource, or everything.
 * `requests:*` is reading and writing, and not `requests:read_all`.
 */
export function issuedFor(needed: string): string[] {
  const [resource, action] = needed.split(':')
  return action === 'read' || action === 'write' ? [needed, `${resource}:*`, '*'] : [needed, '*']
}

/** Whether what was issued covers what a call needs. */
export function covers(issued: readonly string[], needed: string): boolean {
  return issuedFor(needed).some((one) => issued.includes(one))
}

/** Those of these permissions that what was issued does not cover. A wildcard is covered by all that it stands for. */
export function missingOf(issued: readonly string[], wanted: readonly string[]): string[] {
  return [...new Set(wanted)].filter((one) => !coversWhole(issued, one))
}

function coversWhole(issued: readonly string[], permission: string): boolean {
  if (permission === '*') return issued.includes('*')
  const [resource, action] = permission.split(':')
  if (action !== '*') return covers(issued, permission)
  return covers(issued, `${resource}:read`) && covers(issued, `${resource}:write`)
}
