import { isSame, type Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { StartRefused } from '#platform/start-refused.ts'

const claim = statement<{ secret_key_check: Buffer }, { secret_key_check: Buffer }>(`
  WITH made AS (
    INSERT INTO installation (secret_key_check) VALUES ($secret_key_check) ON CONFLICT DO NOTHING RETURNING secret_key_check
  )
  SELECT secret_key_check FROM made UNION ALL SELECT secret_key_check FROM installation LIMIT 1`)

/**
 * Another key would make every stored secret useless; better not to start at all. Answers whether the stored texts are
 * bound to their context: those of an older version are not.
 */
export async function checkSecretKey(db: Db, keyring: Keyring): Promise<{ isBound: boolean }> {
  const expected = keyring.check()
  const [row] = await claim(db, { secret_key_check: expected })
  // Another process may have made the row between the two halves of the statement.
  const stored = row ?? (await claim(db, { secret_key_check: expected }))[0]
  const isBound = stored !== undefined && isSame(stored.secret_key_check, expected)
  if (!isBound && !(stored && isSame(stored.secret_key_check, keyring.unboundCheck()))) {
    throw new StartRefused('SECRET_KEY is not the one that this database was set up with; its secrets cannot be read.')
  }
  return { isBound }
}
