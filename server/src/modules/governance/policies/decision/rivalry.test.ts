import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PolicyRule } from './policy-values.ts'
import { type Rivalry, rivalryOf } from './rivalry.ts'

const rule: PolicyRule = {
  id: 'p',
  resource_type: 'employee_document',
  document_type_ids: null,
  form_codes: null,
  organization_keys: null,
  custom_fields: null,
  trigger_event: 'document_date',
  trigger_code: null,
  trigger_date: null,
  delay: 'P1Y',
  action: 'delete',
  needs_approval: 1,
}

test('policies that begin on the same day are compared by their delays', () => {
  const expected: [string, Rivalry, Rivalry][] = [
    // The delay of the rival, what it does with the higher rank, and what with the lower one.
    ['P2Y', 'always', 'always'],
    ['P12M1D', 'always', 'always'],
    ['P12M', 'always', 'never'],
    ['P6M', 'never', 'never'],
    ['P11M40D', 'depends', 'depends'],
    ['P366D', 'depends', 'depends'],
  ]
  for (const [delay, higher, lower] of expected) {
    assert.deepEqual(
      [true, false].map((isHigher) => rivalryOf(rule, { ...rule, delay }, isHigher)),
      [higher, lower],
      delay,
    )
  }
})

test('the rank decides where the day may not be known, whatever the delays are', () => {
  const gone: PolicyRule = { ...rule, trigger_event: 'employee_departure' }

  assert.equal(rivalryOf(gone, { ...gone, delay: 'P2Y' }, true), 'always')
  assert.equal(rivalryOf(gone, { ...gone, delay: 'P2Y' }, false), 'depends')
  assert.equal(rivalryOf(gone, { ...gone, delay: 'P6M' }, true), 'depends')
  assert.equal(rivalryOf(gone, { ...gone, delay: 'P6M' }, false), 'never')
  assert.equal(rivalryOf({ ...rule, resource_type: 'request' }, { ...rule, delay: 'P2Y' }, false), 'depends')
})

test('policies that begin on different days depend on these', () => {
  const born: PolicyRule = { ...rule, trigger_event: 'employee_custom_field', trigger_code: 'born' }

  assert.equal(rivalryOf(rule, { ...rule, trigger_event: 'created', delay: 'P90Y' }, true), 'depends')
  assert.equal(rivalryOf(born, { ...born, trigger_code: 'hired', delay: 'P90Y' }, true), 'depends')
})
