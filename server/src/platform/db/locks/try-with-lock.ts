import type pg from 'pg'
import { connectAtStart } from '#platform/db/connections/connect-at-start.ts'
import type { DatabaseAddress } from '#platform/db/db.ts'

/** Runs a long step that only one process may run at a time; undefined if another runs it. */
export async function tryWithLock<T>(
  address: DatabaseAddress,
  what: string,
  step: (connection: pg.Client) => Promise<T>,
): Promise<T | undefined> {
  const connection = await connectAtStart(address)
  try {
    const { rows } = await connection.query<{ is_locked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS is_locked',
      [what],
    )
    return rows[0]?.is_locked ? await step(connection) : undefined
  } finally {
    await connection.end()
  }
}
