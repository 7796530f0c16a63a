import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isMissingValue, textsOf, valuesIn, withFields } from './field-values.ts'
import { NEW_POLICY, toPolicy } from './policy-form.ts'

describe('the values of custom fields', () => {
  test('are typed as texts, and sent as the field has them', () => {
    assert.deepEqual(valuesIn('integer', ['7', '-3', 'many']), [7, -3, 'many'])
    assert.deepEqual(valuesIn('boolean', ['true', 'false']), [true, false])
    assert.deepEqual(valuesIn('list', ['Lyon']), ['Lyon'])
    assert.deepEqual(textsOf([7, true, 'Lyon']), ['7', 'true', 'Lyon'])
  })

  test('stay when another field is added, and go with their field', () => {
    assert.deepEqual(withFields({ site: ['Lyon'] }, ['site', 'level']), { site: ['Lyon'], level: [] })
    assert.deepEqual(withFields({ site: ['Lyon'], level: [3] }, ['level']), { level: [3] })
  })

  test('are needed before a policy is saved; a field without one is not simulated', () => {
    const custom_fields = { site: ['Lyon'], level: [] }
    assert.equal(isMissingValue(custom_fields), true)
    assert.equal(isMissingValue({}), false)
    assert.deepEqual(toPolicy({ ...NEW_POLICY, custom_fields }).filters.custom_fields, { site: ['Lyon'] })
  })
})
