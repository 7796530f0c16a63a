import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import type { DoWork } from '#platform/db/work.ts'
import type { Keyring } from '#platform/keyring.ts'
import { type AccessCheck, openAccessCheck } from './access-check.ts'
import { type LoginGuard, openLoginGuard } from './login-guard.ts'

/** What the API groups and the token routes need to tell who is calling. */
export type Auth = { db: Db; doWork: DoWork; keyring: Keyring; access: AccessCheck; guard: LoginGuard }

export function openAuth(parts: { db: Db; doWork: DoWork; clock: Clock; keyring: Keyring }): Auth {
  const { db, doWork, keyring } = parts
  return { db, doWork, keyring, access: openAccessCheck(parts), guard: openLoginGuard(parts) }
}
