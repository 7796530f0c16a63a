import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import * as requestStatus from '#shared/requests/words/en.ts'
import { REQUEST_MAIL_WORDS } from '../../../server/src/modules/requests/mail/request-mail-words.ts'

type Tree = { [key: string]: string | Tree }
type Words = { en: Tree; fr: Tree }

const src = join(import.meta.dirname, '..')
const files = globSync(['**/{words,*-words}.ts', '**/words/**/*.ts'], { cwd: src }).toSorted()
const parts: [file: string, words: Words][] = []
for (const file of files) {
  const words: Partial<Words> = await import(join(src, file))
  if (words.en && words.fr) parts.push([file, { en: words.en, fr: words.fr }])
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
const BANNED = {
  en: [
    ...['what they say of themselves', 'Where it counts', 'To whom the service wrote', 'How the service does'],
    ...['Files to file', 'Send a paper', 'has a hole', 'Metas', 'Trial run', 'Check only', 'Done in part', 'In line'],
    ...[
      'taken back',
      'This is no date',
      'This is no e-mail',
      'This is no PDF',
      'There is no such',
      'not there any more',
      'on its way to it',
      'hand out',
    ],
    ...['handed out', ' of mine', 'somebody', 'everybody', 'any more', 'mend ', 'yours for good', 'recognise'],
  ],
  fr: [
    ...['Référentiel', 'une métadonnée', 'Essai à blanc', 'Vérification seule', 'Réussi en partie', 'Sans responsable'],
    ...['d’eux-mêmes', 'sans retour', 'Trop d’essais', 'Ce qui ne va pas'],
  ],
}

describe('the words of the portal', () => {
  assert.ok(parts.length > 25, `found ${parts.length} parts`)

  for (const [file, { en, fr }] of parts) {
    describe(file, () => {
      test('has every text in both languages, and none empty', () => {
        assert.deepEqual(
          flat(fr)
            .map(([key]) => key)
            .toSorted(),
          flat(en)
            .map(([key]) => key)
            .toSorted(),
        )
        for (const words of [en, fr]) expectNone(words, (text) => text.trim() === '')
      })

      test('has the same placeholders in both languages', () => {
        const namesIn = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted()
        const french = new Map(flat(fr))
        for (const [key, text] of flat(en)) assert.deepEqual(namesIn(french.get(key)), namesIn(text), key)
      })

      test('has typographic quotation marks and apostrophes', () => {
        for (const words of [en, fr]) expectNone(words, (text) => /["']/.test(text))
        expectNone(en, (text) => /[«»]/.test(text))
        expectNone(fr, (text) => /[“”]/.test(text))
      })

      test('has no-break spaces in French where they belong', () => {
        expectNone(fr, (text) => /[^\u00a0](?:[;?!»]|:(?!\/\/))/.test(text) || /«[^\u00a0]/.test(text))
      })

      test('says nothing that people stumble over', () => {
        const has = (banned: string[]) => (text: string) =>
          banned.some((one) => text.toLowerCase().includes(one.toLowerCase()))
        expectNone(en, has(BANNED.en))
        expectNone(fr, has(BANNED.fr))
      })
    })
  }

  test('name the status of a request as the mails do', () => {
    assert.deepEqual(REQUEST_MAIL_WORDS.en.statuses, requestStatus.en.status)
    assert.deepEqual(REQUEST_MAIL_WORDS.fr.statuses, requestStatus.fr.status)
  })
})
