import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { JOBS_SCHEMA } from './install.ts'

/**
 * Removes jobs of a client that carry one of these texts: such mails are not sent any more, and what was done is over. Texts are
 * whole values of the data, or addresses, which are parts of nothing else.
 */
export async function forgetJobs(
  tx: Tx,
  { id }: { id: string },
  { values, addresses }: { values: readonly string[]; addresses: readonly string[] },
): Promise<void> {
  const patterns = [...values.map((one) => JSON.stringify(one)), ...addresses].map((one) => `%${escaped(one)}%`)
  if (patterns.length === 0) return
  await sql`
    DELETE FROM ${sql.table(`${JOBS_SCHEMA}.job`)}
    WHERE data::text LIKE ${`%${escaped(JSON.stringify(id))}%`}
      AND (data::text LIKE ANY (${patterns}::text[]) OR output::text LIKE ANY (${patterns}::text[]))`.execute(tx)
}

const escaped = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')
