import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOf, toAudience } from './audience.ts'

const rule = (field: string, ...values: (string | number | boolean)[]) => ({ field, in: values })
const given = {
  for_employees: true,
  for_managers: false,
  organization_keys: [3, 10, 2],
  roles: ['hr', 'boss'],
  custom_field_rules: [rule('size', 'M', 'S'), rule('age', 7, '7', true)],
}

test('audiences that say the same are the same, in whatever order', () => {
  const other = {
    ...given,
    organization_keys: [10, 2, 3, 2],
    roles: ['boss', 'hr'],
    custom_field_rules: [rule('age', true, '7', 7, 7), rule('size', 'S', 'M'), rule('size', 'M', 'S')],
  }

  assert.deepEqual(toAudience(other), toAudience(given))
  assert.equal(digestOf(toAudience(other)), digestOf(toAudience(given)))
  assert.deepEqual(toAudience(given).organization_keys, [2, 3, 10])
})

test('audiences that differ have different digests', () => {
  const others = [
    { ...given, for_managers: true },
    { ...given, organization_keys: [3, 10] },
    { ...given, roles: [] },
    { ...given, custom_field_rules: [rule('size', 'M', 'S'), rule('age', '7', true)] },
  ]
  const digests = [given, ...others].map((one) => digestOf(toAudience(one)))

  assert.equal(new Set(digests).size, digests.length)
})
