import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockfileProblems, type Manifest, machineProblems, pageProblems } from './dependency-rules.ts'

const ROOT = join(import.meta.dirname, '..')
const WORKSPACES = ['', 'server', 'portal', 'sdk', 'bench']

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const manifests = WORKSPACES.map((folder): Manifest => JSON.parse(read(join(folder, 'package.json'))))
/** Of a file or a folder of the server, without tests. */
function linesOf(path: string): number {
  const files = globSync([`server/src/${path}`, `server/src/${path}/**/*.ts`], { cwd: ROOT })
  const sources = files.filter((file) => /(?<!\.(?:test|conformance))\.ts$/.test(file))
  return sources.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0)
}

const page = read('docs/dependencies.md')
const problems = [
  ...lockfileProblems(JSON.parse(read('package-lock.json'))),
  ...pageProblems(page, manifests),
  ...machineProblems(page, linesOf),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
