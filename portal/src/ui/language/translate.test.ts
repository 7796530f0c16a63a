import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { translate } from './translate.ts'

const WORDS = {
  title: 'Requests',
  list: {
    greeting: 'Hello {{name}}, and {{ name }} again',
    pages_one: '{{count}} page',
    pages_other: '{{count}} pages',
  },
  boxes_zero: 'No box',
  boxes_one: 'One box',
  boxes_other: '{{count}} boxes',
}

describe('translate', () => {
  test('finds a text by its path, and fills in values', () => {
    assert.equal(translate(WORDS, 'en', 'title'), 'Requests')
    assert.equal(translate(WORDS, 'en', 'list.greeting', { name: 'Ada' }), 'Hello Ada, and Ada again')
    assert.equal(
      translate(WORDS, 'en', 'list.greeting', { name: '{{x}} $& $1' }).startsWith('Hello {{x}} $& $1,'),
      true,
    )
  })

  test('writes numbers as the language does', () => {
    const words = { found: '{{count, number}} of {{all}}' }
    assert.equal(translate(words, 'en', 'found', { count: 5007, all: 5007 }), '5,007 of 5007')
    assert.equal(translate(words, 'fr', 'found', { count: 5007, all: 'x' }).replace(/\s/u, ' '), '5 007 of x')
  })

  test('answers a key that has no text', () => {
    assert.equal(translate(WORDS, 'en', 'list.nothing'), 'list.nothing')
    assert.equal(translate(WORDS, 'en', 'title.deeper'), 'title.deeper')
    assert.equal(translate(WORDS, 'en', 'list'), 'list')
  })

  test('counts as the language does', () => {
    const pages = (language: string, count: number) => translate(WORDS, language, 'list.pages', { count })
    assert.deepEqual([pages('en', 0), pages('en', 1), pages('en', 2)], ['0 pages', '1 page', '2 pages'])
    // French has one of nothing, and a form of its own for millions, which reads like the usual one.
    assert.deepEqual(
      [pages('fr', 0), pages('fr', 1.5), pages('fr', 2_000_000)],
      ['0 page', '1.5 page', '2000000 pages'],
    )
  })

  test('has a text for none where there is one', () => {
    assert.deepEqual(
      [0, 1, 2].map((count) => translate(WORDS, 'fr', 'boxes', { count })),
      ['No box', 'One box', '2 boxes'],
    )
  })

  test('counts only where the text has forms', () => {
    assert.equal(translate({ sent: 'Sent to {{count}}' }, 'en', 'sent', { count: 3 }), 'Sent to 3')
  })
})
