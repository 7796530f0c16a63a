import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { DatabaseAddress } from '#platform/db/db.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { connectAtStart, connectOnce, type Patience, toStderr } from './connect-at-start.ts'
import { requirePreparedStatements, sharingOf } from './pooler.ts'

/**
 * Looks at what is at the other end of both addresses before anything is changed there: `direct` must give sessions,
 * `pooled` whole transactions and prepared statements, and both must lead to the same database.
 */
export async function compareAddresses(
  { direct, pooled }: { direct: DatabaseAddress; pooled: DatabaseAddress },
  patience: Patience = {},
): Promise<{ hasOwnSessions: boolean }> {
  const session = await connectAtStart(direct, patience)
  try {
    const connection = await connectOnce(pooled, patience)
    try {
      const isShared = (await sharingOf(pooled, connection)) === 'by transaction'
      if (isShared) await requirePreparedStatements(pooled, connection)
      await requireSameDatabase(session, connection)
      if (isShared) await warnOfMissingLimits(connection, patience)
      return { hasOwnSessions: !isShared }
    } finally {
      await connection.end()
    }
  } finally {
    await session.end()
  }
}

/** A lock that one of them holds is free only in another database. Any user may ask this, even on a copy of the same data. */
async function requireSameDatabase(session: pg.Client, connection: pg.Client): Promise<void> {
  const key = [randomBytes(8).readBigInt64BE()]
  await session.query('SELECT pg_advisory_lock($1)', key)
  const { rows } = await connection.query<{ is_free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS is_free', key)
  if (rows[0]?.is_free) {
    throw new StartRefused(
      'DATABASE_DIRECT_URL names another database than DATABASE_URL; both must lead to the same one.',
    )
  }
}

/** What a pooler shares keeps the settings of its user: none can be made for a session that others get, too. */
async function warnOfMissingLimits(connection: pg.Client, { say = toStderr }: Patience): Promise<void> {
  const { rows } = await connection.query<{ name: string }>(`
    SELECT name FROM pg_settings WHERE setting = '0' AND name = ANY (ARRAY[
      'client_connection_check_interval', 'idle_in_transaction_session_timeout']) ORDER BY name`)
  if (rows.length === 0) return
  const missing = rows.map(({ name }) => name).join(' and ')
  say(`The user of DATABASE_URL has no ${missing}: what a dead process began may keep its locks; see scale-out.md.`)
}
