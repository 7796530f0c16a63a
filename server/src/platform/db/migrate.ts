import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { withLock } from '#platform/db/locks/with-lock.ts'
import { installJobTables } from '#platform/jobs/install.ts'
import { StartRefused } from '#platform/start-refused.ts'
import type { DatabaseAddress } from './db.ts'

const FOLDER = join(import.meta.dirname, '../../../migrations')
type Migration = { name: string; sql: string; checksum: string }

/** Brings the database to the form this version needs. Many processes may call it at once: one works, the others wait. */
export async function migrate(connection: DatabaseAddress): Promise<{ applied: string[] }> {
  return withLock(connection, async (client) => {
    await refuseOldServer(client)
    const applied = await applyMissing(client, await readMigrations())
    await installJobTables(client)
    return { applied }
  })
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: number }>(`SELECT current_setting('server_version_num')::int AS number`)
  const major = Math.floor((rows[0]?.number ?? 0) / 10_000)
  if (major < 15) throw new StartRefused(`DATABASE_URL names a PostgreSQL ${major}; Dossier needs 15 or newer.`)
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(FOLDER, name), 'utf8')
      return { name: name.replace(/\.sql$/, ''), sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function applyMissing(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
    )`)
  const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations')
  const done = new Map(rows.map((row) => [row.name, row.checksum]))
  refuseForeign(done, migrations)

  const applied: string[] = []
  for (const { name, sql, checksum } of migrations) {
    if (done.has(name)) continue
    await client.query('BEGIN')
    try {
      await client.query(sql)
      await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK')
      throw new StartRefused(`Migration ${name} failed: ${(error as Error).message}`)
    }
    applied.push(name)
  }
  return applied
}

function refuseForeign(done: Map<string, string>, migrations: Migration[]): void {
  const known = new Map(migrations.map((one) => [one.name, one.checksum]))
  const newer = [...done.keys()].filter((name) => !known.has(name)).sort()
  if (newer.length > 0) {
    throw new StartRefused(
      `The data was written by a newer version of Dossier (it has migration ${newer[0]}); start that version instead.`,
    )
  }
  const changed = [...done].find(([name, checksum]) => known.get(name) !== checksum)
  if (changed) throw new StartRefused(`Migration ${changed[0]} was changed after it had run on this database.`)
}
