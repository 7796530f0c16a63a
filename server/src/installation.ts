import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Installation } from '#modules/system/index.ts'
import { PACKAGE_ROOT } from '#platform/package-root.ts'
import type { Config } from './config.ts'
import { scannerOf } from './open-blobs.ts'

const { version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
  version: string
}

/** How the service was set up, as far as administrators see it. */
export function installationOf(config: Config, startedAt: Date): Installation {
  return {
    version,
    startedAt,
    mail: config.SMTP_URL === undefined ? 'folder' : 'smtp',
    storage: config.BLOB_URL === undefined ? 'disk' : 's3',
    scanner: scannerOf(config),
  }
}
