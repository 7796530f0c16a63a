import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { aFolder } from '#test/harness/processes/service.ts'
import { releaseChangelog } from '../../../scripts/release/changelog.ts'
import { gitIn } from '../../../scripts/release/git.ts'
import { findPython } from '../../../scripts/release/pack.ts'
import { isOlder, isVersion, PYTHON, refusals } from '../../../scripts/release/refusals.ts'
import { mayNameVersion, setVersion } from '../../../scripts/release/set-version.ts'

const ROOT = join(import.meta.dirname, '../../..')
const RELEASE = { version: '1.3.0', date: '2031-02-03' }
const HEAD = '# Changelog\n\nSome words.\n\n'
const OLDER = '## [1.2.0] - 2030-01-01\n\n### Added\n\n- The first thing.\n'

describe('the changelog of a release', () => {
  test('has what was unreleased under the version and its date, before older versions', () => {
    const unreleased =
      '## [Unreleased]\n\n### Fixed\n\n- A mistake.\n\n### Added\n\n- A thing\n  of two lines.\n- Another.\n\n'

    const released = releaseChangelog(HEAD + unreleased + OLDER, RELEASE)

    const section =
      '## [1.3.0] - 2031-02-03\n\n### Added\n\n- A thing\n  of two lines.\n- Another.\n\n### Fixed\n\n- A mistake.\n\n'
    assert.equal(released, `${HEAD}## [Unreleased]\n\n${section}${OLDER}`)
  })

  test('takes what came since into a section that was prepared, and dates it anew', () => {
    const prepared = '## [1.3.0] - 2031-01-01\n\n### Added\n\n- A thing.\n\n### Security\n\n- A guard.\n\n'
    const unreleased = '## [Unreleased]\n\n### Added\n\n- A late thing.\n\n'

    const released = releaseChangelog(HEAD + unreleased + prepared + OLDER, RELEASE)

    const section =
      '## [1.3.0] - 2031-02-03\n\n### Added\n\n- A thing.\n- A late thing.\n\n### Security\n\n- A guard.\n\n'
    assert.equal(released, `${HEAD}## [Unreleased]\n\n${section}${OLDER}`)
  })

  test('is refused if nothing is to be released, or an entry would get lost', () => {
    const unknown = '## [Unreleased]\n\n### Improved\n\n- A thing.\n\n'

    assert.equal(releaseChangelog(`${HEAD}## [Unreleased]\n\n${OLDER}`, RELEASE), undefined)
    assert.throws(() => releaseChangelog(HEAD + unknown, RELEASE), /has the heading Improved \(expected one of Added,/)
    assert.throws(() => releaseChangelog(HEAD + OLDER, RELEASE), /must start with the section \[Unreleased\]/)
  })
})

async function writeDump(root: string, facts: object, migrations: string[]): Promise<void> {
  const folder = join(root, 'server/test/upgrade/releases/1.3.0')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'facts.json'), JSON.stringify(facts))
  const rows = migrations.map((name) => `\t('${name}', 'a checksum', 'a moment')`)
  await writeFile(
    join(folder, 'database.sql.gz'),
    gzipSync(`INSERT INTO public.migrations VALUES\n${rows.join(',\n')};\n`),
  )
}

describe('a release', () => {
  test('is refused with uncommitted changes, under a tag that exists, under an older version, without a change, a dump or figures', async () => {
    const root = await aFolder()
    const git = gitIn(root)
    git('init', '--quiet')
    await writeFile(join(root, 'CHANGELOG.md'), `${HEAD}## [Unreleased]\n\n### Added\n\n- A thing.\n`)
    // Otherwise each dump below would have to be committed.
    await writeFile(join(root, '.gitignore'), 'server\nbench\n')
    await mkdir(join(root, 'server/migrations'), { recursive: true })
    for (const name of ['0001-a', '0002-b']) await writeFile(join(root, `server/migrations/${name}.sql`), '')
    git('add', '--all')
    git('-c', 'user.name=A', '-c', 'user.email=a@b.example', 'commit', '--quiet', '--message', 'a')
    const about = { root, git, current: '1.3.0' }
    const isMissing = `server/test/upgrade/releases/1.3.0 is missing, incomplete or older than the last migration: make it with scripts/dump-release.ts --version 1.3.0, and commit it.`
    const isUnmeasured =
      'bench/figures/1.3.0.json is missing: measure with npm run bench -- --keep 1.3.0, and commit it.'
    const withoutPython = findPython() ? [] : [PYTHON]

    const untouched = refusals({ ...about, version: '1.3.0' })
    const dumped = async (facts: object, migrations: string[]) => {
      await writeDump(root, facts, migrations)
      return refusals({ ...about, version: '1.3.0' })
    }
    const withOldDump = await dumped({ version: '1.3.0' }, ['0001-a'])
    const withOtherDump = await dumped({ version: '1.2.0' }, ['0001-a', '0002-b'])
    const withDump = await dumped({ version: '1.3.0' }, ['0001-a', '0002-b'])
    await mkdir(join(root, 'bench/figures'), { recursive: true })
    await writeFile(join(root, 'bench/figures/1.3.0.json'), '{}')
    const complete = refusals({ ...about, version: '1.3.0' })
    git('tag', 'v1.2.0')
    await writeFile(join(root, 'CHANGELOG.md'), `${HEAD}## [Unreleased]\n`)
    const older = refusals({ ...about, version: '1.2.0' })

    for (const incomplete of [untouched, withOldDump, withOtherDump]) {
      assert.deepEqual(incomplete, [isMissing, isUnmeasured, ...withoutPython])
    }
    assert.deepEqual(withDump, [isUnmeasured, ...withoutPython])
    assert.deepEqual(complete, withoutPython)
    assert.deepEqual(older.slice(0, 4), [
      'The work tree has changes that are not committed.',
      'The tag v1.2.0 exists: this version is released.',
      'The version 1.2.0 is older than 1.3.0, which package.json says.',
      'CHANGELOG.md lists nothing to release.',
    ])
  })
})

