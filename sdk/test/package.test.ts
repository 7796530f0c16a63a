import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { build } from 'vite'
import { credentialsOf } from '../../server/test/harness/app.ts'
import { unique } from '../../server/test/harness/builders.ts'
import { startServing } from '../../server/test/harness/serving.ts'
import { findNodes } from './find-nodes.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'dossier-package-'))
after(() => rm(folder, { recursive: true, force: true }))

const { url } = await startServing()
const files = await packAndInstall()
const nodes = await findNodes()

/** Packs the package and installs it into an empty folder, as a user would, but without the network. */
async function packAndInstall(): Promise<string[]> {
  const packed = await run('npm', ['pack', '--json', '--offline', '--pack-destination', folder], {
    cwd: join(ROOT, 'sdk'),
  })
  const [tarball] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[\n'))) as {
    filename: string
    files: { path: string }[]
  }[]
  assert.ok(tarball)
  await writeFile(join(folder, 'package.json'), '{ "name": "consumer", "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball.filename)], { cwd: folder })
  await cp(join(import.meta.dirname, 'consumer'), folder, { recursive: true })
  return tarball.files.map(({ path }) => path)
}

async function use(node: string, script: string): Promise<void> {
  const id = unique('E')
  const env = {
    BASE_URL: url,
    CREDENTIALS: JSON.stringify(credentialsOf('payroll')),
    API_KEY: 'acme-api-key',
    EMPLOYEE: id,
  }
  const { stdout } = await run(node, [script], { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', ...env } })
  assert.deepEqual(JSON.parse(stdout), {
    last_name: 'Byron',
    listed: [id],
    hasUploaded: true,
    missing: 'not_found',
    hasForms: true,
    isForged: true,
  })
}

describe('the packed sdk', () => {
  test('holds what is built and nothing else, and needs no other package', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'node_modules/@dossier/sdk/package.json'), 'utf8'))
    const root = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))

    const others = files.filter((path) => !/^dist\/(?:esm|cjs)\/[\w/-]+(?:\.d\.ts|\.js|\.js\.map)$/.test(path))
    assert.deepEqual(others.sort(), [
      'LICENSE',
      'README.md',
      'dist/bundled-licences.txt',
      'dist/cjs/package.json',
      'package.json',
    ])
    assert.deepEqual(
      files.filter((path) => /portal|test/.test(path)),
      [],
    )
    assert.deepEqual([manifest.dependencies, manifest.private, manifest.version], [undefined, undefined, root.version])
  })

  test('runs on Node 24, and on the others that are there', () => {
    assert.ok(nodes.has(24), `Only on Node ${[...nodes.keys()].join(', ')}.`)
  })
  for (const [major, node] of nodes) {
    test(`works on Node ${major} as an ES module and by require`, async () => {
      await use(node, 'use.mjs')
      await use(node, 'use.cjs')
    })
  }

  test('compiles in strict programs of both kinds of modules, declarations included', async () => {
    await mkdir(join(folder, 'node_modules/@types'), { recursive: true })
    for (const name of ['@types/node', 'undici-types']) {
      await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
    }
    await writeFile(join(folder, 'program.mts'), PROGRAM)
    await writeFile(join(folder, 'program.cts'), PROGRAM)
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      types: ['node'],
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['program.*'] }))

    const compile = run(process.execPath, [join(ROOT, 'node_modules/typescript-native/bin/tsc'), '-p', folder])

    await compile.catch(({ stdout }) => assert.fail(stdout))
  })

  test('can be bundled for Node', async () => {
    await bundle('node', true)

    await use(process.execPath, 'node/use.mjs')
  })

  test('can be bundled for browsers, without modules of Node', async () => {
    await writeFile(join(folder, 'browser.mjs'), BROWSER_PROGRAM)

    await bundle('browser', false)

    for await (const file of glob('browser/*.js', { cwd: folder })) {
      const text = await readFile(join(folder, file), 'utf8')
      assert.match(text, /\/api\/v2\/client/)
      assert.doesNotMatch(text, /node:|createHmac/)
    }
  })
})

async function bundle(outDir: 'node' | 'browser', isForNode: boolean): Promise<void> {
  const entry = join(folder, isForNode ? 'use.mjs' : 'browser.mjs')
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    ...(isForNode ? { ssr: { noExternal: true } } : {}),
    build: {
      outDir,
      ...(isForNode ? { ssr: entry } : { lib: { entry, formats: ['es'], fileName: 'browser' } }),
      rolldownOptions: isForNode ? { output: { entryFileNames: 'use.mjs' } } : {},
    },
  })
}

const BROWSER_PROGRAM = `
import { createDossierWithApiKey, createDossier } from '@dossier/sdk'
export const clients = [createDossier, createDossierWithApiKey]
`

const PROGRAM = `
import { type Callback, createDossier, DossierError, type Schemas, verifyCallback } from '@dossier/sdk'

const sdk = createDossier({ baseUrl: '', clientId: '', applicationId: '', applicationSecret: '' })

export async function program(): Promise<string | null> {
  const employee: Schemas['Employee'] = await sdk.employees.get('E-1')
  // @ts-expect-error no such field
  employee.salary
  // @ts-expect-error no such filter
  sdk.employees.list({ stats: 'current' })
  const { data } = await sdk.raw.GET('/api/v2/client/roles/{code}', { params: { path: { code: 'hr' } } })
  // @ts-expect-error no such field
  data?.salary
  const callback: Callback = verifyCallback('', {}, '')
  if (callback.type === 'employee.created') return callback.data.email
  return new DossierError(new Response(), undefined).code
}
`
