import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isLanguageCode, localeOf, orderIn } from './language.ts'

// RFC 5646, section 2.1 and appendix A.
const wellFormed = {
  'a language': ['en', 'fr', 'haw', 'EN', 'qaa'],
  'a language of four to eight letters': ['abcd', 'abcdefgh'],
  'an extended language': ['zh-yue', 'zh-cmn-Hans-CN', 'sgn-ase', 'zh-min-nan'],
  'a script': ['zh-Hant', 'sr-Latn', 'SR-LATN'],
  'a region': ['en-US', 'en-us', 'es-419', 'de-CH'],
  'a script and a region': ['sr-Latn-RS', 'zh-hant-tw', 'az-Arab-x-AZE-derbend'],
  'a variant': ['sl-rozaj', 'sl-rozaj-biske', 'de-CH-1901', 'sl-IT-nedis', 'hy-Latn-IT-arevela', 'de-1996'],
  'an extension': ['en-a-bbb', 'de-DE-u-co-phonebk', 'en-US-u-islamcal', 'zh-CN-a-myext-x-private', 'en-4-ab'],
  'a private part': ['en-x-whatever', 'de-x-a-b-c', 'qaa-Qaaa-QM-x-southern'],
  'nothing but a private part': ['x-whatever', 'X-one-2'],
  'a tag that was grandfathered in': ['i-klingon', 'en-GB-oed', 'sgn-BE-FR'],
}

const malformed = {
  'nothing, or no letter': ['', ' ', '-', '1', '12', '*'],
  'one letter, or more than eight': ['e', 'abcdefghi', 'en-abcdefghi'],
  'another separator': ['en_US', 'en US', 'en/us', 'en.us'],
  'a separator too many': ['en-', '-en', 'en--us'],
  'parts out of order': ['en-US-Latn', 'de-419-DE', 'en-US-GB', 'en-Latn-Cyrl'],
  'an extension without content': ['en-a', 'en-u-x-y', 'en-a-b'],
  'a private part without content': ['en-x', 'x', 'x-', 'en-x-abcdefghi'],
  'two regions': ['ar-a-aaa-b', 'de-DE-FR'],
  'characters around it': [' en', 'en ', 'en\n', '\nen', 'en\0'],
  'letters of other alphabets': ['ſv', 'ру', 'én', 'en-ＵＳ'],
  'a fourth extended language': ['zh-aaa-bbb-ccc-ddd'],
  'no end': [`en-x-${'a-'.repeat(5000)}a`],
}

describe('isLanguageCode', () => {
  for (const [what, tags] of Object.entries(wellFormed)) {
    test(`takes ${what}: ${tags.join(', ')}`, () => {
      assert.deepEqual(
        tags.filter((tag) => !isLanguageCode(tag)),
        [],
      )
    })
  }

  for (const [what, tags] of Object.entries(malformed)) {
    test(`refuses ${what}`, () => {
      assert.deepEqual(
        tags.filter((tag) => isLanguageCode(tag)),
        [],
      )
    })
  }
})

describe('localeOf', () => {
  test('is taken by Intl for every well-formed tag', () => {
    for (const tag of [...Object.values(wellFormed).flat(), 'de-1901-1901', 'en-a-bbb-a-ccc', 'x-y']) {
      assert.doesNotThrow(() => new Intl.DateTimeFormat(localeOf(tag)).format(0), tag)
      assert.equal(orderIn(tag)('a', 'b'), -1, tag)
    }
  })

  test('is the language itself where Intl knows it', () => {
    assert.deepEqual(['fr-fr', 'EN', 'x-y', null, undefined].map(localeOf), ['fr-FR', 'en', 'und', 'und', 'und'])
  })

  test('orders as readers of the language do', () => {
    assert.ok(orderIn('sv')('z', 'ö') < 0)
    assert.ok(orderIn('de')('z', 'ö') > 0)
  })
})
