import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { covers, issuedFor } from './permission.ts'

describe('covers', () => {
  const cases = [
    { issued: ['*'], needed: 'datasets:write', is: true },
    { issued: ['*'], needed: 'anything:read', is: true },
    { issued: [], needed: 'datasets:read', is: false },
    { issued: ['datasets:read'], needed: 'datasets:read', is: true },
    { issued: ['datasets:read'], needed: 'datasets:write', is: false },
    { issued: ['datasets:write'], needed: 'datasets:read', is: false },
    { issued: ['datasets:*'], needed: 'datasets:write', is: true },
    { issued: ['datasets:*'], needed: 'datasets:read', is: true },
    { issued: ['datasets:*'], needed: 'dataset:read', is: false },
    { issued: ['datasets:*'], needed: 'datasets_more:read', is: false },
    { issued: ['webhooks:*'], needed: 'datasets:read', is: false },
    { issued: ['webhooks:*', 'datasets:read'], needed: 'datasets:read', is: true },
    { issued: ['datasets:read'], needed: ':read', is: false },
    { issued: ['*:read'], needed: 'datasets:read', is: false },
    { issued: ['datasets'], needed: 'datasets:read', is: false },
    { issued: ['DATASETS:READ'], needed: 'datasets:read', is: false },
    { issued: ['organizations:*'], needed: 'organization_groups:read', is: false },
  ]
  for (const { issued, needed, is } of cases) {
    test(`[${issued}] ${is ? 'covers' : 'does not cover'} ${needed}`, () => {
      assert.equal(covers(issued, needed), is)
    })
  }
})

describe('issuedFor', () => {
  test('is that itself, everything about its resource, and everything', () => {
    assert.deepEqual(issuedFor('employee_documents:write'), ['employee_documents:write', 'employee_documents:*', '*'])
  })
})
