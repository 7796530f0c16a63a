import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { DamagedBlob } from '#platform/blobs/blob-cipher.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { type Manifest, parseManifest } from './manifest.ts'

/** Where backups lie, encrypted under the BACKUP_KEY: what they consist of, and a manifest for each that is complete. */
export type BackupTarget = { contents: Blobs; manifests: Blobs }

export type ListedBackup = { key: string; manifest: Manifest }

/** Lies in every target. Another BACKUP_KEY cannot read it, and must not add what the first could not read. */
const MARK = Buffer.from('A folder of backups of Dossier')
const MARK_KEY = createHash('sha256').update(MARK).digest('hex')

/** Takes an empty target, or one of this BACKUP_KEY. */
export async function claimTarget({ contents, manifests }: BackupTarget): Promise<void> {
  if (await readMark(manifests)) return
  for await (const _ of contents.list()) throw new StartRefused('TARGET is not empty, and not a folder of backups.')
  await manifests.put(Readable.from([MARK]))
}

/** The complete backups, oldest first. */
export async function listBackups({ manifests }: BackupTarget): Promise<ListedBackup[]> {
  if (!(await readMark(manifests))) return []
  const listed: ListedBackup[] = []
  for await (const { key } of manifests.list()) {
    if (key === MARK_KEY) continue
    const bytes = await readWhole(manifests, key)
    if (bytes) listed.push({ key, manifest: parseManifest(bytes) })
  }
  return listed.sort((left, right) => left.manifest.taken_at.localeCompare(right.manifest.taken_at))
}

function readMark(manifests: Blobs): Promise<Buffer | undefined> {
  return readWhole(manifests, MARK_KEY)
}

async function readWhole(blobs: Blobs, key: string): Promise<Buffer | undefined> {
  try {
    return await blobs.read(key)
  } catch (error) {
    if (!(error instanceof DamagedBlob)) throw error
    throw new StartRefused('The backups cannot be read: they were made with another BACKUP_KEY, or are damaged.')
  }
}
