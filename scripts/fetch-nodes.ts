import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Fetches the versions of Node that the sdk supports beside the one of the project, so that the test of its package runs on
 * them too. They are 160 MB each, too much for `npm ci`: continuous integration calls this before the tests.
 */
const FOLDER = join(import.meta.dirname, '../node_modules/.cache/nodes')
const VERSIONS = { node20: '20.20.0', node22: '22.23.3' }

const dependencies = Object.fromEntries(
  Object.entries(VERSIONS).map(([name, version]) => [name, `npm:node-linux-${process.arch}@${version}`]),
)
mkdirSync(FOLDER, { recursive: true })
writeFileSync(join(FOLDER, 'package.json'), JSON.stringify({ private: true, dependencies }))
const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
  cwd: FOLDER,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
