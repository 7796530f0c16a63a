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
import { StartRefused } from '#platform/start-refused.ts'
import type { Config } from './config.ts'

/** S3 copies no more than this in one call. */
const MAX_BUCKET_MB = 5000

/** Where files are kept, and what looks at them on their way in. */
export async function openBlobs(config: Config, keyring: Keyring, metrics?: Registry): Promise<Blobs> {
  const store = await openStore(config)
  const blobs = encryptedBlobs(metrics ? measuredStore(store, metrics) : store, keyring)
  const scanner = scannerOf(config)
  return scanner ? scannedBlobs(blobs, scanner) : blobs
}

export function scannerOf({ CLAMD_URL }: Config): Scanner | undefined {
  return CLAMD_URL === undefined ? undefined : openScanner(parseClamdUrl(CLAMD_URL))
}

async function openStore({ BLOB_URL, DATA_DIR, MAX_UPLOAD_MB }: Config): Promise<ByteStore> {
  if (BLOB_URL === undefined) return diskStore(join(resolve(DATA_DIR), 'files'))
  const settings = parseBlobUrl(BLOB_URL)
  if (MAX_UPLOAD_MB > MAX_BUCKET_MB)
    throw new StartRefused(`MAX_UPLOAD_MB may be at most ${MAX_BUCKET_MB} with BLOB_URL.`)
  // Installations that keep files in a folder do not wait for the client of S3 at every start.
  const { s3Store } = await import('#platform/blobs/s3/s3-store.ts')
  return s3Store(settings)
}
