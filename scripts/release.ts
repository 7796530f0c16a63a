import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { releaseChangelog } from './release/changelog.ts'
import { cloneCheckout } from './release/checkout.ts'
import { gitIn } from './release/git.ts'
import { packRelease } from './release/pack.ts'
import { isVersion, refusals } from './release/refusals.ts'
import { mayNameVersion, setVersion } from './release/set-version.ts'

const ROOT = join(import.meta.dirname, '..')
const USAGE = `npm run release -- VERSION [--dry-run]

Releases the last commit: sets the version, dates the changelog, writes the packages, their bill of
materials and checksums into release/VERSION, and makes a commit with the annotated tag vVERSION.
If a step fails, nothing has changed.

  --dry-run   change nothing: leave the packages in a temporary folder, and say what would be refused`

const { values, positionals } = parseArgs({ options: { 'dry-run': { type: 'boolean' } }, allowPositionals: true })
const [version] = positionals
if (isVersion(version)) process.exitCode = await release(version, { isDry: values['dry-run'] ?? false })
else {
  console.error(USAGE)
  process.exitCode = 2
}

async function release(version: string, { isDry }: { isDry: boolean }): Promise<number> {
  const git = gitIn(ROOT)
  const { version: current } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const refused = refusals({ root: ROOT, git, version, current })
  for (const sentence of refused) console.error(isDry ? `Would be refused: ${sentence}` : sentence)
  if (refused.length > 0 && !isDry) return 1

  const { folder, remove } = await cloneCheckout(ROOT)
  try {
    const packages = isDry ? await mkdtemp(join(tmpdir(), 'dossier-packages-')) : join(folder, 'release', version)
    await mkdir(packages, { recursive: true })
    await prepare(folder, version)
    await packRelease(folder, version, packages)
    commit(folder, version)
    if (!isDry) await adopt(folder, version)
    console.log(`The packages of ${version} are in ${isDry ? packages : join(ROOT, 'release', version)}`)
    return 0
  } finally {
    await remove()
  }
}

async function prepare(folder: string, version: string): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const changelog = join(folder, 'CHANGELOG.md')
  const dated = releaseChangelog(await readFile(changelog, 'utf8'), { version, date })
  if (dated) await writeFile(changelog, dated)
  for (const path of gitIn(folder)('ls-files').split('\n').filter(mayNameVersion)) {
    const file = join(folder, path)
    const text = await readFile(file, 'utf8')
    await writeFile(file, setVersion(path, text, version))
  }
}

function commit(folder: string, version: string): void {
  const git = gitIn(folder)
  git('commit', '--quiet', '--all', '--allow-empty', '--message', `release: ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `Dossier ${version}`)
}

/** From here on it is released: the branch moves forward, with the tag. */
async function adopt(folder: string, version: string): Promise<void> {
  await cp(join(folder, 'release', version), join(ROOT, 'release', version), { recursive: true })
  const git = gitIn(ROOT)
  git('fetch', '--quiet', folder, `refs/tags/v${version}:refs/tags/v${version}`)
  git('merge', '--quiet', '--ff-only', `v${version}`)
}
