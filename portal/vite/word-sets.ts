import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SRC = join(import.meta.dirname, '../src')
const MACHINERY = 'ui/language/words.ts'
const DECLARATION = /export const (\w+) = defineWords<typeof (\w+)>\('([^']+)'\)/g

/** A word set as a `words.ts` declares it: `accountWords`, which has the name `features/auth/account`. */
export type DeclaredWordSet = { variable: string; name: string }

/** Every word set of the portal. One that has another name than its file ends the build, and the tests. */
export function findWordSets(): DeclaredWordSet[] {
  const files = globSync('**/words.ts', { cwd: SRC }).filter((file) => file !== MACHINERY)
  return files.toSorted().flatMap((file) => declaredIn(file, readFileSync(join(SRC, file), 'utf8')))
}

/** The word sets in the text of a `words.ts`. */
export function declaredIn(file: string, text: string): DeclaredWordSet[] {
  const sets = Array.from(text.matchAll(DECLARATION), ([, variable = '', type = '', name = '']) => {
    const typed = new RegExp(`import type { words as ${type} } from './words/en/([\\w-]+)\\.ts'`).exec(text)?.[1]
    const expected = `${dirname(file)}/${typed}`
    if (name !== expected) throw new Error(`${file}: the name of ${variable} is ${name}, and must be ${expected}.`)
    return { variable, name }
  })
  if (sets.length !== text.split(' defineWords<').length - 1)
    throw new Error(`${file}: not every word set can be read.`)
  return sets
}

/** The file with the words of a set: `features/auth/words/fr/account.ts` for `features/auth/account` in French. */
export function wordFileOf(name: string, language: string): string {
  return name.replace(/[^/]+$/, `words/${language}/$&.ts`)
}
