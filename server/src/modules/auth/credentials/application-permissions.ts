import { APPLICATION_RESOURCES } from '#kernel/access/resources.ts'
import { invalidFields } from '#platform/problem.ts'

const KNOWN = new Set([
  '*',
  ...Object.entries(APPLICATION_RESOURCES).flatMap(([resource, actions]) =>
    [...actions, '*'].map((action) => `${resource}:${action}`),
  ),
])

/** A misspelt permission would grant nothing, without any notice. */
export function refuseUnknownPermissions(permissions: readonly string[] = []): void {
  const unknown = permissions.flatMap((permission, index) =>
    KNOWN.has(permission)
      ? []
      : [{ field: `permissions.${index}`, code: 'unknown_permission', message: `Unknown permission ${permission}.` }],
  )
  if (unknown.length > 0) throw invalidFields(unknown)
}
