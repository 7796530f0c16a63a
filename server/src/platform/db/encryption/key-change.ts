import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { UNUSED_AFTER_SECONDS } from './key-use.ts'

export type KeyChange = {
  /** Whether the SECRET_KEY of this process is the one that is being changed to; or back to. */
  isForward: boolean
  /** For how long no process was heard of that writes under the key before. */
  unusedSeconds: number
}

const find = statement<{ is_forward: boolean; unused_seconds: number }, { check: Buffer }>(`
  SELECT next_key_check = $check AS is_forward,
    coalesce(extract(epoch FROM clock_timestamp() - old_key_used_at), 0)::float8 AS unused_seconds
  FROM installation WHERE next_key_check IS NOT NULL`)

/** The change of the SECRET_KEY that is under way. */
export async function findKeyChange(db: Db, keyring: Keyring): Promise<KeyChange | undefined> {
  const [row] = await find(db, { check: keyring.check() })
  return row && { isForward: row.is_forward, unusedSeconds: row.unused_seconds }
}

const end = statement<{ is_ended: boolean }, { check: Buffer; seconds: number }>(`
  UPDATE installation SET secret_key_check = next_key_check, hash_keys = next_hash_keys,
    retired_key_checks = array_append(array_remove(retired_key_checks, next_key_check), secret_key_check),
    next_key_check = NULL, next_hash_keys = NULL, old_key_used_at = NULL
  WHERE next_key_check = $check AND old_key_used_at < clock_timestamp() - make_interval(secs => $seconds)
  RETURNING true AS is_ended`)

/** Ends the change: the key before may be dropped. False if a process was heard of meanwhile that writes under it. */
export async function endKeyChange(db: Db, keyring: Keyring): Promise<boolean> {
  const [row] = await end(db, { check: keyring.check(), seconds: UNUSED_AFTER_SECONDS })
  return row !== undefined
}
