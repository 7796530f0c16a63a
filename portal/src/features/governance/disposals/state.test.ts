import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Disposal } from './disposals.api.ts'
import { nameOf, progressOf, waitsForMe, waitsForOthers } from './state.ts'

const COUNTS = { total: 10, waiting: 0, approved: 0, rejected: 0, held: 0, not_due: 0, gone: 0, done: 0, failed: 0 }
const by = (technical_id: string, items: number) => ({ technical_id, name: technical_id, at: '', items, comment: null })
const waiting = (approvals: Disposal['approvals'], counts = { ...COUNTS, waiting: 10 }) => ({
  status: 'waiting_for_approval' as const,
  approvals,
  counts,
  needs_approval: 2,
})

describe('a disposal', () => {
  test('waits for everyone who has not approved it', () => {
    assert.equal(waitsForMe(waiting([]), 'M-1'), true)
    assert.equal(waitsForMe(waiting([by('M-2', 10)]), 'M-1'), true)
    assert.equal(waitsForMe(waiting([by('M-1', 10)]), 'M-1'), false)
    assert.equal(waitsForOthers(waiting([by('M-1', 10)]), 'M-1'), true)
  })

  test('waits for those who approved a part of it', () => {
    assert.equal(waitsForMe(waiting([by('M-1', 4)]), 'M-1'), true)
    assert.equal(waitsForMe(waiting([by('M-1', 4), by('M-1', 6)]), 'M-1'), false)
  })

  test('that goes on by itself waits for no person', () => {
    assert.equal(waitsForMe({ ...waiting([]), status: 'processing' }, 'M-1'), false)
  })

  test('is as far as what is decided for each item', () => {
    assert.equal(progressOf({ ...COUNTS, done: 3, held: 1, gone: 1, approved: 5 }), 50)
    assert.equal(progressOf({ ...COUNTS, total: 0 }), 100)
  })

  test('has the name that its policy had', () => {
    assert.equal(nameOf({ policy: { name: 'Payslips' }, retention_policy_id: 'p' }), 'Payslips')
    assert.equal(nameOf({ policy: {}, retention_policy_id: 'p' }), 'p')
  })
})
