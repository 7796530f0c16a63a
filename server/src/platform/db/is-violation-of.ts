const INTEGRITY = '23'

/**
 * Whether a statement was refused because of the constraint, or unique index, of this name. A distributed database only says
 * it in its message, with the number of a part of the table behind the name.
 */
export function isViolationOf(error: unknown, name: string): boolean {
  const { code, constraint, message } = error as { code?: string; constraint?: string; message?: string }
  if (constraint !== undefined) return constraint === name
  if (!code?.startsWith(INTEGRITY)) return false
  return new RegExp(`(?<!\\w)${name}(_\\d{6,})?(?!\\w)`).test(message ?? '')
}
