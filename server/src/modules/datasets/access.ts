import type { RouteAccess } from '#kernel/access/route-access.ts'

/** Who may read data sets, and who may change them. */
export const READ = { allow: ['application'], permission: 'datasets:read' } satisfies RouteAccess
export const WRITE = { allow: ['application'], permission: 'datasets:write' } satisfies RouteAccess
/** The same for changes that keep the conditions of a call. */
export const CHANGE = { ...WRITE, isConditional: true }
