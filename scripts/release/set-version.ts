type Lockfile = { version: string; packages: Record<string, { version?: string; link?: boolean }> }

const PACKAGE = /^(?:(?:server|portal|sdk|bench)\/)?package\.json$/
/** The packages of a release, as documentation names them. */
const PACKED = /\b(dossier(?:[-_]sdk)?[-_])\d+\.\d+\.\d+(?=\.tgz|\.tar\.gz|-py3|\.cdx|_(?:all|amd64|arm64)\.deb)/g
/** These tell of the past. */
const HISTORY = /^CHANGELOG\.md$|^docs\/decisions\//

/** Whether a file of the repository may name the version of the project. */
export function mayNameVersion(path: string): boolean {
  return [
    PACKAGE,
    /^package-lock\.json$/,
    /^openapi\/\w+\.json$/,
    /^sdk-python\/pyproject\.toml$/,
    /Chart\.yaml$/,
    /\.md$/,
  ].some((one) => one.test(path))
}

/** The content of such a file for a version. */
export function setVersion(path: string, text: string, version: string): string {
  if (path === 'package-lock.json') return setInLockfile(text, version)
  if (PACKAGE.test(path)) return text.replace(/^( {2}"version": )".*"/m, `$1"${version}"`)
  if (path.startsWith('openapi/')) return text.replace(/^( {4}"version": )".*"/m, `$1"${version}"`)
  if (path.endsWith('.toml')) return text.replace(/^version = ".*"/m, `version = "${version}"`)
  if (path.endsWith('Chart.yaml')) return text.replaceAll(/^(version: |appVersion: ').*?(?='?$)/gm, `$1${version}`)
  return HISTORY.test(path) ? text : text.replaceAll(PACKED, `$1${version}`)
}

function setInLockfile(text: string, version: string): string {
  const lockfile = JSON.parse(text) as Lockfile
  lockfile.version = version
  for (const [path, one] of Object.entries(lockfile.packages)) {
    if (!path.includes('node_modules/')) one.version = version
  }
  return `${JSON.stringify(lockfile, null, 2)}\n`
}
