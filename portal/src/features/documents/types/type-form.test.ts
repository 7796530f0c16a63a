import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inputOf, valuesOf } from './type-form.ts'
import type { DocumentType } from './types.api.ts'

const LANGUAGES = ['fr-fr', 'en-us']
const aType = (changes: object = {}) =>
  ({
    code: 'contract',
    id: 7,
    kind: 'employee',
    name: 'Contract',
    localized_names: [{ language_code: 'fr-fr', value: 'Contrat' }],
    visible_by_employee: true,
    upload_by_employee: true,
    retention: { months: 60, from: 'departure' },
    allowed_extensions: ['pdf'],
    metas: [{ code: 'pages', name: 'Pages', type: 'integer', required: true }],
    filters: [{ code: 'site', type: 'list', required: false, values: ['north'] }],
    ...changes,
  }) as unknown as DocumentType
const sent = (type: DocumentType, changes: object = {}) =>
  inputOf({ ...valuesOf(type, LANGUAGES), ...changes }, type, LANGUAGES)

describe('the form of a document type', () => {
  test('sends what it was given, if nothing was changed', () => {
    const { code: _, ...type } = aType()

    assert.deepEqual(sent(aType()), { ...type, name: 'Contrat' })
  })

  test('starts empty for a new type, with a name to give in each language', () => {
    const { code, id, kind, months, metas, names } = valuesOf(undefined, LANGUAGES)

    assert.deepEqual([code, id, kind, months, metas, names], ['', '', 'employee', '', [], {}])
  })

  test('shows the plain name in the first language if there is no other', () => {
    const empty = [{ language_code: 'en-us', value: null }]

    assert.deepEqual(valuesOf(aType({ localized_names: empty }), LANGUAGES).names, { 'en-us': '', 'fr-fr': 'Contract' })
    assert.deepEqual(valuesOf(aType(), LANGUAGES).names, { 'fr-fr': 'Contrat' })
  })

  test('names it by the first language that has a name, and keeps the one before where none has', () => {
    assert.equal(sent(aType(), { names: { 'fr-fr': '  ', 'en-us': ' Deal ' } }).name, 'Deal')
    assert.equal(sent(aType(), { names: { 'fr-fr': '' } }).name, 'Contract')
    assert.deepEqual(sent(aType(), { names: { 'fr-fr': ' ' } }).localized_names, [
      { language_code: 'fr-fr', value: null },
    ])
  })

  test('keeps documents for good without months, and lets nobody file those of the company', () => {
    assert.equal(sent(aType(), { months: '' }).retention, null)
    assert.equal(sent(aType({ kind: 'company' })).upload_by_employee, false)
    assert.equal('id' in sent(aType(), { id: '' }), false)
  })
})
