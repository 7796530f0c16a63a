import type pg from 'pg'
import { LAYOUT } from '#kernel/distribution.ts'
import type { ClientColumns } from './client-bounds.ts'

/** Tables that are spread over the nodes of a distributed database; `$1` are those that are copied to each. */
export const SPREAD = `SELECT attrelid AS id FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND attname = '${LAYOUT.column}'
    AND relname <> ALL ($1)`

/** Where such a table has its client. */
export async function spreadColumns(connection: pg.Client): Promise<ClientColumns> {
  const { rows } = await connection.query<{ id: number; number: number }>(
    `SELECT attrelid::integer AS id, attnum AS number FROM pg_attribute
     WHERE attrelid IN (${SPREAD}) AND attname = '${LAYOUT.column}'`,
    [LAYOUT.copied],
  )
  return new Map(rows.map(({ id, number }) => [id, number]))
}
