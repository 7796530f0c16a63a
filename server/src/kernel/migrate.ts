import { join } from 'node:path'
import type pg from 'pg'
import { connectAtStart } from '#platform/db/connections/connect-at-start.ts'
import type { DatabaseAddress, Db } from '#platform/db/db.ts'
import { applyMigrations, unappliedMigrations } from '#platform/db/migrate.ts'
import { countNodes, type Distributed, hasCitus, listDistributed } from '#platform/db/nodes/distribute-tables.ts'
import { installJobTables } from '#platform/jobs/install.ts'
import { PACKAGE_ROOT } from '#platform/package-root.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { distributeAll, distributeNew } from './distribution.ts'

const MIGRATIONS = join(PACKAGE_ROOT, 'migrations')

export type Migrated = { applied: string[]; distributed: Distributed }

/**
 * Brings the database to the form that this version needs, with the tables of the job queue; or that of an older one. New
 * tables of a distributed database are distributed.
 */
export function migrate(address: DatabaseAddress, upTo?: string): Promise<Migrated> {
  return migrateAnd(address, distributeNew, upTo)
}

/** The same, with all tables distributed over the nodes of a Citus. */
export async function distribute(address: DatabaseAddress): Promise<Migrated> {
  await refuseUnfit(address)
  return migrateAnd(address, distributeAll)
}

async function migrateAnd(address: DatabaseAddress, lay: typeof distributeAll, upTo?: string): Promise<Migrated> {
  let distributed: Distributed = { spread: [], copied: [] }
  const { applied } = await applyMigrations(address, {
    folder: MIGRATIONS,
    async afterwards(connection) {
      await installJobTables(connection)
      distributed = await lay(connection)
    },
    upTo,
  })
  return { applied, distributed }
}

async function refuseUnfit(address: DatabaseAddress): Promise<void> {
  const connection = await connectAtStart(address)
  try {
    if (!(await hasCitus(connection))) {
      throw new StartRefused('The database has no extension citus (docs/operations/scale-out.md says what it needs).')
    }
    if ((await countNodes(connection)) === 0) {
      throw new StartRefused('The Citus of this database has no node that takes tables; add some with citus_add_node.')
    }
    const { spread } = await listDistributed(connection)
    if (spread.length === 0 && (await isInUse(connection))) {
      throw new StartRefused(
        'The service uses this database; stop all of its processes before its tables are distributed.',
      )
    }
    await refuseWithMatters(connection)
  } finally {
    await connection.end()
  }
}

/** A process asks once whether tables are distributed: one that runs would go on as if they were not. */
async function isInUse(connection: pg.Client): Promise<boolean> {
  const { rows } = await connection.query(`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND split_part(application_name, ' - ', 1) = 'dossier' LIMIT 1`)
  return rows.length > 0
}

/** What a matter covers is kept by triggers, which a distributed database cannot have. */
async function refuseWithMatters(connection: pg.Client): Promise<void> {
  const { rows: known } = await connection.query(`SELECT FROM pg_class WHERE oid = to_regclass('legal_holds')`)
  if (known.length === 0) return
  const { rows } = await connection.query<{ name: string }>(
    `SELECT name FROM legal_holds WHERE kind = 'matter' AND released_at IS NULL ORDER BY created_at LIMIT 1`,
  )
  if (!rows[0]) return
  throw new StartRefused(
    `A distributed database cannot enforce legal holds of matters, and some are open, such as "${rows[0].name}".`,
  )
}

/** The migrations of this version that the database lacks; a newer version may have added others. */
export function missingMigrations(db: Db): Promise<string[]> {
  return unappliedMigrations(db, MIGRATIONS)
}
