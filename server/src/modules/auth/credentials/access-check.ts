import type { Caller } from '#kernel/work.ts'
import { networkOf } from '#modules/auth/guard/network-of.ts'
import type { Clock } from '#platform/clock.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { tenantNamedIn } from '#platform/crypto/tenant-secret.ts'
import type { Db } from '#platform/db/db.ts'
import { addressMatcher } from '#platform/net/address-range.ts'
import { findKeyHolder, findTokenHolder, type KeyHolder, type TokenHolder } from './queries.ts'
import { openUseRecord } from './use-record.ts'

/** A revocation made by another process is seen after this long at most. */
const CACHE_MS = 30_000
const MAX_CACHED = 20_000

/** A caller that was recognised, and what was issued to it. */
export type Access = { caller: Caller; permissions: readonly string[]; isClientActive: boolean }

type AllowList = (address: string) => boolean
type Cached = { access: Access; allowed: AllowList | undefined; until: number }

/** Recognises access tokens and API keys. What was recognised is remembered for 30 s, so that a call costs no query. */
export type AccessCheck = {
  byToken(token: string): Promise<Access | undefined>
  byKey(key: string, address: string): Promise<Access | undefined>
  /** Whether this process has recognised the key from this network before, so that it is not a guess. */
  isInUse(key: string, address: string): boolean
  /** Forgets everything at once: called when this process revokes something. */
  forget(): void
}

export function openAccessCheck({ db, clock, keyring }: { db: Db; clock: Clock; keyring: Keyring }): AccessCheck {
  const cache = new Map<string, Cached>()
  const inUse = new Set<string>()
  const uses = openUseRecord(db, clock)

  function noteUse(key: string, address: string, isRecognised: boolean): void {
    const use = `${networkOf(address)} ${key}`
    if (!isRecognised) inUse.delete(use)
    else if (!inUse.has(use)) {
      if (inUse.size >= MAX_CACHED) inUse.clear()
      inUse.add(use)
    }
  }

  async function recognise(kind: string, secret: string, find: (hash: Buffer) => Promise<Cached | undefined>) {
    const cacheKey = `${kind} ${secret}`
    const known = cache.get(cacheKey)
    if (known && known.until > clock.now().getTime()) return known
    const found = await find(keyring.fingerprint(secret))
    if (!found) {
      cache.delete(cacheKey)
      return undefined
    }
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(cacheKey, found)
    return found
  }

  return {
    async byToken(token) {
      const found = await recognise('token', token, async (hash) => {
        const [holder] = await findTokenHolder(db, { tenant: tenantNamedIn(token), token_hash: hash, now: clock.now() })
        if (holder) uses.note('application', holder, holder.application_id)
        return holder && cachedToken(holder, clock)
      })
      return found?.access
    },
    async byKey(key, address) {
      const found = await recognise('key', key, async (hash) => {
        const holder = await findKeyHolder(db, { key_hash: hash, now: clock.now() })
        if (holder && isAllowed(allowedBy(holder), address)) uses.note('api_key', holder, holder.name)
        return holder && cachedKey(holder, clock)
      })
      const access = found && isAllowed(found.allowed, address) ? found.access : undefined
      noteUse(key, address, access !== undefined)
      return access
    },
    isInUse: (key, address) => inUse.has(`${networkOf(address)} ${key}`),
    forget: () => cache.clear(),
  }
}

function cacheEnd(clock: Clock, expiresAt: Date | null): number {
  return Math.min(clock.now().getTime() + CACHE_MS, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY)
}

function cachedToken(holder: TokenHolder, clock: Clock): Cached {
  const caller: Caller = {
    client: { id: holder.client_id, languages: holder.languages },
    actor: { type: 'application', id: holder.application_id, name: holder.application_name },
    issued: holder.permissions,
  }
  return {
    access: { caller, permissions: holder.permissions, isClientActive: holder.is_client_active },
    allowed: undefined,
    until: cacheEnd(clock, holder.expires_at),
  }
}

function cachedKey(holder: KeyHolder, clock: Clock): Cached {
  const caller: Caller = {
    client: { id: holder.client_id, languages: holder.languages },
    actor: { type: 'application', id: holder.name, name: holder.name },
    issued: ['*'],
    credential: 'api_key',
  }
  return {
    access: { caller, permissions: ['*'], isClientActive: true },
    allowed: allowedBy(holder),
    until: cacheEnd(clock, holder.expires_at),
  }
}

/** Addresses and CIDR ranges; they were checked when the key was issued. */
function allowedBy({ allowed_addresses }: KeyHolder): AllowList | undefined {
  return allowed_addresses.length > 0 ? addressMatcher(allowed_addresses) : undefined
}

function isAllowed(allowed: AllowList | undefined, address: string): boolean {
  return !allowed || allowed(address)
}
