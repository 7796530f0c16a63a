import type { BackupTarget, ListedBackup } from './backup-target.ts'
import { readFileList } from './file-list.ts'

/** Deletes all but the newest backups, and then what none of those consists of. */
export async function pruneBackups(
  { contents, manifests }: BackupTarget,
  backups: readonly ListedBackup[],
  keep: number,
): Promise<{ backups: number; objects: number }> {
  const old = backups.slice(0, Math.max(0, backups.length - keep))
  if (old.length === 0) return { backups: 0, objects: 0 }
  for (const { key } of old) await manifests.delete(key)
  const named = new Set<string>()
  for (const { manifest } of backups.slice(old.length)) {
    for (const { blob } of manifest.tables) named.add(blob)
    named.add(manifest.files.blob)
    for await (const key of readFileList(contents, manifest.files.blob)) named.add(key)
  }
  let objects = 0
  for await (const { key } of contents.list()) {
    if (named.has(key)) continue
    await contents.delete(key)
    objects += 1
  }
  return { backups: old.length, objects }
}
