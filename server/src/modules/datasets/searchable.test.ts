import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { searchText, sortName } from './searchable.ts'

describe('searchText', () => {
  const cases = [
    { code: 'FR', names: {}, is: ' fr ' },
    { code: 'fr', names: { 'en-us': 'France' }, is: ' fr france ' },
    { code: 'x', names: { 'en-us': 'Élysée', 'de-de': 'ÉLYSÉE' }, is: ' x elysee ' },
    { code: 'ﬁ', names: {}, is: ' fi ' },
    { code: 'x', names: { 'ja-jp': 'ﾄｳｷｮｳ' }, is: ' x トウキョウ ' },
  ]
  for (const { code, names, is } of cases) {
    test(`of ${code} and ${JSON.stringify(names)} has no case and no accents`, () => {
      assert.equal(searchText(code, names), is)
    })
  }

  test('of code and names in different forms of one text is the same', () => {
    assert.equal(searchText('caf\u00e9', {}), searchText('cafe\u0301', {}))
  })
})

describe('sortName', () => {
  test('is the folded name that the value answers to', () => {
    assert.equal(sortName({ 'fr-fr': 'Écosse', 'en-us': 'SCOTLAND' }, ['fr-fr', 'en-us'], 'sc'), 'scotland')
    assert.equal(sortName({ 'fr-fr': 'Écosse' }, ['fr-fr', 'en-us'], 'sc'), 'ecosse')
    assert.equal(sortName({}, ['en-us'], 'SC'), 'sc')
  })

  test('is cut after 200 characters, never through one', () => {
    const cut = sortName({ 'en-us': '😀'.repeat(1000) }, ['en-us'], 'x')

    assert.equal(cut, '😀'.repeat(200))
  })

  test('of exactly 200 characters is whole', () => {
    assert.equal(sortName({ 'en-us': 'a'.repeat(200) }, [], 'x').length, 200)
    assert.equal(sortName({ 'en-us': 'a'.repeat(201) }, [], 'x').length, 200)
  })
})
