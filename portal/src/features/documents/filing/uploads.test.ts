import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '#kernel/api/api-error.ts'
import { newUpload, refusedFields } from './uploads.ts'

const named = (name: string) => newUpload(new File(['x'], name))

describe('the title of a file that is to be filed', () => {
  for (const [name, title] of [
    ['Contract.pdf', 'Contract'],
    ['payslip.2031.01.PDF', 'payslip.2031.01'],
    ['no ending', 'no ending'],
    ['.hidden', '.hidden'],
    ['version 1.2 of the contract for Ada', 'version 1.2 of the contract for Ada'],
    ['a.b.', 'a.b.'],
    ['Été 🌞.jpeg', 'Été 🌞'],
  ] as const) {
    test(`of ${name} is ${JSON.stringify(title)}`, () => assert.equal(named(name).title, title))
  }

  test('has at most 255 characters', () => assert.equal(named(`${'x'.repeat(300)}.pdf`).title.length, 255))
})

test('files wait, and have keys of their own though their names are the same', () => {
  const [one, other] = [named('a.pdf'), named('a.pdf')]

  assert.notEqual(one.key, other.key)
  assert.deepEqual([one.state, one.progress, one.error, one.documentId], ['waiting', 0, null, null])
})

test('refused fields are those of all refusals, and of nothing else that failed', () => {
  const fields = [{ field: 'date', code: 'invalid', message: 'No date.' }]
  const refusal = Object.assign(Object.create(ApiError.prototype), { fields })

  const found = refusedFields([
    named('a'),
    { ...named('b'), error: refusal },
    { ...named('c'), error: new TypeError('offline') },
    { ...named('d'), error: refusal },
  ])

  assert.deepEqual(found, [...fields, ...fields])
})
