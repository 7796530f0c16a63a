import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Letter, linesOf, type Turn } from './text-lines.ts'

type Word = { text: string; left: number; top?: number; turn?: 0 | Turn; step?: number }

/** A word whose letters are 50 wide and 100 high, one beside the other. */
function word({ text, left, top = 1000, turn = 0, step = 50 }: Word): Letter[] {
  return Array.from(text, (letter, index) => {
    const from = left + index * step
    return { text: letter, turn, edges: { left: from, top, right: from + 50, bottom: top + 100 } }
  })
}
const sign = (text: string): Letter => ({ text, turn: 0, edges: undefined })

describe('linesOf', () => {
  test('joins words of a line to one run with the box around them', () => {
    const letters = [...word({ text: 'Net', left: 1000 }), sign(' '), ...word({ text: 'pay', left: 1180 })]

    assert.deepEqual(linesOf(letters), [[{ text: 'Net pay', box: [1000, 1000, 330, 100] }]])
  })

  test('begins a run with the next column, and a line with a line break', () => {
    const letters = [
      ...word({ text: 'Net', left: 1000 }),
      sign(' '),
      ...word({ text: '12', left: 8000 }),
      sign(''),
      sign('\n'),
      ...word({ text: 'Gross', left: 1000, top: 1200 }),
    ]

    assert.deepEqual(
      linesOf(letters).map((line) => line.map(({ text }) => text)),
      [['Net ', '12'], ['Gross']],
    )
  })

  test('follows text from right to left, and text that is turned', () => {
    const hebrew = word({ text: 'שלום', left: 3000, step: -50 })
    const upright = Array.from('up', (text, index): Letter => {
      const top = 5000 - index * 50
      return { text, turn: 270, edges: { left: 100, top, right: 200, bottom: top + 50 } }
    })

    assert.deepEqual(linesOf([...hebrew, sign('\n'), ...upright]), [
      [{ text: 'שלום', box: [2850, 1000, 200, 100] }],
      [{ text: 'up', box: [100, 4950, 100, 100], turn: 270 }],
    ])
  })

  test('leaves out what stands beside the page', () => {
    assert.deepEqual(linesOf([...word({ text: 'cut', left: -500 }), ...word({ text: 'off', left: 10_001 })]), [])
  })
})
