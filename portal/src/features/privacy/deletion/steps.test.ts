import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isOpen, mayWithdraw, stepsOf } from './steps.ts'

const MOMENT = '2026-06-15T12:00:00+00:00'
const asked = {
  status: 'evaluating' as const,
  created_at: MOMENT,
  confirmed_at: null,
  completed_at: null,
  canceled_at: null,
}
const told = (request: Parameters<typeof stepsOf>[0]) => stepsOf(request).map(({ name, state }) => `${name} ${state}`)

describe('how far a deletion request is', () => {
  test('what is open follows what is done, and the first of it goes on now', () => {
    assert.deepEqual(told(asked), ['asked done', 'checked next', 'confirmed later', 'prepared later', 'deleted later'])
    const prepared = { ...asked, status: 'prepared' as const, confirmed_at: MOMENT }
    assert.deepEqual(told(prepared).slice(-2), ['prepared done', 'deleted next'])
  })

  test('a withdrawn request ends where it was', () => {
    const withdrawn = { ...asked, status: 'canceled' as const, canceled_at: MOMENT }
    assert.deepEqual(told(withdrawn), ['asked done', 'checked done', 'withdrawn stopped'])
    assert.equal(isOpen(withdrawn), false)
  })

  test('an interrupted one says so, and what is still to come', () => {
    const failed = { ...asked, status: 'failed' as const, confirmed_at: MOMENT }
    assert.deepEqual(told(failed).slice(-2), ['failed stopped', 'deleted later'])
    assert.equal(isOpen(failed), true)
  })

  test('it is withdrawn from the evaluation until data goes', () => {
    const statuses = [
      'evaluating',
      'evaluated',
      'confirmed',
      'preparing',
      'prepared',
      'processing',
      'completed',
    ] as const
    assert.deepEqual(
      statuses.filter((status) => mayWithdraw({ status })),
      ['evaluated', 'confirmed', 'preparing', 'prepared'],
    )
  })
})
