import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { markMatches } from './mark-matches.ts'

const shown = (text: string, search: string) =>
  markMatches(text, search)
    .map((piece) => (piece.is_match ? `[${piece.text}]` : piece.text))
    .join('')

describe('markMatches', () => {
  for (const [text, search, expected] of [
    ['Payslip March', 'march PAY', '[Pay]slip [March]'],
    ['Été à Paris', 'ete', '[Été] à Paris'],
    ['E\u0301te\u0301', 'ete', '[E\u0301te\u0301]'],
    ['Straße', 'strasse', '[Straße]'],
    ['ßa', 's', '[ß]a'],
    ['banana', 'ana', 'b[anana]'],
    ['<b>bold</b>', '<b>', '[<b>]bold</b>'],
    ['nothing here', 'else', 'nothing here'],
    ['nothing asked', '  ', 'nothing asked'],
    ['', 'a', ''],
    ['👩‍💻 work', 'work', '👩‍💻 [work]'],
  ] as const) {
    test(`“${search}” in “${text}”`, () => {
      assert.equal(shown(text, search), expected)
    })
  }

  test('keeps every character of the text', () => {
    const text = 'ﬁle ½ Ｆｕｌｌ İstanbul 각'
    assert.equal(
      markMatches(text, 'fi 1 full ist')
        .map((piece) => piece.text)
        .join(''),
      text,
    )
  })
})
