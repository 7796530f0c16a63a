import type { Database } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

const known = new WeakMap<Database, boolean>()

const look = statement<{ has_citus: boolean }>(
  `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS has_citus`,
)

/**
 * Whether the tables may lie on several nodes. There, a statement that locks or changes rows is for one client, and advisory
 * locks are taken in a statement without tables. Asked once: a database gets the extension before it gets its tables.
 */
export async function isDistributed(db: Database): Promise<boolean> {
  let found = known.get(db)
  if (found === undefined) {
    found = (await look(db))[0]?.has_citus === true
    known.set(db, found)
  }
  return found
}
