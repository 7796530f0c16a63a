import { join, resolve } from 'node:path'
import type { Registry } from 'prom-client'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { ByteStore } from '#platform/blobs/byte-store.ts'
import { diskStore } from '#platform/blobs/disk-store.ts'
import { encryptedBlobs } from '#platform/blobs/encrypted-blobs.ts'
import { measuredStore } from '#platform/blobs/measured-store.ts'
import { parseBlobUrl } from '#platform/blobs/s3/blob-url.ts'
import { scannedBlobs } from '#platform/blobs/scanned-blobs.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { openScanner, type Scanner } from '#platform/scan/clamd.ts'
import { parseClamdUrl } from '#platform/scan/parse-clamd-url.ts'
import type { Config } from './config.ts'

/** Refuses a start whose files have nowhere to go, before anything else is opened. */
export async function checkBlobUrl({ BLOB_URL }: Config): Promise<void> {
  if (BLOB_URL === undefined) return
  const settings = parseBlobUrl(BLOB_URL)
  const { checkBucket } = await import('#platform/blobs/s3/check-bucket.ts')
  await checkBucket('BLOB_URL', settings)
}

/** Where files are kept, and what looks at them on their way in. */
export async function openBlobs(config: Config, keyring: Keyring, metrics?: Registry): Promise<Blobs> {
  const store = await openStore(config)
  const blobs = encryptedBlobs(metrics ? measuredStore(store, metrics) : store, keyring)
  const scanner = scannerOf(config)
  return scanner ? scannedBlobs(blobs, scanner) : blobs
}

/** The same for files that were in a store before. */
export async function openUnscannedBlobs(config: Config, keyring: Keyring): Promise<Blobs> {
  return encryptedBlobs(await openStore(config), keyring)
}

export function scannerOf({ CLAMD_URL }: Config): Scanner | undefined {
  return CLAMD_URL === undefined ? undefined : openScanner(parseClamdUrl(CLAMD_URL))
}

async function openStore({ BLOB_URL, DATA_DIR }: Config): Promise<ByteStore> {
  const folder = resolve(DATA_DIR)
  if (BLOB_URL === undefined) return diskStore(join(folder, 'files'))
  const settings = parseBlobUrl(BLOB_URL)
  // Installations that keep files in a folder do not wait for the client of S3 at every start.
  const { s3Store } = await import('#platform/blobs/s3/s3-store.ts')
  return s3Store(settings, { outgoingFolder: join(folder, 'outgoing') })
}
