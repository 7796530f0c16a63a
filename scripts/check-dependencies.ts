import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockfileProblems, type Manifest, pageProblems } from './dependency-rules.ts'

const ROOT = join(import.meta.dirname, '..')
const WORKSPACES = ['', 'server', 'portal', 'sdk', 'bench']

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const manifests = WORKSPACES.map((folder): Manifest => JSON.parse(read(join(folder, 'package.json'))))
const problems = [
  ...lockfileProblems(JSON.parse(read('package-lock.json'))),
  ...pageProblems(read('docs/dependencies.md'), manifests),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
