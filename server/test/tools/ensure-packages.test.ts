import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ensurePackages } from '../../../scripts/ensure-packages.ts'

/** A machine with some programs, and an apt-get that knows some packages. */
function aMachine({ programs, packages }: { programs: string[]; packages: Record<string, string> }) {
  const said: string[] = []
  const ran: string[] = []
  const there = new Set(programs)
  const needs = [
    { name: 'Chromium', isThere: () => there.has('chromium'), packages: ['chromium-headless-shell', 'chromium'] },
    { name: 'pdfsig', isThere: () => there.has('pdfsig'), packages: ['poppler-utils'] },
  ]
  const aptGet = (...step: string[]) => {
    ran.push(step.join(' '))
    const program = packages[step.at(-1) ?? '']
    if (program) there.add(program)
  }
  const ensure = (isRoot: boolean) => ensurePackages((line) => said.push(line), { needs, isRoot, aptGet })
  return { ensure, said, ran }
}

describe('the packages of the tests', () => {
  for (const isRoot of [true, false]) {
    test(`are not mentioned when all are there (${isRoot ? 'root' : 'ordinary user'})`, () => {
      const machine = aMachine({ programs: ['chromium', 'pdfsig'], packages: {} })

      assert.equal(machine.ensure(isRoot), true)
      assert.deepEqual([machine.said, machine.ran], [[], []])
    })
  }

  test('are installed by root, after one line about it', () => {
    const machine = aMachine({ programs: [], packages: { chromium: 'chromium', 'poppler-utils': 'pdfsig' } })

    assert.equal(machine.ensure(true), true)
    assert.deepEqual(machine.said, ['Installing Chromium, pdfsig for the tests …'])
    assert.deepEqual(machine.ran, [
      'update',
      'install --yes --no-install-recommends chromium-headless-shell',
      'install --yes --no-install-recommends chromium',
      'install --yes --no-install-recommends poppler-utils',
    ])
  })

  test('that cannot be installed are named in one line, and the tests do not begin', () => {
    const machine = aMachine({ programs: ['chromium'], packages: {} })

    assert.equal(machine.ensure(true), false)
    assert.equal(machine.said[1], 'The tests need pdfsig. Install with: apt-get install --yes poppler-utils')
  })

  test('are named to an ordinary user in one line, with the command that installs them', () => {
    const machine = aMachine({ programs: [], packages: { chromium: 'chromium' } })

    assert.equal(machine.ensure(false), false)
    assert.deepEqual(machine.said, [
      'The tests need Chromium, pdfsig. Install with: sudo apt-get install --yes chromium poppler-utils',
    ])
    assert.deepEqual(machine.ran, [])
  })
})
