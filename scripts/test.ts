import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = join(import.meta.dirname, '..')
const CACHE = join(ROOT, 'node_modules/.cache')
const GROUPS = join(CACHE, 'test-groups')
const MOST_IN_GROUP = 12
/** One more than the cores of a small machine: some test always waits for a process. */
const LANES = 3

/** What belongs to the whole process, or takes long enough for a process of its own to make no difference. */
const OF_PROCESS = [
  /mock\.timers|process\.env|memoryUsage/,
  /harness\/(?:memory|service|service-with-setup|command|every-event)\.ts/,
  /^(?:before|beforeEach|afterEach)\(/m,
]

function runsAlone(file: string): boolean {
  if (/^server\/(?:test|src\/platform\/db\/embedded)\//.test(file)) return true
  const text = readFileSync(join(ROOT, file), 'utf8')
  return OF_PROCESS.some((sign) => sign.test(text))
}

/** Files of one folder share a process, which loads the service once for all of them: a third of the time of a run. */
function groupsOf(files: string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [folder, inFolder] of Map.groupBy(files, (file) => dirname(file))) {
    const count = Math.ceil(inFolder.length / MOST_IN_GROUP)
    for (const [index, file] of inFolder.entries()) {
      const name = `${folder.replaceAll('/', '-')}-${(index % count) + 1}`
      groups.set(name, [...(groups.get(name) ?? []), file])
    }
  }
  return groups
}

/** The runner takes a process for done when no test is left, so the first one lasts until every file has named its own. */
function writeGroup(name: string, files: string[]): string {
  const entry = join(GROUPS, `${name}.test.js`)
  const imports = files.map((file) => `  await import('${pathToFileURL(join(ROOT, file))}')`)
  const lines = ["import { test } from 'node:test'", 'const load = async () => {', ...imports, '}']
  writeFileSync(entry, [...lines, 'const loaded = load()', `test('load ${name}', () => loaded)`, ''].join('\n'))
  return entry
}

const files = globSync(['server/**/*.test.ts', 'sdk/**/*.test.ts', 'bench/**/*.test.ts'], {
  cwd: ROOT,
  exclude: (path) => basename(path) === 'node_modules',
}).sort()
const alone = files.filter(runsAlone)
const together = groupsOf(files.filter((file) => !alone.includes(file)))
rmSync(GROUPS, { recursive: true, force: true })
mkdirSync(GROUPS, { recursive: true })
const entries = Array.from(together, ([name, group]) => writeGroup(name, group))

const options = ['--test', `--test-concurrency=${LANES}`, '--test-global-setup=server/test/global-setup.ts']
// Those that start processes stand between the others, so that not all of them run at once.
const every = Math.ceil(alone.length / entries.length)
const mixed = entries.flatMap((entry, index) => [...alone.slice(index * every, (index + 1) * every), entry])
const run = spawnSync(process.execPath, [...options, ...process.argv.slice(2), ...mixed], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, NODE_COMPILE_CACHE: join(CACHE, 'node') },
})
process.exitCode = run.status ?? 1
