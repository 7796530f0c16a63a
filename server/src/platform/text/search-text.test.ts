import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { searchText, sortText } from './search-text.ts'
import { fold } from './text.ts'

describe('searchText', () => {
  const cases: [string, string[], string][] = [
    ['one word', ['Lyon'], ' lyon '],
    ['several texts', ['L1', 'Lyon'], ' l1 lyon '],
    ['several words', ['New York'], ' new york '],
    ['accents and case', ['Évènement À'], ' evenement a '],
    ['texts that are the same once folded', ['LYON', 'lyon', 'Lÿon'], ' lyon '],
    ['words that a sign joins', ['Saint-Denis'], ' saint-denis saint denis '],
    ['an apostrophe', ['O’Brien'], ' o’brien o brien '],
    ['an e-mail address', ['eve.smith@acme.test'], ' eve.smith@acme.test eve smith acme test '],
    ['several signs in a row', ['a -- b'], ' a -- b a b '],
    ['figures', ['E-0042'], ' e-0042 e 0042 '],
    ['an underscore', ['a_b'], ' a_b a b '],
    ['signs alone', ['--'], ' -- '],
    ['a sign at the beginning', ['#12'], ' #12 12 '],
    ['signs around a text', ['(lyon)'], ' (lyon) lyon '],
    ['another script', ['Москва-река'], ' москва-река москва река '],
    ['marks that are part of a word', ['कि-की'], ' कि-की कि की '],
    ['signs around a text, when they stand inside too', ['(a) b'], ' (a) b a b '],
    ['an empty text', [''], '  '],
    ['no text', [], '  '],
  ]
  for (const [what, texts, expected] of cases) {
    test(`${what}: ${JSON.stringify(texts)}`, () => {
      assert.equal(searchText(texts), expected)
    })
  }

  test('holds every text whole, begins and ends with a space', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }), (texts) => {
        const found = searchText(texts)

        assert.ok(found.startsWith(' ') && found.endsWith(' '))
        for (const text of texts) assert.ok(found.includes(` ${fold(text)} `), text)
      }),
    )
  })

  test('has each word after a letter, a figure or a sign at the beginning of a word', () => {
    const words = fc.array(fc.stringMatching(/^[a-z0-9]{1,6}$/), { minLength: 2, maxLength: 5 })

    fc.assert(
      fc.property(words, fc.constantFrom('-', '.', "'", '/', '@', ', ', '_'), (several, sign) => {
        const found = searchText([several.join(sign)])

        for (const word of several) assert.ok(found.includes(` ${word}`), `${word} in ${found}`)
      }),
    )
  })
})

describe('sortText', () => {
  const cases: [string, string, string][] = [
    ['no case', 'LYON', 'lyon'],
    ['no accents', 'Écully', 'ecully'],
    ['signs and spaces as they are', ' Saint-Denis ', ' saint-denis '],
    ['200 characters whole', 'x'.repeat(200), 'x'.repeat(200)],
    ['no more than 200 characters', 'x'.repeat(201), 'x'.repeat(200)],
    ['characters of four bytes whole', '🏢'.repeat(255), '🏢'.repeat(200)],
    ['150 characters of four bytes, which are 300 halves', '🏢'.repeat(150), '🏢'.repeat(150)],
    ['what grows when it is folded, cut afterwards', 'ﷺ'.repeat(20), fold('ﷺ'.repeat(20)).slice(0, 200)],
    ['nothing', '', ''],
  ]
  for (const [what, text, expected] of cases) {
    test(`has ${what}`, () => {
      assert.equal(sortText(text), expected)
    })
  }

  test('never cuts a character in two, and is never longer than 200', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 150, maxLength: 300 }), (text) => {
        const sorted = sortText(text)

        assert.ok(sorted.isWellFormed())
        assert.ok([...sorted].length <= 200)
        assert.ok(fold(text).startsWith(sorted))
      }),
    )
  })
})
