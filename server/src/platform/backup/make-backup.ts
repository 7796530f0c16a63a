import { Readable } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import type { BlobNames } from '#platform/blobs/blob-names.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { FILES_KEPT } from '#platform/blobs/remove-unnamed.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, DatabaseAddress } from '#platform/db/db.ts'
import { tryWithLock } from '#platform/db/locks/try-with-lock.ts'
import { isDistributed } from '#platform/db/nodes/is-distributed.ts'
import { VERSION } from '#platform/package-root.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { type BackupTarget, claimTarget, listBackups } from './backup-target.ts'
import { type CopiedFiles, copyFiles } from './copy-files.ts'
import { type Dump, dumpDatabase } from './dump-database.ts'
import { readFileList, storeFileList } from './file-list.ts'
import type { Manifest } from './manifest.ts'
import { pruneBackups } from './prune-backups.ts'

export type BackupDeps = {
  directAddress: DatabaseAddress
  db: Database
  blobs: Blobs
  clock: Clock
  names: readonly BlobNames[]
  target: BackupTarget
}

export type BackupReport = {
  manifest: Manifest
  copied: number
  rows: number
  pruned: { backups: number; objects: number }
}

export type BackupOptions = {
  /** How many backups to keep; all without it. */
  keep?: number | undefined
  onStep?: (step: string) => void
  onShare?: (share: number) => void
  onFile?: (count: number) => void
}

/** Backs up the database as it is at one moment, and all files that it names then. */
export async function makeBackup(deps: BackupDeps, options: BackupOptions = {}): Promise<BackupReport> {
  if (await isDistributed(deps.db)) {
    throw new StartRefused(
      'This database may lie on several nodes, which are not read at one moment; back each of them up.',
    )
  }
  const report = await tryWithLock(deps.directAddress, 'backup', async (lock) => {
    await claimTarget(deps.target)
    // A file whose row is deleted after that moment has to stay until it was copied.
    await lock.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [FILES_KEPT])
    const { takenAt, dump, list } = await takeSnapshot(deps, options)
    options.onStep?.('Copying files')
    const keys = readFileList(deps.target.contents, list)
    const files = await copyFiles(keys, { from: deps.blobs, to: deps.target.contents }, options.onFile)
    await lock.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [FILES_KEPT])
    const manifest = await storeManifest(deps.target, { takenAt, dump, files: { ...files, blob: list } })
    const backups = await listBackups(deps.target)
    const pruned = await pruneBackups(deps.target, backups, options.keep ?? backups.length)
    return { manifest, copied: files.copied, rows: dump.tables.reduce((sum, { rows }) => sum + rows, 0), pruned }
  })
  if (!report) throw new StartRefused('Another backup of this database is running.')
  return report
}

/** The files are copied after the transaction: it would keep PostgreSQL from cleaning up for as long as they take. */
async function takeSnapshot(
  deps: BackupDeps,
  { onStep, onShare }: BackupOptions,
): Promise<{ takenAt: Date; dump: Dump; list: string }> {
  // Another name than that of the service, which waits for the transactions of its own.
  const connection = new pg.Client({ ...deps.directAddress, application_name: 'dossier backup' })
  connection.on('error', () => {})
  await connection.connect()
  try {
    await connection.query('SET idle_in_transaction_session_timeout = 0')
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const takenAt = deps.clock.now()
    const { rows } = await connection.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot')
    const snapshot = rows[0]?.snapshot ?? ''
    onStep?.('Listing files')
    const list = await deps.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await sql`SET TRANSACTION SNAPSHOT ${sql.lit(snapshot)}`.execute(tx)
        return storeFileList(tx, deps.names, deps.target.contents)
      })
    onStep?.('Copying the database')
    return { takenAt, dump: await dumpDatabase(connection, deps.target.contents, onShare), list }
  } finally {
    await connection.end()
  }
}

type Taken = { takenAt: Date; dump: Dump; files: CopiedFiles & { blob: string } }

async function storeManifest({ manifests }: BackupTarget, { takenAt, dump, files }: Taken): Promise<Manifest> {
  const { count, bytes, blob, missing } = files
  const manifest: Manifest = {
    format: 1,
    taken_at: takenAt.toISOString(),
    version: VERSION,
    ...dump,
    files: { count, bytes, blob, missing: missing.toSorted() },
  }
  await manifests.put(Readable.from([Buffer.from(JSON.stringify(manifest))]))
  return manifest
}
