import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { piecesOf } from './filled.ts'
import { translate } from './translate.ts'

const words = { sent: '{{who}} sent it to {{whom}}.', told: 'From {{who}}' }
const shown = (key: string, names: string[]) =>
  piecesOf((places) => translate(words, 'en', key, places), names).map(({ text, isPlace }) =>
    isPlace ? `<${text}>` : text,
  )

describe('a text with places for elements', () => {
  test('is cut at its places, wherever the language has them', () => {
    assert.deepEqual(shown('sent', ['who', 'whom']), ['<who>', ' sent it to ', '<whom>', '.'])
    assert.deepEqual(shown('told', ['who', 'whom']), ['From ', '<who>'])
  })

  test('is one piece without any', () => {
    assert.deepEqual(
      piecesOf(() => 'Nothing', ['who']).map(({ text }) => text),
      ['Nothing'],
    )
  })
})
