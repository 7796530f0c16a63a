import type { Keyring } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { Log } from '#platform/log.ts'

const REPORT_EVERY_MS = 10_000
/** A process that writes under the key before is heard of by then, unless it is cut off from the database. */
export const UNUSED_AFTER_SECONDS = 30

const noteUse = statement<never, { check: Buffer }>(`
  UPDATE installation SET old_key_used_at = now() WHERE secret_key_check = $check AND next_key_check IS NOT NULL`)

const retired = statement<{ is_retired: boolean }, { check: Buffer }>(
  'SELECT $check::bytea = ANY (retired_key_checks) AS is_retired FROM installation',
)

/** While the SECRET_KEY is being changed, tells `rotate-key` of a process that still writes under the key before. */
export function reportKeyUse(db: Db, keyring: Keyring, log: Log): () => void {
  const check = keyring.check()
  const round = async () => {
    await noteUse(db, { check })
    const [found] = await retired(db, { check })
    if (found?.is_retired) log.error('secret_key.retired')
  }
  // A database that does not answer is noticed elsewhere, by all that needs it.
  const report = () => void round().catch(() => {})
  report()
  const timer = setInterval(report, REPORT_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
