import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { isWritten, loadWords, WRITTEN_LANGUAGES } from './words.ts'

const src = join(import.meta.dirname, '../..')
const folders = globSync('modules/**/words', { cwd: src })

type Leaf = { path: string; value: unknown }

/** Every word of a set, with the names that lead to it. Functions and texts are words; lists may differ in length. */
function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ path, value }]
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`))
}

async function wordsOf(folder: string, language: string): Promise<Leaf[]> {
  const { words } = await import(pathToFileURL(join(src, folder, `${language}.ts`)).href)
  return leavesOf(words)
}

describe('the words of mails, reports and pages', () => {
  test('are found', () => {
    assert.ok(folders.length >= 10, String(folders))
  })

  for (const folder of folders) {
    test(`${dirname(folder)}: each language has the words of English, and no others`, async () => {
      const files = globSync('*.ts', { cwd: join(src, folder) }).map((file) => basename(file, '.ts'))
      const english = await wordsOf(folder, 'en')

      assert.deepEqual(files.toSorted(), [...WRITTEN_LANGUAGES].toSorted())
      for (const language of WRITTEN_LANGUAGES) {
        const words = await wordsOf(folder, language)
        assert.deepEqual(words.map(({ path }) => path).toSorted(), english.map(({ path }) => path).toSorted())
        for (const { path, value } of words) {
          const kind = typeof english.find((one) => one.path === path)?.value
          assert.equal(typeof value, kind, `${language} ${path}`)
          assert.notEqual(value, '', `${language} ${path} is empty`)
        }
      }
    })

    test(`${dirname(folder)}: every word is used`, async () => {
      const sources = globSync(`${dirname(folder)}/**/*.ts`, { cwd: src })
        .filter((file) => !file.includes('/words/') && !file.endsWith('.test.ts'))
        .map((file) => readFileSync(join(src, file), 'utf8').replace(/export type \w+Words = \{\n.*?\n\}\n/s, ''))
      const names = (await wordsOf(folder, 'en')).map(({ path }) => path.split('.')[0] ?? '')

      for (const name of new Set(names)) {
        const isUsed = sources.some((text) => new RegExp(`(?:words\\.|[{,'] ?)${name}\\b|\\b${name}\\[`).test(text))
        assert.ok(isUsed, `${name} is used nowhere`)
      }
    })
  }
})

describe('Translated', () => {
  const consentIn = (language: string) => import(`../../modules/signatures/signing/words/${language}.ts`)

  test('gives the words for a reader of any kind of a language, and English else', async () => {
    const consent = await loadWords<{ consent: string }>(consentIn)

    for (const language of ['fr', 'fr-fr', 'FR-CA', 'fr_BE'])
      assert.equal(consent.in(language).language, 'fr', language)
    assert.equal(consent.in('de-at').language, 'de')
    assert.match(consent.in('es-mx').words.consent, /^He leído/)
    for (const language of ['en-us', 'pt', 'fry', 'frr-de', '', null, undefined]) {
      assert.equal(consent.in(language).language, 'en', String(language))
    }
  })

  test('is not loaded from a folder that lacks a language', async () => {
    await assert.rejects(
      loadWords((language) => import(`./nowhere/${language}.ts`)),
      /nowhere/,
    )
  })

  test('knows which languages it has', () => {
    assert.deepEqual(['de-ch', 'fr', 'it', 'x-klingon'].map(isWritten), [true, true, false, false])
  })
})
