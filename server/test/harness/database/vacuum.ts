import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { eventually } from '#test/harness/eventually.ts'

/**
 * Vacuums and analyzes these tables until all of their pages are known to be visible to everybody. VACUUM leaves out what
 * a snapshot may still need, even that of a connection which another test opens on this server at the same moment, and
 * index scans then read rows that they would pass over otherwise.
 */
export async function vacuum(db: Db, ...tables: string[]): Promise<void> {
  for (const table of tables) {
    await eventually(async () => {
      await sql`VACUUM (ANALYZE) ${sql.table(table)}`.execute(db)
      const { rows } = await sql<{ done: boolean }>`
        SELECT relallvisible >= relpages AS done FROM pg_class WHERE oid = ${table}::regclass`.execute(db)
      return rows[0]?.done
    })
  }
}
