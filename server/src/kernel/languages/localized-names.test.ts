import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseLocalizedNames, presentLocalizedNames } from './localized-names.ts'

const name = (language_code: string, value: string | null) => ({ language_code, value })

describe('parseLocalizedNames', () => {
  test('keeps what is set, under languages in lower case', () => {
    const { translations, errors } = parseLocalizedNames([name('EN-us', 'Paris'), name('FR-FR', null)], 'names')

    assert.deepEqual(translations, { 'en-us': 'Paris' })
    assert.deepEqual(errors, [])
  })

  test('keeps an empty text: it is a translation', () => {
    const { translations } = parseLocalizedNames([name('en-us', '')], 'names')

    assert.deepEqual(translations, { 'en-us': '' })
  })

  test('names each entry that repeats a language, whatever its case', () => {
    const given = [name('en-us', 'a'), name('fr-fr', 'b'), name('EN-US', 'c'), name('fr-FR', null)]

    const { errors } = parseLocalizedNames(given, 'dimensions.1.localized_names')

    assert.deepEqual(errors, [
      {
        field: 'dimensions.1.localized_names.2.language_code',
        code: 'repeated',
        message: 'This language appears more than once.',
      },
      {
        field: 'dimensions.1.localized_names.3.language_code',
        code: 'repeated',
        message: 'This language appears more than once.',
      },
    ])
  })

  test('a language that is given as null and then set is a repetition too', () => {
    const { errors } = parseLocalizedNames([name('en-us', null), name('en-us', 'a')], 'names')

    assert.equal(errors.length, 1)
  })
})

describe('presentLocalizedNames', () => {
  const cases = [
    { set: {}, languages: ['en-us'], shown: [name('en-us', null)] },
    { set: { 'en-us': 'a' }, languages: ['fr-fr', 'en-us'], shown: [name('fr-fr', null), name('en-us', 'a')] },
    {
      set: { 'pt-br': 'c', 'ja-jp': 'b', 'en-us': 'a' },
      languages: ['en-us'],
      shown: [name('en-us', 'a'), name('ja-jp', 'b'), name('pt-br', 'c')],
    },
    { set: { 'ja-jp': '' }, languages: [], shown: [name('ja-jp', '')] },
  ]
  for (const { set, languages, shown } of cases) {
    test(`shows ${JSON.stringify(set)} to a client of [${languages}]: its languages first, in its order`, () => {
      assert.deepEqual(presentLocalizedNames(set, languages), shown)
    })
  }
})
