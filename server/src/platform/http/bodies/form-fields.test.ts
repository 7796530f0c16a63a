import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { MAX_FIELDS, parseFields } from './form-fields.ts'

describe('parseFields', () => {
  const cases: [string, string, Record<string, string | string[]>][] = [
    ['nothing at all gives no field', '', {}],
    ['two names give two fields', 'a=1&b=2', { a: '1', b: '2' }],
    ['a name without a value is an empty text', 'a&b=', { a: '', b: '' }],
    ['only the first = parts name and value', 'a=b=c', { a: 'b=c' }],
    ['empty pairs are passed over', '&&a=1&&', { a: '1' }],
    ['a plus is a space, in names too', 'a+b=c+d', { 'a b': 'c d' }],
    ['an encoded plus stays a plus', 'a=1%2B1', { a: '1+1' }],
    ['percent-encoded UTF-8 is read', 'n=%C3%A9t%C3%A9', { n: 'été' }],
    ['an encoded & or = does not part anything', 'a=1%26b%3D2', { a: '1&b=2' }],
    ['a name sent twice gives both values', 'a=1&a=2', { a: ['1', '2'] }],
    ['a name sent three times gives a flat list', 'a=1&b=x&a=2&a=3', { a: ['1', '2', '3'], b: 'x' }],
    ['a broken percent-encoding becomes a NUL, which every text rule refuses', 'a=%zz&b=1', { a: '\0', b: '1' }],
    ['bytes that are no UTF-8 become a NUL', 'a=%ff', { a: '\0' }],
    ['half a character becomes a NUL', 'a=%C3', { a: '\0' }],
  ]
  for (const [fact, text, expected] of cases) {
    test(fact, () => {
      const fields = parseFields(text)

      assert.deepEqual({ ...fields }, expected)
    })
  }

  test('a field called __proto__ is a field like any other', () => {
    const fields = parseFields('__proto__=x&constructor=y')

    assert.equal(Object.getPrototypeOf(fields), null)
    assert.deepEqual(Object.entries(fields), [
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
    assert.equal(({} as { x?: unknown }).x, undefined)
  })

  test('a name that nobody sent is not there, whatever objects inherit', () => {
    const fields = parseFields('a=1')

    assert.equal(fields.toString, undefined)
  })

  test('every list of names and values survives being written as a form', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 8 })
    const pairs = fc.array(fc.tuple(fc.oneof(anyText, fc.constantFrom('a', '__proto__')), anyText), { maxLength: 8 })

    fc.assert(
      fc.property(pairs, (sent) => {
        const fields = parseFields(new URLSearchParams(sent).toString())

        const received = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
        assert.deepEqual(received.map(String).sort(), sent.map(String).sort())
      }),
    )
  })

  test('no text whatever makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (left, right) => {
        parseFields(left)
        parseFields(`${right}%${left}`)
      }),
    )
  })

  test('of thousands of repeats of one name, as many are read as a form may have, in a moment', () => {
    const startedAt = performance.now()

    const fields = parseFields('a&'.repeat(10_000))

    assert.equal(fields.a?.length, MAX_FIELDS)
    assert.ok(performance.now() - startedAt < 5000, `it took ${Math.round(performance.now() - startedAt)} ms`)
  })
})
