import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { grouped, type Issuable, levelOf, levelsOf, mayGive, withLevel } from './permission-levels.ts'

const requests: Issuable = { resource: 'requests', actions: ['read', 'write'] }
const events: Issuable = { resource: 'events', actions: ['read'] }

describe('the level of a resource', () => {
  const levels: [permissions: string[], level: string][] = [
    [[], 'none'],
    [['*'], 'full'],
    [['requests:*'], 'full'],
    [['requests:read', 'requests:write'], 'full'],
    [['requests:read'], 'read'],
    [['requests:write', 'articles:read'], 'write'],
    [['request:read', 'requests_old:*'], 'none'],
  ]
  for (const [permissions, level] of levels) {
    test(`is ${level} by ${permissions.join(', ') || 'nothing'}`, () => {
      assert.equal(levelOf(permissions, requests), level)
    })
  }

  test('can be what the resource offers', () => {
    assert.deepEqual(levelsOf(requests), ['none', 'read', 'write', 'full'])
    assert.deepEqual(levelsOf(events), ['none', 'read'])
    assert.equal(levelOf(['*'], events), 'read')
  })

  test('is set for that resource alone', () => {
    const before = ['requests:read', 'articles:*']

    assert.deepEqual(withLevel(before, 'requests', 'full'), ['articles:*', 'requests:*'])
    assert.deepEqual(withLevel(before, 'requests', 'none'), ['articles:*'])
    assert.deepEqual(withLevel(['*'], 'requests', 'read'), ['requests:read'])
    assert.deepEqual(before, ['requests:read', 'articles:*'])
  })
})

test('every resource of the server is in one group, unknown ones in the last', () => {
  const all: Issuable[] = ['webhooks', 'employees', 'novelties', 'forms'].map((resource) => ({ ...requests, resource }))

  const names = grouped(all).map(([group, members]) => [group, members.map((one) => one.resource)])

  assert.deepEqual(names, [
    ['people', ['employees']],
    ['content', ['forms']],
    ['connections', ['webhooks']],
    ['other', ['novelties']],
  ])
})

test('a person gives what their role covers; parts of a resource belong to it', () => {
  const held = ['users:*', 'datasets:read']

  assert.equal(mayGive(held, 'accounts', 'full'), true)
  assert.equal(mayGive(held, 'uploads', 'read'), true)
  assert.equal(mayGive(held, 'uploads', 'full'), false)
  assert.equal(mayGive(held, 'requests', 'read'), false)
  assert.equal(mayGive([], 'requests', 'none'), true)
})
