import { join, resolve } from 'node:path'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { diskStore } from '#platform/blobs/disk-store.ts'
import { sealedBlobs } from '#platform/blobs/sealed-blobs.ts'
import type { Config } from '#platform/config.ts'
import type { Keyring } from '#platform/keyring.ts'

/** Where files are kept. */
export async function openBlobs(config: Config, keyring: Keyring): Promise<Blobs> {
  return sealedBlobs(diskStore(join(resolve(config.DATA_DIR), 'files')), keyring)
}
