import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The folder of the server's package.json. Paths start here, because the bundle lies elsewhere than the sources. */
export const PACKAGE_ROOT = dirname(findPackageJSON(import.meta.url) ?? import.meta.dirname)
