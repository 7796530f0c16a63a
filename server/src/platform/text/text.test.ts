import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { fold, isCleanText } from './text.ts'

describe('fold', () => {
  const cases: [string, string, string][] = [
    ['case', 'Lyon', 'lyon'],
    ['accents', 'Évènement à Nîmes', 'evenement a nimes'],
    ['accents written as characters of their own', 'E\u0301te\u0301', 'ete'],
    ['several accents on one letter', 'Việt Nam', 'viet nam'],
    ['typographic ligatures', 'ﬁnance ﬂow', 'finance flow'],
    ['letters of another width', 'ＡＢＣ １２３', 'abc 123'],
    ['the dotted capital I', 'İstanbul', 'istanbul'],
    ['Greek', 'Αθήνα', 'αθηνα'],
    ['Cyrillic', 'МОСКВА', 'москва'],
    ['the points of Hebrew', 'שָׁלוֹם', 'שלום'],
    ['the vowel marks of Arabic', 'مُحَمَّد', 'محمد'],
    ['nothing', '', ''],
  ]
  for (const [what, text, expected] of cases) {
    test(`ignores ${what}: ${text}`, () => {
      assert.equal(fold(text), expected)
    })
  }

  test('leaves scripts without case as they are', () => {
    assert.equal(fold('東京 123'), '東京 123')
  })

  test('makes composed and decomposed Korean the same', () => {
    assert.equal(fold('서울'), fold('서울'.normalize('NFD')))
  })

  test('keeps words apart whose signs are letters and not accents', () => {
    const pairs = [
      ['कि', 'की'],
      ['ตา', 'ตี'],
      ['தமிழ்', 'தமழ'],
    ] as const

    const confused = pairs.filter(([one, two]) => fold(one) === fold(two))

    assert.deepEqual(confused.flat(), [])
  })

  test('folds a folded text to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(fold(fold(text)), fold(text))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('isCleanText', () => {
  test('takes every text that a database and JSON can hold', () => {
    for (const text of ['', 'été', '🙂', '\u0001', '\n', '\uFFFF', '\uFFFD'])
      assert.ok(isCleanText(text), JSON.stringify(text))
  })

  test('refuses a NUL and halves of surrogate pairs, wherever they are', () => {
    for (const text of ['\0', 'a\0b', '\ud83d', 'a\ude42', '\ude42\ud83d']) {
      assert.ok(!isCleanText(text), JSON.stringify(text))
    }
  })
})
