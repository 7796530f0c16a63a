import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'

const src = join(import.meta.dirname, '..')
/** They are there with the first script. */
const AT_HAND = ['app', 'ui', 'employeeHome', 'requestStatus']
const PAGE = /lazyPage\(\s*\(\) => import\('([.#][^']+)'\),\s*'\w+'(?:,\s*\[([^\]]*)\])?/g

/** It names a part in a comment. */
const I18N = join(import.meta.dirname, '../kernel/language/words.ts')

/** The file that an import names, from a folder. */
function pathOf(folder: string, specifier: string): string {
  return specifier.startsWith('#') ? join(src, specifier.slice(1)) : join(folder, specifier)
}

const parts = new Map<string, string[]>()

/** The parts whose words a file and all that it imports use; what it loads later brings its own. */
function partsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || file === I18N) return new Set()
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const own = parts.get(file) ?? Array.from(text.matchAll(/useWords\('(\w+)'\)/g), ([, part = '']) => part)
  parts.set(file, own)
  const found = new Set(own)
  for (const [, path = ''] of text.matchAll(/from '([.#][^']+\.tsx?)'/g)) {
    const imported = pathOf(dirname(file), path)
    if (existsSync(imported)) for (const part of partsOf(imported, seen)) found.add(part)
  }
  return found
}

describe('a page is loaded with its words', () => {
  for (const file of globSync(['features/**/routes*.tsx', 'app/router.tsx'], { cwd: src }).toSorted()) {
    test(file, () => {
      const text = readFileSync(join(src, file), 'utf8')
      const pages = [...text.matchAll(PAGE)]

      assert.equal(pages.length, text.split('lazyPage(').length - 1)
      for (const [, path = '', given = ''] of pages) {
        const used = [...partsOf(pathOf(join(src, dirname(file)), path))].filter((part) => !AT_HAND.includes(part))
        const named = Array.from(given.matchAll(/'(\w+)'/g), ([, part = '']) => part)
        assert.deepEqual([path, named], [path, used.toSorted()])
      }
    })
  }

  test('the first page is there with its own', () => {
    const used = partsOf(join(src, 'features/home/EmployeeHomePage.tsx'))

    assert.deepEqual(
      [...used].filter((part) => !AT_HAND.includes(part)),
      [],
    )
  })
})