describe('the version of a release', () => {
  const cases: [path: string, before: string, after: string][] = [
    ['package.json', '{\n  "version": "1.2.0",\n', '{\n  "version": "1.3.0",\n'],
    ['sdk/package.json', '{\n  "version": "1.2.0",\n', '{\n  "version": "1.3.0",\n'],
    ['openapi/v2.json', '{\n    "version": "1.2.0",\n', '{\n    "version": "1.3.0",\n'],
    ['sdk-python/pyproject.toml', 'name = "a"\nversion = "1.2.0"\n', 'name = "a"\nversion = "1.3.0"\n'],
    ['deploy/helm/a/Chart.yaml', "version: 1.2.0\nappVersion: '1.2.0'\n", "version: 1.3.0\nappVersion: '1.3.0'\n"],
    ['README.md', 'dossier-1.2.0.tgz dossier-sdk-1.2.0.tgz', 'dossier-1.3.0.tgz dossier-sdk-1.3.0.tgz'],
    ['docs/a.md', 'dossier_sdk-1.2.0-py3-none-any.whl', 'dossier_sdk-1.3.0-py3-none-any.whl'],
    ['docs/a.md', 'dossier_1.2.0_amd64.deb since 1.2.0', 'dossier_1.3.0_amd64.deb since 1.2.0'],
    ['docs/decisions/0001-a.md', 'dossier-1.2.0.tgz', 'dossier-1.2.0.tgz'],
    ['CHANGELOG.md', 'dossier-1.2.0.tgz', 'dossier-1.2.0.tgz'],
  ]
  for (const [path, before, after] of cases) {
    test(`in ${path}: ${before.trim().slice(0, 40)}`, () => {
      assert.equal(mayNameVersion(path), true)
      assert.equal(setVersion(path, before, '1.3.0'), after)
    })
  }

  test('in the lockfile is that of our own packages alone', () => {
    const packages = { '': { version: '1.2.0' }, sdk: { version: '1.2.0' }, 'node_modules/a': { version: '1.2.0' } }

    const set = JSON.parse(setVersion('package-lock.json', JSON.stringify({ version: '1.2.0', packages }), '1.3.0'))

    assert.equal(set.version, '1.3.0')
    const versions = Object.values<{ version: string }>(set.packages).map((one) => one.version)
    assert.deepEqual(versions, ['1.3.0', '1.3.0', '1.2.0'])
  })

  test('is the same in every file that names it', () => {
    const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
    const { version } = JSON.parse(read('package.json'))
    const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')

    const others = tracked.filter(mayNameVersion).filter((path) => setVersion(path, read(path), version) !== read(path))

    assert.ok(tracked.includes('package.json'))
    assert.deepEqual(others, [])
  })

  test('has three numbers, which are compared as such', () => {
    assert.deepEqual(['1.2.3', '10.0.0', '1.2', 'v1.2.3', '1.2.3-beta', undefined].map(isVersion), [
      true,
      true,
      false,
      false,
      false,
      false,
    ])
    assert.equal(isOlder('1.9.0', '1.10.0'), true)
    assert.equal(isOlder('2.0.0', '1.10.9'), false)
    assert.equal(isOlder('1.2.0', '1.2.0'), false)
  })
})
