import { join, resolve } from 'node:path'
import type { Blobs } from '#platform/blobs/blobs.ts'
import { diskBlobs } from '#platform/blobs/disk-blobs.ts'
import type { Config } from '#platform/config.ts'

/** Where files are kept. */
export function openBlobs(config: Config): Blobs {
  return diskBlobs(join(resolve(config.DATA_DIR), 'files'))
}
