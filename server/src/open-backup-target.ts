import { join, resolve } from 'node:path'
import type { BackupTarget } from '#platform/backup/backup-target.ts'
import type { ByteStore } from '#platform/blobs/byte-store.ts'
import { diskStore } from '#platform/blobs/disk-store.ts'
import { encryptedBlobs } from '#platform/blobs/encrypted-blobs.ts'
import { parseBlobUrl } from '#platform/blobs/s3/blob-url.ts'
import { openKeyring } from '#platform/crypto/keyring.ts'
import { StartRefused } from '#platform/start-refused.ts'
import type { Config } from './config.ts'

/** A folder, or a bucket as BLOB_URL names one; `what` is what the operator calls it. */
export async function openBackupTarget(config: Config, what: string, address: string): Promise<BackupTarget> {
  if (config.BACKUP_KEY === undefined) throw new StartRefused('BACKUP_KEY is not set: backups are encrypted under it.')
  const keyring = openKeyring(config.BACKUP_KEY)
  const openPart = await openStore(config, what, address)
  const open = (part: string) => encryptedBlobs(openPart(part), keyring)
  return { contents: open('contents'), manifests: open('manifests') }
}

async function openStore({ DATA_DIR }: Config, what: string, address: string): Promise<(part: string) => ByteStore> {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return (part) => diskStore(join(resolve(address), part))
  const settings = parseBlobUrl(address, what)
  const { checkBucket } = await import('#platform/blobs/s3/check-bucket.ts')
  const { s3Store } = await import('#platform/blobs/s3/s3-store.ts')
  await checkBucket(what, settings)
  const outgoingFolder = join(resolve(DATA_DIR), 'outgoing')
  return (part) => s3Store({ ...settings, prefix: `${settings.prefix}${part}/` }, { outgoingFolder })
}
