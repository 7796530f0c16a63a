import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { excerpt, highlight, shorten } from './highlight.ts'

const marked = (pieces: { text: string; is_match: boolean }[]) =>
  pieces.map(({ text, is_match }) => (is_match ? `[${text}]` : text)).join('')

describe('highlight', () => {
  const cases: [text: string, search: string, expected: string][] = [
    ['Paid leave', 'leave', 'Paid [leave]'],
    ['Paid leave', 'pai lea', 'Paid [leave]'],
    ['Congés payés', 'conges pay', '[Congés] [payés]'],
    ['Leave and leaves', 'leave', '[Leave] and [leaves]'],
    ['<b>no</b> tags', 'b', '<[b]>no</[b]> tags'],
    ['Paid leave', '…', 'Paid leave'],
  ]
  for (const [text, search, expected] of cases) {
    test(`${text} by ${search}`, () => assert.equal(marked(highlight(text, search)), expected))
  }
})

describe('excerpt', () => {
  test('shows where a long text says it, between whole words', () => {
    const text = `${'word '.repeat(100)}vacation ${'more '.repeat(100)}`

    const shown = marked(excerpt(text, 'vacat'))

    assert.match(shown, /^… word .*word \[vacation\] more .*more …$/)
    assert.ok(shown.length < 300)
  })

  test('begins at the beginning when nothing is found', () => {
    assert.equal(marked(excerpt('A text', 'other')), 'A text')
  })
})

test('shorten ends at the end of a word, and never within a character', () => {
  assert.equal(shorten('some words', 20), 'some words')
  assert.equal(shorten('some more words', 10), 'some more …')
  assert.ok(shorten('😀'.repeat(20), 11).isWellFormed())
})
