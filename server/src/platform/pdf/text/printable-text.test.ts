import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { piecesOf, printableText } from './printable-text.ts'

describe('printableText', () => {
  const cases: [string, string, string][] = [
    ['keeps tabs, line feeds and form feeds', 'a\tb\nc\fd', 'a\tb\nc\fd'],
    ['has one kind of line ends', 'a\r\nb\rc\vd\u0085e\u2028f\u2029g\n\rh', 'a\nb\nc\nd\ne\nf\ng\n\nh'],
    ['drops control characters', 'a\0\x07\x1b\x7f\x9fb', 'ab'],
    ['drops what shows nothing', '\ufeffa\xad\u200b\u200d\u2066\ufe0fb', 'ab'],
    ['drops marks of direction', '\u202eשלום\u202c\u2067a\u2069\u200f', 'שלוםa'],
    ['keeps joiners that spelling needs', 'می\u200cخواهم क्\u200dष', 'می\u200cخواهم क्\u200dष'],
    ['drops joiners behind joiners, and at the beginning', '\u200dی\u200c\u200c\u200d', 'ی\u200c'],
    ['keeps forms of ideographs', '葛\u{e0100}a\u{e0100}', '葛\u{e0100}a'],
    ['puts accents on their letters', 'e\u0301', 'é'],
    ['has a sign for halves of characters', 'a\ud83db\udc4dc👍', 'a\ufffdb\ufffdc👍'],
    ['widens narrow blanks', '1\u202f000\u2007€', '1\u00a0000\u00a0€'],
  ]
  for (const [what, text, expected] of cases) test(what, () => assert.equal(printableText(text), expected))

  test('gives marks another character to stand on when there are too many', () => {
    assert.equal(
      printableText(`q${'\u0301'.repeat(65)}`),
      `q${[30, 30, 5].map((times) => '\u0301'.repeat(times)).join('◌')}`,
    )
  })
})

describe('piecesOf', () => {
  test('gives what split would', () => {
    for (const text of ['', 'a', '\n', 'a\n', '\na', 'a\n\nb']) {
      assert.deepEqual([...piecesOf(text, '\n')], text.split('\n'))
    }
  })
})
