import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { wrapLine } from './wrap-line.ts'

const WIDTH = 10
const wrapped = (line: string) => [...wrapLine(line, WIDTH, () => 1)]

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
    ['has no line for blanks at the end', `aaa${' '.repeat(25)}`, ['aaa']],
  ]
  for (const [what, line, expected] of cases) test(what, () => assert.deepEqual(wrapped(line), expected))

  test('lets a character stand alone that is wider than a line', () => {
    assert.deepEqual([...wrapLine('abc', 1, () => 5)], ['a', 'b', 'c'])
  })

  test('does not part what has no width from what is before it', () => {
    const widthOf = (character: string) => (character === '~' ? 0 : 1)
    assert.deepEqual([...wrapLine('abc~d~~', 3, widthOf)], ['abc~', 'd~~'])
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
