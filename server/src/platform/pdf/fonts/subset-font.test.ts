import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Blob, Face, Font } from 'harfbuzzjs'
import { fontFace, ownFontPath } from './font-face.ts'
import { subsetFont } from './subset-font.ts'

const { bytes } = fontFace(ownFontPath('DejaVuSans'))
const whole = open(bytes)

function open(file: Uint8Array): { face: Face; font: Font } {
  const face = new Face(new Blob(file))
  return { face, font: new Font(face) }
}
const glyphOf = (character: string) => whole.font.nominalGlyph(character.codePointAt(0) ?? 0) ?? 0
const subsetOf = (text: string) => subsetFont(bytes, [...text].map(glyphOf))
const pathIn = (file: Uint8Array, character: string) => open(file).font.glyphToPath(glyphOf(character))

describe('subsetFont', () => {
  test('keeps the outlines of what is used, under their numbers, and drops the others', () => {
    const file = subsetOf('AЖ')

    for (const character of 'AЖ') assert.equal(pathIn(file, character), whole.font.glyphToPath(glyphOf(character)))
    assert.equal(open(file).font.glyphToPath(0), whole.font.glyphToPath(0))
    assert.equal(pathIn(file, 'B'), '')
  })

  test('keeps the letter and the accent of which another is made', () => {
    const file = subsetOf('é')

    assert.equal(pathIn(file, 'é'), whole.font.glyphToPath(glyphOf('é')))
    assert.equal(pathIn(file, 'è'), '')
  })

  test('keeps how wide a glyph is', () => {
    const { font } = open(subsetOf('Wi'))

    for (const character of 'Wi') {
      assert.equal(font.glyphHAdvance(glyphOf(character)), whole.font.glyphHAdvance(glyphOf(character)))
    }
  })

  test('leaves the font as it was for the next document', () => {
    assert.deepEqual(subsetOf('A'), subsetOf('A'))
    assert.equal(pathIn(subsetOf('B'), 'B'), whole.font.glyphToPath(glyphOf('B')))
  })

  test('is small', () => {
    const used = subsetOf('Zażółć gęślą jaźń')

    assert.ok(used.length < bytes.length / 10, `${used.length} bytes`)
    assert.equal(open(used).face.referenceTable('GSUB'), undefined)
  })

  test('refuses what is not a font', () => {
    assert.throws(() => subsetFont(Buffer.from('hello'), [1]), /cannot make a subset/)
  })
})
