import type { Blobs } from '#platform/blobs/blobs.ts'
import { diskStore } from '#platform/blobs/disk-store.ts'
import { encryptedBlobs } from '#platform/blobs/encrypted-blobs.ts'
import { testKeyring } from '#test/harness/keyring.ts'

/** Files as the service keeps them by default, in this folder. */
export function diskBlobs(folder: string): Blobs {
  return encryptedBlobs(diskStore(folder), testKeyring)
}
