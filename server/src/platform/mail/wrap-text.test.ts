import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { wrapText } from './wrap-text.ts'

describe('lines of text', () => {
  const whole = {
    'a short line': 'Your payslip is here.',
    nothing: '',
    'a line of 78 columns': `${'x'.repeat(38)} ${'y'.repeat(39)}`,
    'a word without a place to break': 'x'.repeat(200),
    'an address, in whatever script': `https://hr.example/${'長い行'.repeat(40)}`,
    'accents that are letters of their own': `${'e\u0301'.repeat(38)} ${'e\u0301'.repeat(39)}`,
    '39 letters of double width': '行'.repeat(39),
  }
  for (const [what, text] of Object.entries(whole)) {
    test(`${what} stays one`, () => {
      assert.equal(wrap(text), text)
    })
  }

  test('break between words, at 78 columns', () => {
    assert.equal(wrap(`${'x'.repeat(39)} ${'y'.repeat(39)}`), `${'x'.repeat(39)}\n${'y'.repeat(39)}`)
    assert.equal(
      wrap(Array(40).fill('four').join(' ')),
      [15, 15, 10].map((n) => Array(n).fill('four').join(' ')).join('\n'),
    )
  })

  test('break before what is too long, and after it', () => {
    const long = 'x'.repeat(100)

    assert.equal(wrap(`see ${long} there`), `see\n${long}\nthere`)
  })

  test('have margins that count', () => {
    const text = `${'x'.repeat(38)} ${'y'.repeat(38)} ${'z'.repeat(38)}`

    assert.equal(
      wrapText(text, { language: 'en', first: '> ', rest: '| ' }),
      `> ${'x'.repeat(38)}\n| ${'y'.repeat(38)}\n| ${'z'.repeat(38)}`,
    )
    assert.equal(wrapText('', { language: 'en', first: '> ', rest: '| ' }), '> ')
  })

  test('break where a script without blanks has words, with punctuation after its word', () => {
    const text = '給与明細はこちらです。'.repeat(12)

    const lines = wrap(text, 'ja').split('\n')

    assert.equal(lines.join(''), text)
    assert.ok(lines.every((line) => line.length <= 39))
    assert.ok(lines.slice(0, -1).every((line) => line.length >= 30))
    assert.match(wrap(`${'日本語'.repeat(13)}。`, 'ja'), /\n.+。$/)
  })

  test('break in Thai between words', () => {
    const text = 'สวัสดีครับยินดีต้อนรับ'.repeat(10)

    const lines = wrap(text, 'th').split('\n')

    assert.equal(lines.join(''), text)
    assert.ok(lines.length >= 2)
    assert.ok(lines.every((line) => /^(?:สวัสดี|ครับ|ยินดี|ต้อนรับ|ต้อน|รับ)/.test(line)))
  })

  test('take a language that nobody knows', () => {
    for (const language of ['x-own', 'i-klingon', 'not a tag']) assert.equal(wrap('給与 明細', language), '給与 明細')
  })
})

function wrap(text: string, language = 'en'): string {
  return wrapText(text, { language, first: '', rest: '' })
}
