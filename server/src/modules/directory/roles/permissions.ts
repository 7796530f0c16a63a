import { EXTRA_PERMISSIONS, ROLE_RESOURCES } from '#kernel/access/resources.ts'

const ACTIONS = ['read', 'write', '*'] as const

/** Everything that a role may be given: `employees:read`, `employees:write`, `employees:*` …, and `*` for all of it. */
export const PERMISSIONS: readonly string[] = [
  '*',
  ...Object.keys(ROLE_RESOURCES).flatMap((resource) => ACTIONS.map((action) => `${resource}:${action}`)),
  ...Object.keys(EXTRA_PERMISSIONS),
]
