import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.ts'
import { ensurePackages } from './ensure-packages.ts'

const ROOT = join(import.meta.dirname, '..')
const CACHE = join(ROOT, 'node_modules/.cache')
const GROUPS = join(CACHE, 'test-groups')
/**
 * One more than the cores of a small machine: tests wait for the database, a browser or another process at times. Four take
 * an eighth more CPU time for the same tests, and no less time.
 */
const CONCURRENCY = 3

/**
 * Files share a process, which loads the service once for all of them; the last kind takes what no other does. What takes
 * long begins first. The processes of a kind take its files one by one, so that all of them end at about the same time.
 */
const KINDS: { name: string; processes: number | 'one each'; takes: (file: string) => boolean }[] = [
  // Alone: a browser that has shown many pages does not always hear that it is cut off, or back again.
  {
    name: 'offline',
    processes: 'one each',
    takes: (file) => file.startsWith('server/test/portal/') && /setOffline/.test(textOf(file)),
  },
  { name: 'browser', processes: 2, takes: (file) => file.startsWith('server/test/portal/') },
  // Alone: they collect garbage at every step, which takes as long as the process is large.
  {
    name: 'memory',
    processes: 'one each',
    takes: (file) => /memoryUsage|harness\/memory\.ts/.test(textOf(file)),
  },
  // They start services and databases, and wait for them.
  { name: 'processes', processes: 2, takes: (file) => file.startsWith('server/test/journeys/') },
  // They share what the compiler has read.
  { name: 'sql', processes: 1, takes: (file) => file.startsWith('server/test/sql/') },
  { name: 'other', processes: CONCURRENCY, takes: () => true },
]

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

/** The entries of a kind: each is a process, which takes files of the kind as long as there are any. */
function writeEntries(name: string, files: string[], processes: number | 'one each'): string[] {
  if (processes === 'one each') return files.flatMap((file, index) => writeEntries(`${name}-${index + 1}`, [file], 1))
  const folder = join(GROUPS, name)
  mkdirSync(folder, { recursive: true })
  const list = JSON.stringify(files.map((file) => ({ name: file, url: pathToFileURL(join(ROOT, file)).href })))
  const suites = pathToFileURL(join(import.meta.dirname, 'test-suite.ts'))
  return Array.from({ length: Math.min(processes, files.length) }, (_, index) => {
    const entry = join(GROUPS, `${name}-${index + 1}.test.js`)
    const claims = JSON.stringify(folder)
    writeFileSync(entry, `import { takeFiles } from '${suites}'\nawait takeFiles(${list}, ${claims})\n`)
    return entry
  })
}

const PACKAGES = ['server', 'portal', 'sdk', 'sdk-python', 'bench']
const files = globSync(`{${PACKAGES.join(',')}}/**/*.test.ts`, {
  cwd: ROOT,
  // Those that kill processes are run by `npm run faults`, those that install packages by `npm run packages`, and every page
  // in further languages and colours by `npm run looks`.
  exclude: (path) => basename(path) === 'node_modules' || /^server\/test\/(?:faults|looks|packages)$/.test(path),
}).sort()
rmSync(GROUPS, { recursive: true, force: true })
mkdirSync(GROUPS, { recursive: true })
const byKind = Map.groupBy(files, (file) => KINDS.find(({ takes }) => takes(file)))
const entries = KINDS.flatMap((kind, rank) =>
  writeEntries(`${rank + 1}-${kind.name}`, byKind.get(kind) ?? [], kind.processes),
)

if (!ensurePackages(console.log)) process.exit(1)
await build(console.log)
// Files make much that they soon let go of: with more room for what is new, garbage is collected less often.
const options = [
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
  '--import=./scripts/test-scopes.ts',
  '--test',
  `--test-concurrency=${CONCURRENCY}`,
  '--test-global-setup=server/test/global-setup.ts',
]
const env = { ...process.env, NODE_COMPILE_CACHE: join(CACHE, 'node') }
const args = [...options, ...process.argv.slice(2), ...entries]
const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env })
process.exitCode = status ?? 1
