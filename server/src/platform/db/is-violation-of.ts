/** A distributed database adds the number of a part of the table to the names of its constraints. */
const PART = /_\d{6,}$/

/** Whether a statement was refused because of the constraint, or unique index, of this name. */
export function isViolationOf(error: unknown, name: string): boolean {
  const { constraint } = error as { constraint?: string }
  return constraint === name || constraint?.replace(PART, '') === name
}
