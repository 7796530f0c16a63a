import { join } from 'node:path'
import type { DatabaseAddress, Db } from '#platform/db/db.ts'
import { applyMigrations, unappliedMigrations } from '#platform/db/migrate.ts'
import { installJobTables } from '#platform/jobs/install.ts'
import { PACKAGE_ROOT } from '#platform/package-root.ts'

const MIGRATIONS = join(PACKAGE_ROOT, 'migrations')

/** Brings the database to the form that this version needs, with the tables of the job queue; or that of an older one. */
export function migrate(address: DatabaseAddress, upTo?: string): Promise<{ applied: string[] }> {
  return applyMigrations(address, { folder: MIGRATIONS, afterwards: installJobTables, upTo })
}

/** The migrations of this version that the database lacks; a newer version may have added others. */
export function missingMigrations(db: Db): Promise<string[]> {
  return unappliedMigrations(db, MIGRATIONS)
}
