import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { findWordSets } from '../../vite/word-sets.ts'
import { FIRST_WORDS, isFirst } from './first-words.ts'

const src = join(import.meta.dirname, '..')
/** They are there with the first script. */
const AT_HAND = findWordSets().flatMap(({ variable, name }) => (isFirst(name) ? [variable] : []))
const PAGE = /lazyPage\(\s*\(\) => import\('([.#][^']+)'\),\s*'\w+'(?:,\s*\[([^\]]*)\])?/g

/** It names a set in a comment. */
const MACHINERY = join(src, 'ui/language/words.ts')

/** The file that an import names, from a folder. */
function pathOf(folder: string, specifier: string): string {
  return specifier.startsWith('#') ? join(src, specifier.slice(1)) : join(folder, specifier)
}

const sets = new Map<string, string[]>()

/** The sets of words that a file and all that it imports use; what it loads later brings its own. */
function setsOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || file === MACHINERY) return new Set()
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  const own = sets.get(file) ?? Array.from(text.matchAll(/use(?:Words|KnownWord)\((\w+)\)/g), ([, set = '']) => set)
  sets.set(file, own)
  const found = new Set(own)
  for (const [, path = ''] of text.matchAll(/from '([.#][^']+\.tsx?)'/g)) {
    const imported = pathOf(dirname(file), path)
    if (existsSync(imported)) for (const set of setsOf(imported, seen)) found.add(set)
  }
  return found
}

describe('a page is loaded with its words', () => {
  for (const file of globSync('features/*/{pages,feature}.ts', { cwd: src }).toSorted()) {
    test(file, () => {
      const text = readFileSync(join(src, file), 'utf8')
      const pages = [...text.matchAll(PAGE)]

      assert.equal(pages.length, text.split('lazyPage(').length - 1)
      for (const [, path = '', given = ''] of pages) {
        const used = [...setsOf(pathOf(join(src, dirname(file)), path))].filter((set) => !AT_HAND.includes(set))
        const named = Array.from(given.matchAll(/\w+/g), ([set]) => set).toSorted()
        assert.deepEqual([path, named], [path, used.toSorted()])
      }
    })
  }

  test('the first words are declared', () => {
    const declared = findWordSets().map(({ name }) => name)

    assert.deepEqual(
      FIRST_WORDS.filter((name) => !declared.includes(name)),
      [],
    )
  })

  test('the first page is there with its own', () => {
    const used = setsOf(join(src, 'features/home/EmployeeHomePage.tsx'))

    assert.deepEqual(
      [...used].filter((set) => !AT_HAND.includes(set)),
      [],
    )
  })
})
