import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { withLock } from '#platform/db/locks/with-lock.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { type DatabaseAddress, type Db, settingOf } from './db.ts'
import { statement } from './statement.ts'

type Migration = { name: string; sql: string; checksum: string }

type Options = {
  /** Where the migrations are: SQL files whose names begin with four digits. */
  folder: string
  /** Runs under the same lock, after the migrations. */
  afterwards: (connection: pg.Client) => Promise<void>
  /** The name of the last one to apply; all without it. */
  upTo?: string | undefined
}

/** Applies the migrations that the database lacks. Many processes may call it at once: one works, the others wait. */
export async function applyMigrations(
  address: DatabaseAddress,
  { folder, afterwards, upTo }: Options,
): Promise<{ applied: string[] }> {
  return withLock(address, async (connection) => {
    await refuseOldServer(connection, settingOf(address))
    // Forty commits need not each wait for the disk: what a crash of the machine takes back, the next start applies again,
    // and every later commit that waits makes these permanent, too.
    await connection.query('SET synchronous_commit = off')
    const applied = await applyMissing(connection, upToNamed(await readMigrations(folder), upTo))
    await afterwards(connection)
    return { applied }
  })
}

async function refuseOldServer(connection: pg.Client, setting: string): Promise<void> {
  const { rows } = await connection.query<{ number: number }>(
    `SELECT current_setting('server_version_num')::int AS number`,
  )
  const major = Math.floor((rows[0]?.number ?? 0) / 10_000)
  if (major < 15) throw new StartRefused(`${setting} names a PostgreSQL ${major}; Dossier needs 15 or newer.`)
}

const findUnapplied = statement<{ name: string }, { names: string[] }>(`
  SELECT name FROM unnest($names::text[]) AS wanted (name)
  WHERE NOT EXISTS (SELECT FROM migrations done WHERE done.name = wanted.name) ORDER BY name`)

/** The names of the migrations of a folder that the database does not have. */
export async function unappliedMigrations(db: Db, folder: string): Promise<string[]> {
  const names = (await listMigrations(folder)).map((file) => file.replace(/\.sql$/, ''))
  return (await findUnapplied(db, { names })).map(({ name }) => name)
}

async function listMigrations(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort()
}

async function readMigrations(folder: string): Promise<Migration[]> {
  return Promise.all(
    (await listMigrations(folder)).map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name: name.replace(/\.sql$/, ''), sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

function upToNamed(migrations: Migration[], name: string | undefined): Migration[] {
  if (name === undefined) return migrations
  const last = migrations.findIndex((one) => one.name === name)
  if (last < 0) throw new StartRefused(`The data is of another version of Dossier (it has migration ${name}).`)
  return migrations.slice(0, last + 1)
}

async function applyMissing(connection: pg.Client, migrations: Migration[]): Promise<string[]> {
  await connection.query(`
    CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
    )`)
  const { rows } = await connection.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations')
  const done = new Map(rows.map((row) => [row.name, row.checksum]))
  refuseForeign(done, migrations)

  const applied: string[] = []
  for (const { name, sql, checksum } of migrations) {
    if (done.has(name)) continue
    await connection.query('BEGIN')
    try {
      await connection.query(sql)
      await connection.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
      await connection.query('COMMIT')
    } catch (error) {
      await connection.query('ROLLBACK')
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
