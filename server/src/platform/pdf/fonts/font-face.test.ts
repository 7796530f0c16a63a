import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fontFace, ownFontPath } from './font-face.ts'

const sans = fontFace(ownFontPath('DejaVuSans'))

describe('fontFace', () => {
  test('knows the name of a font and how high its letters are', () => {
    assert.deepEqual([sans.name, sans.isCff, sans.isMonospaced], ['DejaVuSans', false, false])
    assert.deepEqual([sans.ascent, sans.descent, sans.capHeight], [928.22, -235.84, 728.02])
  })

  test('knows a font of one width', () => {
    const mono = fontFace(ownFontPath('DejaVuSansMono'))
    const advances = new Set(mono.shape('Wiж.', false).map(({ advance }) => advance))

    assert.ok(mono.isMonospaced)
    assert.deepEqual([...advances], [602.05])
  })

  test('gives the glyphs of a run from left to right', () => {
    const clusters = (run: string, isRightToLeft: boolean) =>
      sans.shape(run, isRightToLeft).map(({ cluster }) => cluster)

    assert.deepEqual(clusters('abc', false), [0, 1, 2])
    // Lam and alef are one glyph.
    assert.deepEqual(clusters('سلام', true), [3, 1, 0])
  })

  test('reads a file once', () => {
    assert.equal(fontFace(ownFontPath('DejaVuSans')), sans)
  })
})
