import { Type } from 'typebox'

/** `*` for everything, `datasets:*` for everything about one resource, `datasets:read` or `datasets:write`. */
export const PermissionPattern = Type.String({ pattern: '^(\\*|[a-z_]+:(read|write|\\*))$', maxLength: 100 })

export const EVERYTHING = ['*'] as const

/** Whether what was issued covers what a call needs. */
export function covers(issued: readonly string[], needed: string): boolean {
  const resource = needed.slice(0, needed.indexOf(':'))
  return issued.some((one) => one === '*' || one === needed || one === `${resource}:*`)
}
