import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Typeface } from '#platform/pdf/fonts/page-font.ts'
import { PageFonts } from '#platform/pdf/fonts/page-fonts.ts'
import { PdfOutput } from '#platform/pdf/pdf-output.ts'
import { printableText } from './printable-text.ts'
import { type Line, setLine, setLines } from './set-lines.ts'

const typeface: Typeface = new PageFonts(new PdfOutput(), []).typeface(['DejaVuSans'])
const shown = ({ clusters }: Line) => clusters.map(({ text }) => text).join('')
const glyphsOf = (text: string) => setLine(text, typeface).clusters.flatMap(({ glyphs }) => glyphs.map(({ id }) => id))

describe('setLine', () => {
  const orders: [what: string, text: string, expected: string][] = [
    ['leaves what is written from the left', 'Łucja Wójcik (42)', 'Łucja Wójcik (42)'],
    ['turns what is written from the right around', 'שלום עולם', 'םלוע םולש'],
    ['keeps marks with their letter', 'שָׁלוֹם', 'םוֹלשָׁ'],
    ['keeps numbers and names from the left in their order', 'שלום ABC 123 עולם', 'םלוע ABC 123 םולש'],
    ['puts a number behind a word from the right to its left', 'Mr עולם 2024 end', 'Mr 2024 םלוע end'],
    // They are drawn the other way round.
    ['keeps brackets with what they stand around', 'שלום (def) עולם', 'םלוע )def( םולש'],
    ['keeps a joiner at the end with its letter', 'Mr ע\u200d', 'Mr ע\u200d'],
    ['takes the direction of the first letter', '12 שלום a', 'a םולש 12'],
    [
      'turns emoji and letters of other planes with the rest',
      'שלום 😀 \u{1e900}\u{1e901}',
      '\u{1e901}\u{1e900} 😀 םולש',
    ],
  ]
  for (const [what, text, expected] of orders) test(what, () => assert.equal(shown(setLine(text, typeface)), expected))

  test('tells the direction of the paragraph', () => {
    const directions = ['abc שלום', '(42) שלום abc', '42', ''].map((text) => setLine(text, typeface).isRightToLeft)
    assert.deepEqual(directions, [false, true, false, false])
  })

  test('draws brackets from the right the other way round', () => {
    assert.deepEqual(glyphsOf('(א)'), [...glyphsOf('('), ...glyphsOf('א'), ...glyphsOf(')')])
  })

  test('joins Arabic letters, and lam with alef, but not across a non-joiner', () => {
    assert.equal(new Set(glyphsOf('ببب')).size, 3)
    assert.equal(glyphsOf('سلام').length, 3)
    assert.notDeepEqual(glyphsOf('می\u200cخواهم'), glyphsOf('میخواهم'))
  })

  test('draws ligatures as one, and marks where the letter has room for them', () => {
    const [ligature] = setLine('ffi', typeface).clusters
    const [letter] = setLine('q\u0323', typeface).clusters

    assert.deepEqual([ligature?.text, ligature?.glyphs.length], ['ffi', 1])
    const [, dot] = letter?.glyphs ?? []
    assert.ok(dot && dot.y < 0, JSON.stringify(letter?.glyphs))
  })

  test('shapes scripts beside each other by themselves', () => {
    const [, blank = 0] = glyphsOf('a a')

    assert.deepEqual(glyphsOf('سلام שלום'), [...glyphsOf('שלום'), blank, ...glyphsOf('سلام')])
  })

  test('takes another font for what the first has not', () => {
    const fonts = new PageFonts(new PdfOutput(), []).typeface(['DejaVuSansMono', 'DejaVuSans'])
    const used = setLine('aễא𝔘李', fonts).clusters.map(({ font }) => fonts.indexOf(font))

    assert.deepEqual(used, [0, 1, 1, 0, 0])
  })
})

describe('setLines', () => {
  test('orders each line by itself', () => {
    const text = 'אחת שתיים שלוש'
    const maxWidth = setLine('אחת שתיים', typeface).width + 1

    assert.deepEqual([...setLines(text, typeface, { maxWidth })].map(shown), ['םייתש תחא', 'שולש'])
  })

  test('ends lines within a word only between clusters', () => {
    const lines = [...setLines('ffi'.repeat(20), typeface, { maxWidth: 3000 })].map(shown)

    assert.ok(lines.length > 3)
    assert.deepEqual(
      [
        ...new Set(
          lines
            .join('|')
            .split('|')
            .map((line) => line.replaceAll('ffi', '')),
        ),
      ],
      [''],
    )
  })

  test('ends lines between words of scripts without blanks, and not behind an opening bracket', () => {
    const lines = [...setLines('中文（中文）'.repeat(8), typeface, { maxWidth: 4000 })].map(shown)

    assert.ok(lines.length > 4)
    assert.deepEqual(
      lines.filter((line) => line.endsWith('（') || line.startsWith('）')),
      [],
    )
  })

  test('loses nothing but blanks, whatever it is given', () => {
    const aCharacter = fc.oneof(
      fc.constantFrom(
        ...'ab (1,%)',
        'ש',
        'ע',
        'ل',
        'ا',
        '١',
        '\u05b0',
        '\u0301',
        '\u200d',
        'ि',
        'क',
        '👍',
        '\ud800',
        '\ue000',
      ),
      fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
    )
    fc.assert(
      fc.property(fc.array(aCharacter, { maxLength: 60 }), (characters) => {
        const text = printableText(characters.join('')).replaceAll(/\s/g, ' ')
        const lines = [...setLines(text, typeface, { maxWidth: 5000 })]
        const sorted = (all: string) => [...all.replaceAll(' ', '')].sort().join('')
        assert.equal(sorted(lines.map(shown).join('')), sorted(text))
      }),
    )
  })
})

describe('setLines of a text that wants to do harm', () => {
  const hostile: [string, string][] = [
    ['marks without end', `ש${'\u05b0\u0301'.repeat(50_000)}`],
    ['overrides and isolates without end', `${'\u202e\u2067'.repeat(50_000)}שלום`],
    ['directions that change all the time', 'aש1٢('.repeat(20_000)],
    ['brackets without end', `ש${'(['.repeat(25_000)}${'])'.repeat(25_000)}`],
    ['blanks from the right', `ש${' '.repeat(100_000)}a`],
    ['joined consonants without end', 'क्'.repeat(50_000)],
    ['ligatures without end', 'لا'.repeat(50_000)],
    ['halves of characters', '\udc00\ud800'.repeat(50_000)],
    ['private characters', '\ue000\u{f0000}'.repeat(30_000)],
    ['scripts that change all the time', 'aकกა中ا'.repeat(15_000)],
  ]
  for (const [what, text] of hostile) {
    test(`takes no time for ${what}`, () => {
      const began = performance.now()
      const lines = [...setLines(printableText(text), typeface, { maxWidth: 50_000 })]
      const tookMs = performance.now() - began

      assert.ok(lines.length > 0)
      assert.ok(tookMs < 20_000, `${tookMs} ms`)
    })
  }
})
