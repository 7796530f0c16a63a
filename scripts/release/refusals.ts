import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { fileOfVersion } from '../../bench/report/figures.ts'
import { releaseChangelog } from './changelog.ts'
import type { Git } from './git.ts'
import { findPython } from './pack.ts'

export const PYTHON = 'The Python package needs setuptools and wheel: apt-get install python3-setuptools python3-wheel'
const DUMPS = 'server/test/upgrade/releases'
const NOT_DUMPED = 'missing, incomplete or older than the last migration: make it with scripts/dump-release.ts'
const NOT_MEASURED = 'measure with npm run bench -- --keep'
const VERSION = /^\d+\.\d+\.\d+$/

type Checked = { root: string; git: Git; version: string; current: string }

/** Why a version cannot be released from this checkout, in sentences. */
export function refusals({ root, git, version, current }: Checked): string[] {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const figures = fileOfVersion(version)
  const rules: [isBroken: boolean, sentence: string][] = [
    [git('status', '--porcelain') !== '', 'The work tree has changes that are not committed.'],
    [git('tag', '--list', `v${version}`) !== '', `The tag v${version} exists: this version is released.`],
    [isOlder(version, current), `The version ${version} is older than ${current}, which package.json says.`],
    [releaseChangelog(changelog, { version, date: '' }) === undefined, 'CHANGELOG.md lists nothing to release.'],
    [!isDumped(root, version), `${DUMPS}/${version} is ${NOT_DUMPED} --version ${version}, and commit it.`],
    [!existsSync(join(root, figures)), `${figures} is missing: ${NOT_MEASURED} ${version}, and commit it.`],
    [!findPython(), PYTHON],
  ]
  return rules.flatMap(([isBroken, sentence]) => (isBroken ? [sentence] : []))
}

/** Whether there is a dump of this version, which has made all migrations that the version makes. */
function isDumped(root: string, version: string): boolean {
  const folder = join(root, DUMPS, version)
  const [facts, database] = ['facts.json', 'database.sql.gz'].map((name) => join(folder, name)) as [string, string]
  if (!existsSync(facts) || !existsSync(database)) return false
  const sql = gunzipSync(readFileSync(database)).toString('utf8')
  const made = new Set(Array.from(sql.matchAll(/^\t\('(\d{4}-[\w-]+)', '/gm), ([, name]) => name))
  const missing = globSync('*-*.sql', { cwd: join(root, 'server/migrations') }).filter(
    (file) => !made.has(basename(file, '.sql')),
  )
  return JSON.parse(readFileSync(facts, 'utf8')).version === version && missing.length === 0
}

export function isVersion(text: string | undefined): text is string {
  return text !== undefined && VERSION.test(text)
}

export function isOlder(version: string, other: string): boolean {
  const [a, b] = [version, other].map((one) => one.split('.').map(Number)) as [number[], number[]]
  const difference = a.map((part, index) => part - (b[index] ?? 0)).find((one) => one !== 0)
  return difference !== undefined && difference < 0
}
