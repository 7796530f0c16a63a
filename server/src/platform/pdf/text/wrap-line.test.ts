import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { wrapLine } from './wrap-line.ts'

const WIDTH = 10
type Widths = { maxWidth?: number; widthOf?: (text: string) => number }

function wrapped(line: Iterable<string>, { maxWidth = WIDTH, widthOf = () => 1 }: Widths = {}): string[] {
  // A bar stands for a place between two words that no blank parts.
  const pieces: { text: string; width: number; startsWord: boolean }[] = []
  let startsWord = false
  for (const text of line) {
    if (text !== '|') pieces.push({ text, width: widthOf(text), startsWord })
    startsWord = text === '|'
  }
  return Array.from(wrapLine(pieces, maxWidth), (one) => one.map(({ text }) => text).join(''))
}

describe('wrapLine', () => {
  const cases: [string, string, string[]][] = [
    ['leaves an empty line', '', ['']],
    ['leaves a line that fits', 'aaa bbb cc', ['aaa bbb cc']],
    ['ends a line at the last blank', 'aaa bbb ccc', ['aaa bbb', 'ccc']],
    ['ends a line at a blank that would not fit', 'aaaaaaaaaa bbb', ['aaaaaaaaaa', 'bbb']],
    ['leaves out all blanks where a line ends', 'aaa bbb      ccc', ['aaa bbb', 'ccc']],
    ['cuts a word that fits nowhere', 'a bbbbbbbbbbbbb c', ['a', 'bbbbbbbbbb', 'bbb c']],
    ['keeps the blanks at the beginning', '   aaa bbb ccc', ['   aaa bbb', 'ccc']],
    ['does not end a line before its first word', '   aaaaaaaaaa', ['   aaaaaaa', 'aaa']],
    ['takes blanks that fill a line for an empty one', `${' '.repeat(25)}a`, ['', 'a']],
    ['ends a line between words without blanks', 'aaa|bbbb|cccc', ['aaabbbb', 'cccc']],
    ['ends a line before a word that begins where it is full', 'aaaaaa|bbbb|cc', ['aaaaaabbbb', 'cc']],
    ['has no line for blanks at the end', `aaa${' '.repeat(25)}`, ['aaa']],
  ]
  for (const [what, line, expected] of cases) test(what, () => assert.deepEqual(wrapped(line), expected))

  test('lets a character stand alone that is wider than a line', () => {
    assert.deepEqual(wrapped('abc', { maxWidth: 1, widthOf: () => 5 }), ['a', 'b', 'c'])
  })

  test('does not part what stands together', () => {
    assert.deepEqual(wrapped(['a', 'b', 'ffi', 'c'], { maxWidth: 4, widthOf: (text) => text.length }), ['ab', 'ffic'])
  })

  test('does not part what has no width from what is before it', () => {
    const widthOf = (character: string) => (character === '~' ? 0 : 1)
    assert.deepEqual(wrapped('abc~d~~', { maxWidth: 3, widthOf }), ['abc~', 'd~~'])
  })

  test('loses nothing but blanks, and has no line that is too wide', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ' ') }), (line) => {
        const lines = wrapped(line)
        assert.equal(lines.join('').replaceAll(' ', ''), line.replaceAll(' ', ''))
        assert.ok(lines.every((one) => one.length <= WIDTH))
      }),
    )
  })
})
