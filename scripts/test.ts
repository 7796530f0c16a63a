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
 * long begins first, and there are enough processes that none is the last one for long.
 */
const KINDS: { name: string; groups: number; takes: (file: string) => boolean }[] = [
  { name: 'browser', groups: 2, takes: (file) => file.startsWith('server/test/portal/') },
  // Alone: they collect garbage at every step, which takes as long as the process is large.
  {
    name: 'memory',
    groups: Number.POSITIVE_INFINITY,
    takes: (file) => /memoryUsage|harness\/memory\.ts/.test(textOf(file)),
  },
  // They start services and databases, and wait for them.
  { name: 'processes', groups: 6, takes: (file) => file.startsWith('server/test/journeys/') },
  // They share what the compiler has read.
  { name: 'sql', groups: 1, takes: (file) => file.startsWith('server/test/sql/') },
  { name: 'other', groups: 10, takes: () => true },
]

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

/** Neighbours, which take about as long as one another, are dealt to different groups. They run in the order of their names. */
function groupsOf(kind: string, files: string[], count: number): [name: string, files: string[]][] {
  const dealt = Map.groupBy(files, (file) => files.indexOf(file) % count)
  return Array.from(dealt, ([index, group]) => [`${kind}-${index + 1}`, group])
}

/** Each file is a suite, so that what it starts ends with it, and begins when the one before has ended. */
function writeGroup([name, files]: [name: string, files: string[]]): string {
  const entry = join(GROUPS, `${name}.test.js`)
  const suites = files.map((file) => `await suite('${file}', '${pathToFileURL(join(ROOT, file))}')`)
  writeFileSync(
    entry,
    [`import { suite } from '${pathToFileURL(import.meta.dirname)}/test-suite.ts'`, ...suites, ''].join('\n'),
  )
  return entry
}

const PACKAGES = ['server', 'portal', 'sdk', 'sdk-python', 'bench']
const files = globSync(`{${PACKAGES.join(',')}}/**/*.test.ts`, {
  cwd: ROOT,
  // Those that kill processes are run by `npm run faults`, those that install packages by `npm run packages`.
  exclude: (path) => basename(path) === 'node_modules' || /^server\/test\/(?:faults|packages)$/.test(path),
}).sort()
rmSync(GROUPS, { recursive: true, force: true })
mkdirSync(GROUPS, { recursive: true })
const byKind = Map.groupBy(files, (file) => KINDS.find(({ takes }) => takes(file)))
const entries = KINDS.flatMap((kind, rank) =>
  groupsOf(`${rank + 1}-${kind.name}`, byKind.get(kind) ?? [], kind.groups),
).map(writeGroup)

if (!ensurePackages(console.log)) process.exit(1)
await build(console.log)
const options = [
  '--import=./scripts/test-scopes.ts',
  '--test',
  `--test-concurrency=${CONCURRENCY}`,
  '--test-global-setup=server/test/global-setup.ts',
]
const env = { ...process.env, NODE_COMPILE_CACHE: join(CACHE, 'node') }
const args = [...options, ...process.argv.slice(2), ...entries]
const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env })
process.exitCode = status ?? 1
