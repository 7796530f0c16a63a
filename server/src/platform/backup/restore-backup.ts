import pg from 'pg'
import { DamagedBlob } from '#platform/blobs/blob-cipher.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { DatabaseAddress } from '#platform/db/db.ts'
import { refuseOtherKeys, type SecretKeys } from '#platform/db/encryption/check-secret-key.ts'
import { markRestore, RESTORE_MARK } from '#platform/db/encryption/restore-mark.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { type BackupTarget, type ListedBackup, listBackups } from './backup-target.ts'
import { copyFiles } from './copy-files.ts'
import { readFileList } from './file-list.ts'
import { loadDatabase } from './load-database.ts'
import type { Manifest } from './manifest.ts'
import { readSchemaVersion } from './tables-to-back-up.ts'

export type RestoreDeps = {
  directAddress: DatabaseAddress
  blobs: Blobs
  secretKeys: SecretKeys
  source: BackupTarget
  /** Makes the tables of this migration in an empty database. */
  migrate(upTo: string): Promise<unknown>
}

export type RestoreOptions = {
  /** The moment of the backup to restore, as `backup` has printed it; the newest without it. */
  at?: string | undefined
  /** Whether what is in the database and the file store may be replaced. */
  mayOverwrite?: boolean
  onStep?: (step: string) => void
  onShare?: (share: number) => void
  onFile?: (count: number) => void
}

/** Puts a backup in place. Until it has ended, the database is marked, and no process starts on it. */
export async function restoreBackup(deps: RestoreDeps, options: RestoreOptions = {}): Promise<Manifest> {
  const manifest = chosen(await listBackups(deps.source), options.at)
  refuseOtherKeys(
    deps.secretKeys,
    manifest.secret_key_checks.map((check) => Buffer.from(check, 'hex')),
  )
  const connection = new pg.Client({ ...deps.directAddress, application_name: 'dossier restore' })
  connection.on('error', () => {})
  await connection.connect()
  try {
    await prepare(connection, deps, { manifest, mayOverwrite: options.mayOverwrite ?? false })
    options.onStep?.('Restoring files')
    await restoreFiles(deps, manifest, options.onFile)
    options.onStep?.('Restoring the database')
    await loadDatabase(connection, deps.source.contents, manifest, options.onShare)
    return manifest
  } catch (error) {
    if (!(error instanceof DamagedBlob)) throw error
    throw new StartRefused(`The backup is damaged: ${error.message}`)
  } finally {
    await connection.end()
  }
}

function chosen(backups: readonly ListedBackup[], at: string | undefined): Manifest {
  const found = at === undefined ? backups.at(-1) : backups.find(({ manifest }) => manifest.taken_at === at)
  if (found) return found.manifest
  const moments = backups.map(({ manifest }) => manifest.taken_at).join(', ')
  throw new StartRefused(
    moments === '' ? 'SOURCE holds no complete backup.' : `SOURCE holds the backups of ${moments}.`,
  )
}

type Preparing = { manifest: Manifest; mayOverwrite: boolean }

async function prepare(connection: pg.Client, deps: RestoreDeps, { manifest, mayOverwrite }: Preparing): Promise<void> {
  await refuseRunning(connection)
  const state = await stateOf(connection)
  if (state === 'used' && !mayOverwrite) {
    throw new StartRefused('The database is not empty; to replace what is in it, give --overwrite.')
  }
  if (state === 'empty' && !mayOverwrite && (await hasFiles(deps.blobs))) {
    throw new StartRefused('The file store is not empty; to add to it all the same, give --overwrite.')
  }
  await deps.migrate(manifest.migration)
  const present = await readSchemaVersion(connection)
  if (present?.migration !== manifest.migration || present.jobs_version !== manifest.jobs_version) {
    throw new StartRefused(
      `The backup has other tables than this database (${manifest.migration}); restore it with version ${manifest.version} of Dossier.`,
    )
  }
  await markRestore(connection)
}

async function refuseRunning(connection: pg.Client): Promise<void> {
  const { rows } = await connection.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name IN ('dossier', 'dossier restore')
     AND pid <> pg_backend_pid() LIMIT 1`,
  )
  if (rows.length > 0) throw new StartRefused('A process of Dossier uses this database; stop it first.')
}

const STATE = `
  SELECT NOT EXISTS (SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname IN ('public', 'jobs') AND relkind IN ('r', 'p')) AS has_no_table,
    to_regclass('public.migrations') IS NOT NULL AS is_ours, to_regclass('public.installation') IS NOT NULL AS may_be_used`

/** A database into which a restore has not ended may be restored into again. */
async function stateOf(connection: pg.Client): Promise<'empty' | 'unfinished' | 'used'> {
  const { rows } = await connection.query<{ has_no_table: boolean; is_ours: boolean; may_be_used: boolean }>(STATE)
  const [found] = rows
  if (found?.has_no_table) return 'empty'
  if (!found?.is_ours) return 'used'
  // Nothing is written before there is a row in it: a restore was stopped while it made the tables, say.
  if (!found.may_be_used) return 'empty'
  const { rows: marks } = await connection.query<{ is_marked: boolean }>(
    'SELECT secret_key_check = $1 AS is_marked FROM installation',
    [RESTORE_MARK],
  )
  if (marks.length === 0) return 'empty'
  return marks[0]?.is_marked ? 'unfinished' : 'used'
}

async function hasFiles(blobs: Blobs): Promise<boolean> {
  for await (const _ of blobs.list()) return true
  return false
}

async function restoreFiles({ source, blobs }: RestoreDeps, { files }: Manifest, onFile?: (count: number) => void) {
  const keys = readFileList(source.contents, files.blob)
  const restored = await copyFiles(keys, { from: source.contents, to: blobs }, onFile)
  const known = new Set(files.missing)
  const lost = restored.missing.filter((key) => !known.has(key))
  if (lost.length > 0)
    throw new StartRefused(`The backup is not whole: ${lost.length} files are missing, such as ${lost[0]}.`)
  if (restored.count !== files.count) {
    throw new StartRefused(
      `The backup is not whole: it lists ${restored.count} files, and its manifest says ${files.count}.`,
    )
  }
}
