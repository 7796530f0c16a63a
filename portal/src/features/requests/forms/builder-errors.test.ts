import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builderErrorsOf, errorOf, hasError } from './builder-errors.ts'
import type { BuiltForm } from './form-model.ts'

const form = {
  fields: [
    { key: 'k1', label: 'Reason', code: 'reason' },
    { key: 'k2', label: '', code: 'day' },
  ],
} as BuiltForm
/** The words are their names, so that a test sees which were taken. */
const t = ((name: string) => name) as unknown as Parameters<typeof builderErrorsOf>[2]
const errorsOf = (...fields: [field: string, code: string][]) =>
  builderErrorsOf(
    fields.map(([field, code]) => ({ field, code })),
    form,
    t,
  )

describe('what is wrong with a form', () => {
  for (const [field, code, name, text] of [
    ['title', 'required', 'title', 'title: errors.required'],
    ['assign_to.0', 'unknown_manager', 'assign_to.0', 'assign_to.0: errors.unknown_manager'],
    ['fields.0.code', 'reserved', 'k1.code', 'Reason: errors.reserved'],
    ['fields.1.values.3', 'repeated', 'k2.values', 'day: errors.repeated'],
    ['fields.9.code', 'required', 'fields.9.code', 'fields.9.code: errors.required'],
    ['fields.0', 'unfit', 'fields.0', 'fields.0: errors.unfit'],
    ['title', 'a_code_of_tomorrow', 'title', 'title: errors.invalid'],
    ['title', 'toString', 'title', 'title: errors.invalid'],
  ] as const) {
    test(`${field} ${code} is said at ${name}`, () => assert.deepEqual(errorsOf([field, code]), { [name]: text }))
  }

  test('is found by the key of a field, which stays when the field is moved', () => {
    const errors = errorsOf(['fields.0.code', 'reserved'], ['title', 'required'])

    assert.equal(errorOf(errors, 'k1', 'code'), 'Reason: errors.reserved')
    assert.equal(errorOf(errors, 'k1', 'label'), undefined)
    assert.deepEqual([hasError(errors, 'k1'), hasError(errors, 'k2'), hasError(errors, 'k')], [true, false, false])
  })
})
