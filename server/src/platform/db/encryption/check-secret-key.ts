import { isSame, type Keyring, openKeyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { RESTORE_MARK } from './restore-mark.ts'

/** The SECRET_KEY, under which a process writes, and further keys that it reads. */
export type SecretKeys = { current: string; accepted: readonly string[] }

type Installation = {
  secret_key_check: Buffer
  hash_keys: string | null
  next_key_check: Buffer | null
  retired_key_checks: Buffer[]
}

const claim = statement<Installation, { secret_key_check: Buffer }>(`
  WITH made AS (
    INSERT INTO installation (secret_key_check) VALUES ($secret_key_check) ON CONFLICT DO NOTHING
    RETURNING secret_key_check, hash_keys, next_key_check, retired_key_checks
  )
  SELECT secret_key_check, hash_keys, next_key_check, retired_key_checks FROM made
  UNION ALL SELECT secret_key_check, hash_keys, next_key_check, retired_key_checks FROM installation LIMIT 1`)

const begin = statement<never, { next_key_check: Buffer; next_hash_keys: string; secret_key_check: Buffer }>(`
  UPDATE installation SET next_key_check = $next_key_check, next_hash_keys = $next_hash_keys, old_key_used_at = now()
  WHERE next_key_check IS NULL AND secret_key_check = $secret_key_check`)

/**
 * Another key would make every stored secret useless; better not to start at all. A SECRET_KEY that is new begins a change,
 * if the key before is accepted. Answers the keyring, and whether the stored texts are bound to their context: those of an
 * older version are not.
 */
export async function checkSecretKey(db: Db, keys: SecretKeys): Promise<{ keyring: Keyring; isBound: boolean }> {
  const known = [keys.current, ...keys.accepted].map((secret) => ({ secret, check: openKeyring(secret).check() }))
  const [current] = known as [Known]
  let installation = await claimed(db, current.check)
  if (isSame(installation.secret_key_check, RESTORE_MARK)) throw new StartRefused(UNRESTORED)
  const first = openKeyring(keys.current)
  if (isSame(installation.secret_key_check, first.unboundCheck())) return { keyring: first, isBound: false }
  refuseUnfit(installation, known)
  const before = known.find((one) => isSame(one.check, installation.secret_key_check)) as Known
  const keyring = openKeyring(keys.current, {
    accepted: keys.accepted,
    hashKeys: openKeyring(before.secret, { hashKeys: installation.hash_keys ?? undefined }).wrapHashKeys(),
  })
  if (before !== current && installation.next_key_check === null) {
    const next = { next_key_check: current.check, next_hash_keys: keyring.wrapHashKeys() }
    await begin(db, { ...next, secret_key_check: before.check })
    // Another process may have begun a change to another key.
    installation = await claimed(db, current.check)
    refuseUnfit(installation, known)
  }
  return { keyring, isBound: true }
}

/** Refuses keys that do not fit the checks that another database had, of its key and of the one it was changed to. */
export function refuseOtherKeys(keys: SecretKeys, checks: readonly Buffer[]): void {
  const [current, ...accepted] = [keys.current, ...keys.accepted].map((secret) => openKeyring(secret).check())
  const fits =
    current !== undefined &&
    checks.some((check) => isSame(check, current)) &&
    checks.every((check) => [current, ...accepted].some((one) => isSame(one, check)))
  if (!fits)
    throw new StartRefused('SECRET_KEY is not the one that the backup was made with; its secrets cannot be read.')
}

type Known = { secret: string; check: Buffer }

async function claimed(db: Db, check: Buffer): Promise<Installation> {
  const [row] = await claim(db, { secret_key_check: check })
  // Another process may have made the row between the two halves of the statement.
  const stored = row ?? (await claim(db, { secret_key_check: check }))[0]
  if (!stored) throw new Error('The database does not keep its installation.')
  return stored
}

function refuseUnfit(installation: Installation, known: Known[]): void {
  const { secret_key_check, next_key_check, retired_key_checks } = installation
  const isKnown = (check: Buffer) => known.some((one) => isSame(one.check, check))
  const isCurrent = (check: Buffer) => known[0] !== undefined && isSame(known[0].check, check)
  if (next_key_check === null) {
    if (!isKnown(secret_key_check)) throw new StartRefused(FOREIGN)
    if (!isCurrent(secret_key_check) && retired_key_checks.some(isCurrent)) throw new StartRefused(RETIRED)
    return
  }
  if (!isKnown(secret_key_check) && !isKnown(next_key_check)) throw new StartRefused(FOREIGN)
  if (!isKnown(secret_key_check)) throw new StartRefused(DROPPED_EARLY)
  if (!isKnown(next_key_check)) throw new StartRefused(UNAWARE)
  if (!isCurrent(secret_key_check) && !isCurrent(next_key_check)) throw new StartRefused(THIRD)
}

const UNRESTORED = 'A restore into this database has not ended: run dossier restore again.'
const FOREIGN = 'SECRET_KEY is not the one that this database was set up with; its secrets cannot be read.'
const RETIRED =
  'SECRET_KEY is a key that was rotated away: set it to the one that took its place (now in SECRET_KEY_ACCEPTED).'
const DROPPED_EARLY =
  'SECRET_KEY_ACCEPTED is not the key before, under which data still lies: set it to that, and run dossier rotate-key.'
const UNAWARE =
  'SECRET_KEY_ACCEPTED is not the key that SECRET_KEY is being changed to, under which data lies already: set it to that.'
const THIRD =
  'SECRET_KEY is a third key while a change between two others is under way: finish it by dossier rotate-key.'
