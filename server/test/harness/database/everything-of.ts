import { CompiledQuery, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** All that a client has, by table, to show that nothing moved. That credentials were used is not a move. */
export async function everythingOf(db: Db, clientId: string): Promise<Record<string, string[]>> {
  statement ??= readStatement(db)
  const tables = await db.executeQuery<{ name: string; rows: string }>(CompiledQuery.raw(await statement, [clientId]))
  return Object.fromEntries(tables.rows.map(({ name, rows }) => [name, rows === '' ? [] : rows.split('\n')]))
}

/** The same for all databases of a test run: the schema is. */
let statement: Promise<string> | undefined

async function readStatement(db: Db): Promise<string> {
  const { rows } = await sql<{ table_name: string }>`
    SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'client_id' ORDER BY 1`.execute(db)
  const ofClient = rows.map(({ table_name }) => [table_name, 'client_id'])
  return [['clients', 'id'], ...ofClient]
    .map(
      ([table, column]) => `SELECT '${table}' AS name, coalesce(string_agg(row, E'\\n' ORDER BY row), '') AS rows
        FROM (SELECT (to_jsonb(one) - 'last_used_at')::text AS row FROM ${table} one WHERE ${column} = $1) all_of_it`,
    )
    .join(' UNION ALL ')
}
