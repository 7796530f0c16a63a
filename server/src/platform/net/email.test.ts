import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { canonicalEmail, isEmail } from './email.ts'

const label = 'x'.repeat(63)
const domain = (length: number) => `${label}.${label}.${label}.${'x'.repeat(length - 192)}`

describe('isEmail', () => {
  const taken: [string, string][] = [
    ['an ordinary address', 'eve@acme.test'],
    ['points in the name', 'eve.j.smith@acme.test'],
    ['a tag', 'eve+payroll@acme.test'],
    ['an apostrophe', "o'brien@acme.test"],
    ['every sign that a name may have', "!#$%&'*+/=?^_`{|}~-@acme.test"],
    ['one character', 'a@b.c'],
    ['figures alone', '123@456.789'],
    ['capitals', 'EVE@ACME.TEST'],
    ['a domain without a point', 'root@localhost'],
    ['many labels', 'a@b.c.d.e.f.g'],
    ['hyphens within a label', 'a@b-c--d.test'],
    ['an encoded domain', 'a@xn--mnchen-3ya.test'],
    ['a domain with umlauts', 'a@münchen.test'],
    ['a name with accents, as characters of their own', 'e\u0301ve@acme.test'],
    ['other scripts', 'пример@пример.рф'],
    ['Chinese', '用户@例子.公司'],
    ['Hindi, whose vowels are marks', 'संपर्क@डाटामेल.भारत'],
    ['a name of 64 characters', `${'x'.repeat(64)}@acme.test`],
    ['a label of 63 characters', `a@${label}.test`],
    ['254 characters', `${'x'.repeat(10)}@${domain(243)}`],
  ]
  for (const [what, text] of taken) {
    test(`takes ${what}: ${text.slice(0, 40)}`, () => {
      assert.equal(isEmail(text), true)
    })
  }

  const refused: [string, string][] = [
    ['nothing', ''],
    ['no at sign', 'eve'],
    ['an at sign alone', '@'],
    ['no name', '@acme.test'],
    ['no domain', 'eve@'],
    ['two at signs', 'eve@home@acme.test'],
    ['two at signs in a row', 'eve@@acme.test'],
    ['a point first', '.eve@acme.test'],
    ['a point last in the name', 'eve.@acme.test'],
    ['two points in a row', 'eve..smith@acme.test'],
    ['a domain that begins with a point', 'eve@.acme.test'],
    ['a domain that ends with a point', 'eve@acme.test.'],
    ['two points in the domain', 'eve@acme..test'],
    ['a label that begins with a hyphen', 'eve@-acme.test'],
    ['a label that ends with a hyphen', 'eve@acme-.test'],
    ['a hyphen alone', 'eve@-'],
    ['an underscore in the domain', 'eve@ac_me.test'],
    ['a space', 'eve smith@acme.test'],
    ['a space before', ' eve@acme.test'],
    ['a space after', 'eve@acme.test '],
    ['a line end after', 'eve@acme.test\n'],
    ['a header in the name', 'eve\r\nBcc: all@acme.test'],
    ['a tabulator', 'eve\t@acme.test'],
    ['a NUL', 'eve\0@acme.test'],
    ['a space without a width', 'eve\u200b@acme.test'],
    ['half of a surrogate pair', 'eve\ud800@acme.test'],
    ['a picture', '🙂@acme.test'],
    ['quotes', '"eve smith"@acme.test'],
    ['a name in front', 'Eve <eve@acme.test>'],
    ['brackets', '<eve@acme.test>'],
    ['a comment', 'eve(home)@acme.test'],
    ['two addresses', 'eve@acme.test,bob@acme.test'],
    ['an address by number', 'eve@[127.0.0.1]'],
    ['a port', 'eve@acme.test:25'],
    ['a path', 'eve@acme.test/x'],
    ['a wide at sign', 'eve＠acme.test'],
    ['a scheme', 'mailto:eve@acme.test'],
    ['a backslash', 'eve\\@acme.test'],
    ['a name of 65 characters', `${'x'.repeat(65)}@acme.test`],
    ['a label of 64 characters', `a@${'x'.repeat(64)}.test`],
    ['255 characters', `${'x'.repeat(11)}@${domain(243)}`],
  ]
  for (const [what, text] of refused) {
    test(`refuses ${what}: ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.equal(isEmail(text), false)
    })
  }

  test('refuses a very long text that almost fits', () => {
    assert.equal(isEmail(`${'a.'.repeat(100_000)}@acme.test`), false)
    assert.equal(isEmail(`a@${'a-'.repeat(100_000)}`), false)
  })
})

describe('the canonical form of an address', () => {
  const SAME: [string, string][] = [
    ['Ada@Acme.test', 'ada@acme.test'],
    [' ada@acme.test ', 'ada@acme.test'],
    ['ａｄａ@acme.test', 'ada@acme.test'],
    ['ada@ACME.TEST', 'ada@acme.test'],
    ['rene\u0301@acme.test', 'ren\u00e9@acme.test'],
    ['ada@bücher.test', 'ada@xn--bcher-kva.test'],
  ]
  for (const [text, canonical] of SAME) {
    test(`${JSON.stringify(text)} is ${canonical}`, () => {
      assert.equal(canonicalEmail(text), canonical)
      assert.equal(canonicalEmail(canonical), canonical)
    })
  }

  const APART: [string, string][] = [
    ['mİke@acme.test', 'mike@acme.test'],
    ['mıke@acme.test', 'mike@acme.test'],
    ['straße@acme.test', 'strasse@acme.test'],
    ['RENÉ@acme.test', 'rené@acme.test'],
    ['ada@straße.test', 'ada@strasse.test'],
    ['a.da@acme.test', 'ada@acme.test'],
  ]
  for (const [one, other] of APART) {
    test(`${one} is not ${other}`, () => assert.notEqual(canonicalEmail(one), canonicalEmail(other)))
  }

  for (const text of ['', 'ada', '@acme.test', 'ada@', 'a b@acme.test', 'ada＠acme.test＠x', 'ada@-.test']) {
    test(`${JSON.stringify(text)} has none`, () => assert.equal(canonicalEmail(text), undefined))
  }
})
