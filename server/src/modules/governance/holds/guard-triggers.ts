import type pg from 'pg'
import type { Tx } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { conflict } from '#platform/problem.ts'

const DELETION = ['legal_hold_delete', 'legal_hold_truncate']
const COVER = 'legal_hold_cover'
const COVER_CHANGED = 'legal_hold_cover_changed'

/** The triggers that enforce legal holds, of each table. */
export const GUARD_TRIGGERS: Readonly<Record<string, readonly string[]>> = {
  documents: [...DELETION, 'legal_hold_trash', COVER, COVER_CHANGED],
  employees: [...DELETION, COVER, COVER_CHANGED],
  notes: [...DELETION, COVER],
  organizations: [COVER_CHANGED],
  request_comments: DELETION,
  request_files: DELETION,
  requests: [...DELETION, 'legal_hold_anonymise', COVER, COVER_CHANGED],
  signature_evidence: DELETION,
  signature_processes: [...DELETION, COVER, COVER_CHANGED],
  signature_signers: [COVER],
}

const ENABLED = `
  SELECT relname || '.' || tgname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE relnamespace = current_schema::regnamespace AND tgenabled IN ('O', 'A') AND NOT tgisinternal`

/** Those that are missing or disabled; undefined in a database without legal holds. */
export async function listLostGuards(connection: pg.Client): Promise<string[] | undefined> {
  const { rows } = await connection.query<{ is_there: boolean }>(
    `SELECT to_regclass('legal_holds') IS NOT NULL AS is_there`,
  )
  return rows[0]?.is_there ? lostOf((await connection.query<Trigger>(ENABLED)).rows) : undefined
}

const listEnabled = statement<Trigger>(ENABLED)

/**
 * Refuses where the database would let go what a matter covers. A distributed one does: Citus takes no table with triggers,
 * and neither what plain SQL deletes nor what comes to fit would be seen.
 */
export async function refuseWithoutGuards(tx: Tx): Promise<void> {
  if (lostOf(await listEnabled(tx)).length === 0) return
  throw conflict(
    'legal_holds_not_enforced',
    'The database lacks triggers that enforce legal holds; "dossier doctor" names them.',
  )
}

type Trigger = { name: string }

function lostOf(enabled: readonly Trigger[]): string[] {
  const names = new Set(enabled.map(({ name }) => name))
  return Object.entries(GUARD_TRIGGERS)
    .flatMap(([table, triggers]) => triggers.map((one) => `${table}.${one}`))
    .filter((one) => !names.has(one))
}
