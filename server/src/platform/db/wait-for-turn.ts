import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** Only one transaction at a time gets past this point, for each `what`. */
export async function waitForTurn(tx: Tx, what: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(tx)
}
