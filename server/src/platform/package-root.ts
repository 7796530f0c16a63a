import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder of the server's package.json. Paths start here, because the bundle lies elsewhere than the sources. */
export const PACKAGE_ROOT = dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname)

/** The version of the service, as the release script sets it. */
export const { version: VERSION } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
  version: string
}
