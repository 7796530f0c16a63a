import type { Installation } from '#modules/system/index.ts'
import { VERSION } from '#platform/package-root.ts'
import type { Config } from './config.ts'
import { scannerOf } from './open-blobs.ts'

/** How the service was set up, as far as administrators see it. */
export function installationOf(config: Config, startedAt: Date): Installation {
  return {
    version: VERSION,
    startedAt,
    mail: config.SMTP_URL === undefined ? 'folder' : 'smtp',
    storage: config.BLOB_URL === undefined ? 'disk' : 's3',
    scanner: scannerOf(config),
  }
}
