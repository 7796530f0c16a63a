import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { countPages } from '#platform/pdf/parser/count-pages.ts'
import { type Drawn, openPdfReader } from '#platform/pdf/samples/pdfium-text.conformance.ts'
import { type Letter, letterPage } from './letter-page.ts'

const MILLIMETRE = 72 / 25.4
const reader = await openPdfReader()
const LYON = ['Madame Hélène Œuvrard', '12 bis rue de l’Église', '69003 LYON']
const WARSAW = ['Pani Małgorzata Wiśniewska', 'ul. Świętokrzyska 12/4', '00-001 WARSZAWA']

function aLetter(letter: Partial<Letter> = {}): Letter {
  return { address: LYON, window: 'right', notes: ['Bulletin de paie, 2 pages.'], ...letter }
}
const bytesOf = (letter: Partial<Letter>) => letterPage(aLetter(letter)).bytes
const linesOf = (letter: Partial<Letter>) => (reader.textOf(bytesOf(letter))[0] ?? '').split('\n')
const drawnOf = (letter: Partial<Letter>) =>
  reader.charactersOf(bytesOf(letter), 1).filter(({ character }) => character.trim() !== '')
const count = (bytes: Uint8Array) =>
  countPages({ sizeBytes: bytes.length, read: async (start, end) => Buffer.from(bytes.subarray(start, end + 1)) })

/** In millimetres. */
function boxOf(drawn: Drawn[]): { left: number; top: number; right: number; bottom: number } {
  const lefts = drawn.map(({ left }) => left / MILLIMETRE)
  const tops = drawn.map(({ top }) => top / MILLIMETRE)
  return { left: Math.min(...lefts), top: Math.min(...tops), right: Math.max(...lefts), bottom: Math.max(...tops) }
}

describe('letterPage', () => {
  for (const [font, address] of [
    ['Helvetica', LYON],
    ['[A-Z]{6}\\+DejaVuSans', WARSAW],
  ] as const) {
    test(`shows an address and notes in ${address[0]}`, () => {
      const bytes = bytesOf({ address: [...address], notes: ['In this envelope: 2 pages.', 'Errors: +33 1 23'] })

      assert.deepEqual(reader.textOf(bytes), [
        [...address, 'In this envelope: 2 pages.', 'Errors: +33 1 23'].join('\n'),
      ])
      assert.match(Buffer.from(bytes).toString('latin1'), new RegExp(`/BaseFont/${font}/`))
    })
  }

  const windows = { left: { left: 20, right: 100 }, right: { left: 100, right: 190 } }
  for (const [window, seen] of Object.entries(windows)) {
    for (const [script, letter] of [
      ['Latin', 'M'],
      ['Cyrillic', 'Ж'],
    ] as const) {
      test(`places six full lines of ${script} in a window on the ${window}`, () => {
        const address = Array.from({ length: 6 }, () => `${letter.repeat(4)} `.repeat(4))
        const box = boxOf(drawnOf({ address, window: window as Letter['window'], notes: [] }))

        assert.ok(box.left > seen.left && box.right + 4 < seen.right, JSON.stringify(box))
        assert.ok(box.top > 50 && box.bottom < 80, JSON.stringify(box))
      })
    }
  }

  test('places the notes at the foot', () => {
    const box = boxOf(drawnOf({ address: [], notes: ['one '.repeat(100), 'two'] }))

    assert.ok(box.left > 20 && box.right < 190, JSON.stringify(box))
    assert.ok(box.top > 260 && box.bottom < 285, JSON.stringify(box))
  })

  test('wraps lines that are too long, at blanks and within words', () => {
    const [first, second, ...others] = linesOf({
      address: ['Résidence des Très Longues Allées Fleuries de la Vallée Verte', 'W'.repeat(60)],
      notes: [],
    })

    assert.equal(`${first} ${second}`, 'Résidence des Très Longues Allées Fleuries de la Vallée Verte')
    assert.equal(others.join(''), 'W'.repeat(60))
  })

  test('sees line ends, tabs and blanks within a line', () => {
    assert.deepEqual(linesOf({ address: [' a\r\nb\tc \fd\n'], notes: [] }), ['a', 'b c', 'd'])
  })

  test('is one page without it, even if there is nothing to show', async () => {
    for (const letter of [
      aLetter(),
      aLetter({ address: [], notes: [] }),
      aLetter({ address: ['', ' '], notes: [''] }),
    ]) {
      const { bytes, pageCount } = letterPage(letter)
      assert.equal(pageCount, 1)
      assert.equal(await count(bytes), 1)
    }
  })

  test('gives equal bytes for equal letters', () => {
    for (const address of [LYON, WARSAW]) assert.deepEqual(bytesOf({ address }), bytesOf({ address }))
  })

  test('cuts off what does not fit, and stays one page', () => {
    const address = Array.from({ length: 60 }, (_, line) => `line ${line}`)

    const [page = '', ...others] = reader.textOf(bytesOf({ address, notes: ['x'.repeat(100_000)] }))

    assert.deepEqual(others, [])
    assert.match(page, /line 23/)
    assert.doesNotMatch(page, /line 24/)
  })

  test('takes any text', async () => {
    const aText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) })
    const someLines = fc.array(aText, { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(someLines, someLines, async (address, notes) => {
        const { bytes, pageCount } = letterPage(aLetter({ address, notes }))
        assert.equal(await count(bytes), pageCount)
        assert.equal(reader.textOf(bytes).length, 1)
      }),
    )
  })
})
