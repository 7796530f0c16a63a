import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** All that a client has, by table, to show that nothing moved. That credentials were used is not a move. */
export async function everythingOf(db: Db, clientId: string): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'client_id' ORDER BY 1`.execute(db)
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      SELECT (to_jsonb(one) - 'last_used_at')::text AS row FROM ${sql.table(name)} one WHERE client_id = ${clientId} ORDER BY 1`.execute(
      db,
    )
    all[name] = rows.map(({ row }) => row)
  }
  const { rows } = await sql<{ row: string }>`
    SELECT one::text AS row FROM clients one WHERE id = ${clientId}`.execute(db)
  all.clients = rows.map(({ row }) => row)
  return all
}
