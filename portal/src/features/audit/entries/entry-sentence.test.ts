import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formsOf, hasSubject, isOwn } from './entry-sentence.ts'

const actor = (type: 'user' | 'employee' | 'system', id: string | null) => ({
  type,
  id,
  name: 'Ada',
  address: null,
  salt: '',
})
const subject = (type: 'user' | 'employee', technical_id: string) => ({ type, technical_id, salt: '' })
const entry = (
  by: ReturnType<typeof actor> | null,
  of: ReturnType<typeof subject> | null,
  subject_hash: string | null,
) => ({
  action: 'document.viewed' as const,
  actor: by,
  subject: of,
  subject_hash,
})

describe('the sentence of an entry', () => {
  test('tells of what people do with their own', () => {
    const own = entry(actor('employee', 'E-1'), subject('employee', 'E-1'), 'f0')
    assert.equal(isOwn(own), true)
    assert.deepEqual(formsOf(own), ['own', 'plain'])
    // A manager may have the id of an employee.
    assert.equal(isOwn(entry(actor('user', 'E-1'), subject('employee', 'E-1'), 'f0')), false)
    assert.equal(isOwn(entry(actor('system', null), subject('employee', 'E-1'), 'f0')), false)
  })

  test('tells of whom it is about, also once that person is erased', () => {
    const erased = entry(actor('user', 'M-1'), null, 'f0')
    assert.equal(hasSubject(erased), true)
    assert.deepEqual(formsOf(erased), ['about', 'plain'])
    assert.deepEqual(formsOf(entry(null, null, null)), ['plain'])
  })
})
