import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { Caller } from '#kernel/work.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { tenantNamedIn } from '#platform/crypto/tenant-secret.ts'
import type { Db } from '#platform/db/db.ts'
import { type CookieName, cookieFor } from '#platform/http/browser/cookies.ts'
import { Problem } from '#platform/problem.ts'
import { findManager, findSessionHolder, listHeldPermissions, type SessionHolder, touchSession } from './queries.ts'

/** The cookie of a session, by where the service is reached. */
export function sessionCookie(publicUrl: string): CookieName {
  return cookieFor(publicUrl, 'dossier_session')
}

/** Decisions, section 11: a session ends when it was not used for this long. */
export const IDLE_SECONDS = 12 * 3600
/** However much it is used, a session ends after this long. */
export const LIFETIME_SECONDS = 7 * 24 * 3600
/** How exactly it is known when a session was last used: a write for each call would be too much. */
const SEEN_EVERY_SECONDS = 60

/** A session that was recognised: whose it is. */
export type Session = { caller: Caller; person: SessionPerson; tokenHash: Buffer }

/** Recognises sessions. Nothing is remembered, so that what is ended or taken away is so at once. */
export type Sessions = { find(token: string): Promise<Session | undefined> }

export function openSessions({ db, clock, keyring }: { db: Db; clock: Clock; keyring: Keyring }): Sessions {
  return {
    async find(token) {
      const tokenHash = keyring.fingerprint(token)
      const now = clock.now()
      const [holder] = await findSessionHolder(db, {
        tenant: tenantNamedIn(token),
        token_hash: tokenHash,
        idle_since: secondsBefore(now, IDLE_SECONDS),
        created_since: secondsBefore(now, LIFETIME_SECONDS),
      })
      if (!holder) return undefined
      if (holder.last_seen_at < secondsBefore(now, SEEN_EVERY_SECONDS))
        await touchSession(db, { client_id: holder.client_id, token_hash: tokenHash, last_seen_at: now })
      return { caller: callerOf(holder), person: await personOf(db, holder), tokenHash }
    },
  }
}

/** A manager in whose name a job acts, as a session of theirs would be recognised now. */
export async function getActingManager(
  db: Db,
  clientId: string,
  userKey: string,
): Promise<Pick<Session, 'caller' | 'person'>> {
  const [holder] = await findManager(db, { client_id: clientId, user_key: userKey })
  if (!holder) throw new Problem('forbidden', 'account_inactive', 'The person who asked for this can no longer log in.')
  return { caller: callerOf(holder), person: await personOf(db, holder) }
}

export function secondsBefore(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() - seconds * 1000)
}

type Holder = Omit<SessionHolder, 'last_seen_at'>

function callerOf(holder: Holder): Caller {
  return {
    client: { id: holder.client_id, languages: holder.languages },
    actor: {
      type: holder.scope === 'manager' ? 'user' : 'employee',
      id: holder.technical_id,
      name: `${holder.first_name} ${holder.last_name}`,
    },
  }
}

async function personOf(db: Db, holder: Holder): Promise<SessionPerson> {
  const { scope, technical_id, first_name, last_name, email, language, client_id, client_name, is_erased } = holder
  const held = scope === 'manager' ? await listHeldPermissions(db, { client_id, technical_id }) : []
  const union = (lists: string[][]) => [...new Set(lists.flat())]
  const clientWide = held.filter((one) => one.is_client_wide)
  return {
    scope,
    technical_id,
    first_name,
    last_name,
    email,
    language,
    client_name,
    has_vault_only: is_erased,
    permissions: union(held.map((one) => one.permissions)),
    admin_permissions: union(clientWide.map((one) => one.permissions)),
    event_permissions: union(clientWide.map((one) => one.unrestricted)),
  }
}
