import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { buildServer } from '../../build.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** How the bundler writes it, and how our sources ask for a file of a package. Comments name packages, too. */
const OUTSIDE =
  /^(?:import (?:.* from )?|(?!\s*\*).*(?:await import|__require|import\.meta\.resolve|createRequire\(import\.meta\.url\))\()["`]((?:@[\w.-]+\/)?[\w-][\w.-]*)(?=["`/])/gm
/** Tried by `pg`, and not missed by it. */
const NOT_NEEDED = ['pg-native']

type Manifest = { version: string; dependencies: Versions; optionalDependencies: Versions }
type Versions = Record<string, string>

async function manifestIn(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'))
}

async function packagesOutsideTheBundle(): Promise<string[]> {
  const found = new Set<string>()
  const folder = join(ROOT, 'server/dist')
  for await (const name of glob('*.mjs', { cwd: folder })) {
    const code = await readFile(join(folder, name), 'utf8')
    for (const [, specifier = ''] of code.matchAll(OUTSIDE)) found.add(specifier)
  }
  return [...found].filter((name) => !isBuiltin(name) && !NOT_NEEDED.includes(name)).sort()
}

describe('the manifest of the package', () => {
  before(() => buildServer())

  test('depends on what the bundle takes from outside, in the versions of the server', async () => {
    const [root, server] = await Promise.all(['', 'server'].map(manifestIn))
    assert.ok(root && server)
    // Decodes pictures where the binaries of sharp are left out with all that is optional.
    const { '@img/sharp-wasm32': fallback, ...dependencies } = root.dependencies

    const expected = (await packagesOutsideTheBundle()).map((name) => [name, server.dependencies[name]])

    assert.deepEqual(Object.entries(dependencies), expected)
    assert.equal(fallback, server.dependencies.sharp)
  })

  test('has the optional parts of the server, and is of its version', async () => {
    const [root, server] = await Promise.all(['', 'server'].map(manifestIn))
    assert.ok(root && server)
    const parts = Object.entries(root.optionalDependencies).filter(([name]) => !name.startsWith('node-'))

    assert.deepEqual(Object.fromEntries(parts), server.optionalDependencies)
    assert.equal(root.version, server.version)
  })
})
