import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { JOBS_SCHEMA } from './install.ts'

/** Of whom jobs are forgotten: an id within its scope, and texts that are parts of nothing else, such as addresses. */
export type Forgotten = { scope: string; technical_id: string; texts: readonly string[] }

/**
 * Removes jobs of a client that are about a log-in or have one of these texts: such mails are not sent any more, and what was done
 * is over. Other ids in jobs may look the same and are left alone.
 */
export async function forgetJobs(
  tx: Tx,
  { id }: { id: string },
  { scope, technical_id, texts }: Forgotten,
): Promise<void> {
  const table = sql.table(`${JOBS_SCHEMA}.job`)
  const patterns = texts.map((one) => `%${escaped(one)}%`)
  const owner = JSON.stringify({ client_id: id, scope, technical_id })
  await sql`
    DELETE FROM ${table} WHERE data @> ${owner}::jsonb OR data @> jsonb_build_object('only', ${owner}::jsonb)
      OR data::text LIKE ${`%${escaped(JSON.stringify(id))}%`} AND data::text ILIKE ANY (${patterns}::text[])`.execute(
    tx,
  )
  await sql`
    UPDATE ${table} SET output = NULL
    WHERE output IS NOT NULL AND output::text ILIKE ANY (${patterns}::text[])`.execute(tx)
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')
