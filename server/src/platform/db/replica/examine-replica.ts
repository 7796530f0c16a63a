import type pg from 'pg'
import { connectAtStart, connectOnce, type Patience, toStderr } from '#platform/db/connections/connect-at-start.ts'
import { requirePreparedStatements, sharingOf } from '#platform/db/connections/pooler.ts'
import { type DatabaseAddress, settingOf } from '#platform/db/db.ts'
import { StartRefused } from '#platform/start-refused.ts'

/** A start does not wait for what it can do without. */
const WITHIN_MS = 2000

type Identity = { system: string; database: string; is_standby: boolean }

/**
 * Looks at what is at the other end before a replica is used. Another database is a mistake in the settings and refused; a
 * replica that is away, or leads for the moment, may be one later on: the start warns, and the primary answers meanwhile.
 */
export async function examineReplica(
  { direct, read }: { direct: DatabaseAddress; read: DatabaseAddress },
  { say = toStderr }: Patience = {},
): Promise<{ hasOwnSessions: boolean }> {
  const replica = await connectOnce(read, { waitMs: 0, withinMs: WITHIN_MS, say }).catch(({ message }: Error) => {
    say(`${message.replace(/\.$/, '')}; the primary answers until it can.`)
  })
  // Settings of sessions are left out where they could reach those of others.
  if (!replica) return { hasOwnSessions: false }
  try {
    const isShared = (await sharingOf(read, replica)) === 'by transaction'
    if (isShared) await requirePreparedStatements(read, replica)
    const found = await identityOf(replica)
    await requireSameDatabase(found, direct, settingOf(read))
    if (!found.is_standby)
      say(`${settingOf(read)} names a server that follows no other; the primary answers until it does.`)
    return { hasOwnSessions: !isShared }
  } finally {
    await replica.end()
  }
}

async function requireSameDatabase(found: Identity, direct: DatabaseAddress, setting: string): Promise<void> {
  const primary = await connectAtStart(direct)
  const wanted = await identityOf(primary).finally(() => primary.end())
  if (found.system === wanted.system && found.database === wanted.database) return
  throw new StartRefused(
    `${setting} names another database than ${settingOf(direct)}; it must lead to a replica of it.`,
  )
}

async function identityOf(connection: pg.Client): Promise<Identity> {
  const { rows } = await connection.query<Identity>(`
    SELECT system_identifier::text AS system, current_database() AS database, pg_is_in_recovery() AS is_standby
    FROM pg_control_system()`)
  return rows[0] as Identity
}
