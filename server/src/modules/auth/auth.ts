import type { DoWork } from '#kernel/work.ts'
import { type AccessCheck, openAccessCheck } from '#modules/auth/credentials/access-check.ts'
import { type LoginGuard, openLoginGuard } from '#modules/auth/guard/login-guard.ts'
import { openSessions, type Sessions, sessionCookie } from '#modules/auth/sessions/sessions.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import type { CookieName } from '#platform/http/browser/cookies.ts'

/** What the API groups and the token routes need to tell who is calling. */
export type Auth = {
  db: Db
  doWork: DoWork
  clock: Clock
  keyring: Keyring
  access: AccessCheck
  guard: LoginGuard
  sessions: Sessions
  /** The cookie that names a session. */
  cookie: CookieName
}

type Deps = { db: Db; doWork: DoWork; clock: Clock; keyring: Keyring; publicUrl: string }

export function openAuth(deps: Deps): Auth {
  const { db, doWork, clock, keyring } = deps
  return {
    db,
    doWork,
    clock,
    keyring,
    access: openAccessCheck(deps),
    guard: openLoginGuard(deps),
    sessions: openSessions(deps),
    cookie: sessionCookie(deps.publicUrl),
  }
}
