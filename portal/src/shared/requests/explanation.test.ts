import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { words } from '#shared/requests/words/en/request-status.ts'
import { explanationOf } from './explanation.ts'

describe('what an employee reads below the status of a request', () => {
  const said = (...[status, last]: Parameters<typeof explanationOf>) => {
    const key = explanationOf(status, last).replace('explained.', '') as keyof typeof words.explained
    return words.explained[key]
  }

  test('tells of the answer as soon as HR has written last', () => {
    for (const status of ['created', 'open'] as const) {
      assert.match(said(status, { side: 'manager' }), /has replied/)
      assert.doesNotMatch(said(status, { side: 'employee' }), /has replied/)
      assert.doesNotMatch(said(status, null), /has replied/)
    }
    assert.match(said('pending', { side: 'manager' }), /last message/)
  })

  test('is about the end once the request is closed, no matter who wrote last', () => {
    for (const side of ['manager', 'employee', null] as const) assert.match(said('closed', { side }), /closed/)
  })
})
