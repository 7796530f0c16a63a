import type pg from 'pg'

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
  requests: [...DELETION, COVER, COVER_CHANGED],
  signature_evidence: DELETION,
  signature_processes: [...DELETION, COVER, COVER_CHANGED],
  signature_signers: [COVER],
}

/** Those that are missing or disabled; undefined in a database without legal holds. */
export async function listLostGuards(connection: pg.Client): Promise<string[] | undefined> {
  const { rows } = await connection.query<{ is_there: boolean; enabled: string[] }>(`
    SELECT to_regclass('legal_holds') IS NOT NULL AS is_there, coalesce((
      SELECT array_agg(relname || '.' || tgname) FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
      WHERE relnamespace = current_schema::regnamespace AND tgenabled IN ('O', 'A') AND NOT tgisinternal), '{}') AS enabled`)
  if (!rows[0]?.is_there) return undefined
  const enabled = new Set(rows[0].enabled)
  return Object.entries(GUARD_TRIGGERS)
    .flatMap(([table, triggers]) => triggers.map((one) => `${table}.${one}`))
    .filter((one) => !enabled.has(one))
}
