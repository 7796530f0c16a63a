import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { LANGUAGES } from '#kernel/language/languages.ts'
import { REQUEST_MAIL_WORDS } from '../../../server/src/modules/requests/mail/request-mail-words.ts'
import { findWordSets, wordFileOf } from '../../vite/word-sets.ts'

type Tree = { [key: string]: string | Tree }

const src = join(import.meta.dirname, '..')
const codes = LANGUAGES.map(({ code }) => code)
const files = globSync('**/words/en/*.ts', { cwd: src }).toSorted()

async function wordsIn(file: string, code: string): Promise<Tree> {
  return (await import(join(src, file.replace('/words/en/', `/words/${code}/`)))).words
}

/** Every text with its key: `list.title`. */
function flat(tree: Tree, prefix = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flat(value, `${prefix}${key}.`),
  )
}

/** The texts of a part that a rule finds fault with. */
function expectNone(words: Tree, isWrong: (text: string) => boolean): void {
  const wrong = flat(words).filter(([, text]) => isWrong(text))
  assert.deepEqual(wrong, [])
}

/** Words that people stumbled over, and the names that lost against another one for the same thing. */
const BANNED: Record<string, string[]> = {
  en: [
    'what they say of themselves',
    'Where it counts',
    'To whom the service wrote',
    'How the service does',
    'Files to file',
    'Send a paper',
    'has a hole',
    'Metas',
    'Trial run',
    'Check only',
    'Done in part',
    'In line',
    'taken back',
    'This is no date',
    'This is no e-mail',
    'This is no PDF',
    'There is no such',
    'not there any more',
    'on its way to it',
    'hand out',
    'handed out',
    ' of mine',
    'somebody',
    'everybody',
    'any more',
    'mend ',
    'yours for good',
    'recognise',
  ],
  fr: [
    'Référentiel',
    'une métadonnée',
    'Essai à blanc',
    'Vérification seule',
    'Réussi en partie',
    'Sans responsable',
    'd’eux-mêmes',
    'sans retour',
    'Trop d’essais',
    'Ce qui ne va pas',
  ],
  // A record is not a data set, and people are Mitarbeitende.
  de: [
    'Datensatz',
    'Datensätze',
    'Angestellte',
    'der Mitarbeiter ',
    'die Mitarbeiter ',
    'den Mitarbeitern',
    'einloggen',
    'ausloggen',
    'Login',
    'Kennwort',
    'Lohnzettel',
    'Einmalanmeldung',
  ],
  es: ['perímetro', 'e-mail', 'trabajador', 'colaborador', 'gestor', 'bóveda', 'dataset', 'clave API', 'RR.HH'],
}

/** How each language writes; one that is not here has no rules of its own. */
const TYPOGRAPHY: Record<string, (text: string) => boolean> = {
  en: (text) => /[«»]/.test(text),
  // No-break spaces where they belong.
  fr: (text) => /[“”]/.test(text) || /[^\u00a0](?:[;?!»]|:(?!\/\/))/.test(text) || /«[^\u00a0]/.test(text),
  // „ opens and “ closes, in pairs, and a space precedes an ellipsis.
  de: (text) => /[«»”‘’]/.test(text) || /[„“]/.test(text.replaceAll(/„[^„“]*“/g, '')) || /\S…/.test(text),
  // Questions and exclamations open where they begin, and no space keeps a mark from its word.
  es: (text) =>
    /[“”‘’]|«\s|\s[»;:?!]/.test(text) || count(text, '¿') !== count(text, '?') || count(text, '¡') !== count(text, '!'),
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1
}

function placeholdersIn(text = ''): string[] {
  return Array.from(text.matchAll(/\{\{\s*(\w+)(?:,\s*number)?\s*\}\}/g), ([, name = '']) => name).toSorted()
}

describe('the words of the portal', () => {
  assert.ok(files.length > 25, `found ${files.length} files`)

  for (const file of files) {
    describe(file, async () => {
      const english = await wordsIn(file, 'en')

      for (const code of codes) {
        const words = await wordsIn(file, code)

        test(`has every text in ${code}, and none empty`, () => {
          const keysOf = (tree: Tree) => flat(tree).map(([key]) => key)
          assert.deepEqual(keysOf(words).toSorted(), keysOf(english).toSorted())
          expectNone(words, (text) => text.trim() === '')
        })

        test(`has the same placeholders in ${code}`, () => {
          const texts = new Map(flat(words))
          for (const [key, text] of flat(english)) {
            assert.deepEqual(placeholdersIn(texts.get(key)), placeholdersIn(text), key)
          }
        })

        test(`has the quotation marks, apostrophes and spaces of ${code}`, () => {
          expectNone(words, (text) => /["']/.test(text))
          expectNone(words, TYPOGRAPHY[code] ?? (() => false))
        })

        test(`says nothing in ${code} that people stumble over`, () => {
          const banned = BANNED[code] ?? []
          expectNone(words, (text) => banned.some((one) => text.toLowerCase().includes(one.toLowerCase())))
        })
      }
    })
  }

  test('are in the folders of listed languages only', () => {
    const folders = globSync('**/words/*/', { cwd: src }).map((folder) => folder.split('/').at(-1) ?? '')
    assert.deepEqual([...new Set(folders)].toSorted(), codes.toSorted())
    for (const code of codes) {
      const named = globSync(`**/words/${code}/*.ts`, { cwd: src }).map((file) => file.replace(`/${code}/`, '/en/'))
      assert.deepEqual(named.toSorted(), files)
    }
  })

  test('name the status of a request as the mails do', async () => {
    for (const code of codes) {
      const { language, words } = REQUEST_MAIL_WORDS.in(code)
      assert.equal(language, code)
      const { status } = await wordsIn('shared/requests/words/en/request-status.ts', code)
      assert.deepEqual(status, words.statuses)
    }
  })
})

const sources = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.ts', '**/words/**'] }).map((file) => ({
  file,
  text: readFileSync(join(src, file), 'utf8'),
}))

/** A word set by the variable it is imported by, and the file that has its words. */
const sets = findWordSets().map(({ variable, name }) => ({ variable, file: wordFileOf(name, 'en') }))

/** What files may ask a set for that name it or lie beside it: whole keys, and patterns for keys that are put together. */
function askedFor(variable: string, folder: string): (key: string) => boolean {
  const texts = sources
    .filter(({ file, text }) => file.startsWith(`${folder}/`) || new RegExp(`\\b${variable}\\b`).test(text))
    .map(({ text }) => text)
  const keys = new Set(texts.flatMap((text) => Array.from(text.matchAll(/'([\w.-]+)'/g), ([, key = '']) => key)))
  const patterns = texts.flatMap((text) =>
    Array.from(text.matchAll(/`([\w.-]*(?:\$\{[^}`]*\}[\w.-]*)+)`/g), ([, key = '']) => {
      return new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '.+')}$`)
    }).filter(({ source }) => /\w{2,}\\\.|\\\.\w{2,}/.test(source)),
  )
  return (key) => keys.has(key) || patterns.some((pattern) => pattern.test(key))
}

describe('no word is unused', () => {
  assert.ok(sets.length > 25, `found ${sets.length} sets`)

  for (const { variable, file } of sets) {
    test(variable, async () => {
      const isAsked = askedFor(variable, file.slice(0, file.indexOf('/words/')))
      const keys = flat(await wordsIn(file, 'en')).map(([key]) => key.replace(/_(?:zero|one|other|many)$/, ''))
      assert.deepEqual(
        keys.filter((key) => !isAsked(key)),
        [],
      )
    })
  }
})
