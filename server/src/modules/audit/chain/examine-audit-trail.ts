import type pg from 'pg'
import { connectAtStart } from '#platform/db/connections/connect-at-start.ts'
import type { DatabaseAddress } from '#platform/db/db.ts'
import { hasCitus } from '#platform/db/nodes/distribute-tables.ts'

/** The tables to which rows are added, and nothing else. */
export const UNCHANGEABLE_TABLES = ['audit_entries', 'audit_checkpoints']
const TRIGGER = 'audit_trail_unchangeable'

const LIST_ENABLED = `
  SELECT relname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE relnamespace = current_schema::regnamespace AND tgname = '${TRIGGER}' AND tgenabled IN ('O', 'A')`

const MAY_CHANGE = `
  SELECT pg_get_userbyid(relowner) = current_user AS is_owner,
    (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS is_superuser,
    has_table_privilege(pg_class.oid, 'UPDATE, DELETE, TRUNCATE') AS may_change
  FROM pg_class WHERE oid = to_regclass('audit_entries')`

/** What keeps the trail from being changed by plain SQL under the role of the service; throws what is missing. */
export async function examineAuditTrail(connection: pg.Client): Promise<string> {
  const { rows } = await connection.query<{ is_owner: boolean; is_superuser: boolean; may_change: boolean }>(MAY_CHANGE)
  const [role] = rows
  if (!role) return 'the first start of this version makes its tables'
  if (await hasCitus(connection)) {
    return 'a distributed database has no triggers that protect it: hashes and checkpoints show changes, "dossier verify-audit" finds them'
  }
  const enabled = (await connection.query<{ name: string }>(LIST_ENABLED)).rows.map(({ name }) => name)
  const lost = UNCHANGEABLE_TABLES.filter((table) => !enabled.includes(table))
  if (lost.length > 0) {
    throw new Error(`the database does not protect it: triggers are missing or disabled: ${lost.join(', ')}`)
  }
  if (role.is_owner || role.is_superuser) {
    return 'triggers protect it; they stand alone, since the service has the role that owns the tables (docs/operations/install.md)'
  }
  if (role.may_change) {
    throw new Error(
      'the role of the service may change its tables; the next start with DATABASE_DIRECT_URL revokes that',
    )
  }
  return 'triggers protect it, and the role of the service may only add to it'
}

/**
 * Leaves the role of the service nothing but adding to the trail and reading it, where its tables belong to another role: the
 * one that migrates, at `ownerAddress`.
 */
export async function restrictAuditTrail(pool: pg.Pool, ownerAddress: DatabaseAddress): Promise<void> {
  const { rows } = await pool.query<{ role: string; is_restricted: boolean }>(
    `SELECT current_user AS role, pg_get_userbyid(relowner) = current_user
       OR NOT has_table_privilege(pg_class.oid, 'UPDATE, DELETE, TRUNCATE') AS is_restricted
     FROM pg_class WHERE oid = ANY ($1::regclass[]) ORDER BY 2 LIMIT 1`,
    [UNCHANGEABLE_TABLES],
  )
  const [found] = rows
  if (!found || found.is_restricted) return
  const owner = await connectAtStart(ownerAddress)
  try {
    const tables = UNCHANGEABLE_TABLES.join(', ')
    const name = owner.escapeIdentifier(found.role)
    await owner.query(`REVOKE ALL ON ${tables} FROM ${name}; GRANT SELECT, INSERT ON ${tables} TO ${name}`)
  } finally {
    await owner.end()
  }
}
