import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isGrace, toAsking, valuesOf, withKind } from './deletion-form.ts'

describe('the form of a deletion request', () => {
  test('begins with what its address names', () => {
    assert.deepEqual(
      [valuesOf('request', '17').resource_type, valuesOf('request', '17').resource_id],
      ['request', '17'],
    )
    assert.deepEqual(
      [valuesOf('other', undefined).resource_type, valuesOf(undefined, undefined).grace_days],
      ['employee', 30],
    )
  })

  test('forgets what was chosen when the kind changes', () => {
    const changed = withKind({ ...valuesOf('employee', 'E-1'), mode: 'anonymise' }, 'employee_document')
    assert.deepEqual([changed.resource_id, changed.grace_days, changed.mode], [null, 0, 'delete'])
  })

  test('asks only for what belongs to the kind', () => {
    const filled = {
      ...valuesOf('employee', 'E-1'),
      notification_recipient: ' ada@home.example ',
      reason: ' She asked ',
      mode: 'anonymise' as const,
    }
    assert.deepEqual(toAsking(filled), {
      resource_type: 'employee',
      resource_id: 'E-1',
      mode: 'anonymise',
      grace_days: 30,
      requested_by_employee: false,
      send_package: true,
      notification_recipient: 'ada@home.example',
      reason: 'She asked',
    })
    assert.deepEqual(toAsking({ ...filled, resource_type: 'company_document', requested_by_employee: true }), {
      resource_type: 'company_document',
      resource_id: 'E-1',
      grace_days: 30,
      requested_by_employee: false,
      reason: 'She asked',
    })
    assert.ok(!('notification_recipient' in toAsking({ ...filled, send_package: false })))
  })

  test('waits for 0 to 365 whole days', () => {
    assert.deepEqual([0, 365, 366, -1, 1.5, ''].map(isGrace), [true, true, false, false, false, false])
  })
})
