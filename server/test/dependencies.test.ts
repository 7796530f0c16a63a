import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lockfileProblems, machineProblems, pageProblems } from '../../scripts/dependency-rules.ts'

const locked = (given: object) => ({
  packages: { 'node_modules/a': { version: '1.0.0', license: 'MIT', integrity: 'sha512-x', ...given } },
})

describe('the check of dependencies', () => {
  for (const license of ['MIT', '(MPL-2.0 OR GPL-3.0)', 'GPL-2.0 OR Apache-2.0', '(MIT AND Zlib)']) {
    test(`takes ${license}`, () => assert.deepEqual(lockfileProblems(locked({ license })), []))
  }

  for (const license of ['GPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN README', 'AGPL-3.0-only OR SSPL-1.0']) {
    test(`refuses ${license}`, () =>
      assert.deepEqual(lockfileProblems(locked({ license })), [`a@1.0.0 is under ${license}.`]))
  }

  test('refuses what names no licence, unless this version of it was read', () => {
    assert.deepEqual(lockfileProblems(locked({ license: undefined })), ['a@1.0.0 is under no known licence.'])
    const ssh2 = (version: string) => ({ packages: { 'node_modules/ssh2': { version, integrity: 'sha512-x' } } })
    assert.deepEqual(lockfileProblems(ssh2('1.17.0')), [])
    assert.equal(lockfileProblems(ssh2('99.0.0')).length, 1)
  })

  test('refuses what has no integrity, at any depth; workspaces are ours', () => {
    const packages = {
      '': { version: '0.1.0' },
      server: { version: '0.1.0' },
      'node_modules/@dossier/server': { link: true },
      'node_modules/a/node_modules/@b/c': { version: '2.0.0', license: 'ISC' },
    }
    assert.deepEqual(lockfileProblems({ packages }), ['@b/c@2.0.0 has no integrity in the lockfile.'])
  })

  test('wants a row for each direct dependency, and for no other', () => {
    const page = '| Package | Purpose |\n|---|---|\n| `a`, `b` | things |\n\n## Our own\n\n| `zip` | 1 |\n'
    const manifests = [{ dependencies: { a: '1' } }, { devDependencies: { '@types/a': '1', c: '1' } }]
    assert.deepEqual(pageProblems(page, manifests), [
      'docs/dependencies.md does not explain c.',
      'docs/dependencies.md explains b, unused.',
    ])
  })

  test('wants the lines of machines of our own within a tenth, and no empty cell', () => {
    const row = (cells: string) => `## Our own\n\n| Machine | Lines | Reason |\n|---|---|---|\n| ${cells} |\n`
    const linesOf = (path: string) => (path === 'platform/zip' ? 600 : 500)

    assert.deepEqual(machineProblems(row('`platform/zip` and `modules/a`: things | 1,200 | why'), linesOf), [])
    assert.deepEqual(machineProblems(row('`platform/zip`: things | 700 | why'), linesOf), [
      'docs/dependencies.md says that platform/zip have 700 lines; they have 600.',
    ])
    assert.equal(machineProblems(row('`platform/zip`: things | 600 | –'), linesOf).length, 1)
  })
})
