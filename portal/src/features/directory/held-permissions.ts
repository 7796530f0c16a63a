import { mayAdmin } from '#kernel/session/permissions.ts'
import type { Session } from '#kernel/session/session.api.ts'
import type { Profile, Role } from './directory.api.ts'

/** Whether the administrator holds all of these for the whole client: only these can be granted. */
export function holdsAll(session: Session, permissions: readonly string[]): boolean {
  return permissions.every((one) => mayAdmin(session, one))
}

/** What profiles give in all, by their roles. */
export function permissionsOf(profiles: readonly Profile[], roles: readonly Role[]): string[] {
  const named = new Set(profiles.map(({ role }) => role))
  return roles.filter(({ code }) => named.has(code)).flatMap(({ permissions }) => permissions)
}
