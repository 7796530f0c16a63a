import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { facetTerms, isShortPrefix, wordsOf, wordTerms } from './terms.ts'

const termsOf = (title: string, body: string) => [...wordTerms([{ title, body }])].sort()

describe('wordsOf', () => {
  const cases: [string, string[]][] = [
    ['', []],
    ['Été à Łódź', ['ete', 'a', 'lodz']],
    ["l’avenant d'août", ['l', 'avenant', 'd', 'aout']],
    ['RTT-2024 (48h): 50%', ['rtt', '2024', '48h', '50']],
    ['a.b/c_d@e', ['a', 'b', 'c', 'd', 'e']],
    ['年末 調整', ['年末', '調整']],
    ["& | ! :* \\ ' %", []],
  ]
  for (const [text, words] of cases) {
    test(`${JSON.stringify(text)} is ${words.length} words`, () => assert.deepEqual(wordsOf(text), words))
  }

  test('cuts a word that is too long, in the same way each time', () => {
    const [word] = wordsOf('🙂x'.repeat(0) + 'é'.repeat(5000))

    assert.equal(word, 'e'.repeat(50))
  })
})

describe('wordTerms', () => {
  test('has each word, its beginnings, and whether it stands in the title', () => {
    assert.deepEqual(termsOf('Paid', '<p>leave</p>'), [
      'p:l',
      'p:le',
      'p:lea',
      'p:p',
      'p:pa',
      'p:pai',
      'q:p',
      'q:pa',
      'q:pai',
      't:paid',
      'w:leave',
      'w:paid',
    ])
  })

  test('tells what comes twice and five times', () => {
    const terms = termsOf('x', '<p>once twice twice five five five five five</p>')

    assert.deepEqual(
      terms.filter((one) => /^[xy]:/.test(one)),
      ['x:five', 'x:twice', 'y:five'],
    )
  })

  test('counts a word in one language at a time, and takes the words of all', () => {
    const terms = wordTerms([
      { title: 'Menu', body: 'soup' },
      { title: 'Menu', body: 'soupe' },
    ])

    for (const term of ['w:menu', 'w:soup', 'w:soupe', 't:menu']) assert.ok(terms.has(term), term)
    assert.ok(!terms.has('x:menu'))
  })

  test('reads HTML as a reader does', () => {
    const terms = wordTerms([
      { title: 't', body: '<p class="hidden">caf&eacute; <b>no</b>ir</p><script>alert(1)</script>' },
    ])

    for (const term of ['w:cafe', 'w:noir']) assert.ok(terms.has(term), term)
    for (const term of ['w:hidden', 'w:alert', 'w:class', 'w:no']) assert.ok(!terms.has(term), term)
  })

  test('stops at 20,000 different words, those of the title first', () => {
    const body = Array.from({ length: 30_000 }, (_, index) => `w${index}`).join(' ')

    const terms = wordTerms([{ title: 'Long', body }])

    assert.equal([...terms].filter((one) => one.startsWith('w:')).length, 20_000)
    assert.ok(terms.has('w:long'))
  })
})

test('beginnings of up to three characters are short', () => {
  assert.deepEqual(['a', 'abc', '年末調', 'abcd', ''].map(isShortPrefix), [true, true, true, false, true])
})

test('facets are state, audience, categories, and featured when it is', () => {
  const shelved = { state: 'draft', featured: false, categories: ['a', 'b'], audience_key: 7 }

  assert.deepEqual(facetTerms(shelved), ['all', 'state:draft', 'audience:7', 'category:a', 'category:b'])
  assert.ok(facetTerms({ ...shelved, featured: true }).includes('featured'))
})
