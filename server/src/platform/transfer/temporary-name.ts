import { randomBytes } from 'node:crypto'

/**
 * A file gets its name when it is complete. Until then it has one that starts with a dot, is of this attempt alone, and tells
 * to which file it belongs, so that a later attempt can remove it.
 */
export function temporaryName(name: string): string {
  return `.${name}.${randomBytes(6).toString('hex')}.part`
}

export function isTemporaryOf(name: string, candidate: string): boolean {
  return candidate.startsWith(`.${name}.`) && candidate.endsWith('.part')
}
