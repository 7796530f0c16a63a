import { migrate } from '#kernel/migrate.ts'
import { listBackups } from '#platform/backup/backup-target.ts'
import { type CopiedFiles, copyFiles } from '#platform/backup/copy-files.ts'
import { keysOf } from '#platform/backup/file-list.ts'
import type { Manifest } from '#platform/backup/manifest.ts'
import { type RestoreOptions, restoreBackup } from '#platform/backup/restore-backup.ts'
import type { Config } from '#src/config.ts'
import { type Deps, openDeps } from '#src/deps.ts'
import { openBackupTarget } from '#src/open-backup-target.ts'
import { openUnscannedBlobs } from '#src/open-blobs.ts'
import { openKeyringOf, openStorage, readSecretKeys } from '#src/storage.ts'
import { BLOB_NAMES } from '#src/worker.ts'

export type Restored = { manifest: Manifest; missing: string[] }

/** Restores, then opens the database as the service would, and looks for every file that it names. */
export async function runRestore(config: Config, address: string, options: RestoreOptions): Promise<Restored> {
  const source = await openBackupTarget(config, 'SOURCE', address)
  const storage = await openStorage(config, { mayShare: false })
  let manifest: Manifest
  try {
    manifest = await restoreBackup(
      {
        directAddress: storage.directAddress,
        blobs: await openUnscannedBlobs(config, await openKeyringOf(config)),
        secretKeys: await readSecretKeys(config),
        source,
        migrate: (upTo) => migrate(storage.directAddress, upTo),
      },
      options,
    )
  } finally {
    await storage.close()
  }
  options.onStep?.('Looking for the files')
  const deps = await openDeps(config, { isService: false })
  try {
    return { manifest, missing: await missingFiles(deps) }
  } finally {
    await deps.close()
  }
}

/** Brings back files that rows name and the store lacks; what the backups lack as well stays missing. */
export async function bringBackFiles(
  config: Config,
  address: string,
  onFile: (count: number) => void,
): Promise<CopiedFiles> {
  const source = await openBackupTarget(config, 'SOURCE', address)
  await listBackups(source)
  const deps = await openDeps(config, { isService: false })
  try {
    const blobs = await openUnscannedBlobs(config, deps.keyring)
    const keys = (await missingFiles(deps))[Symbol.iterator]()
    const each = { next: async () => keys.next() }
    return await copyFiles(each, { from: source.contents, to: blobs }, onFile)
  } finally {
    await deps.close()
  }
}

async function missingFiles({ db, blobs }: Deps): Promise<string[]> {
  const missing = new Set<string>()
  for (const names of BLOB_NAMES) {
    for await (const key of keysOf(names, db)) if ((await blobs.size(key)) === undefined) missing.add(key)
  }
  return [...missing]
}
