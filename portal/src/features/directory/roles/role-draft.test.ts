import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expandPermissions, RESOURCES } from '#features/directory/role-permissions.ts'
import { toggled } from '#ui/table/selection.ts'
import { allButNew, changeIn, permissionsIn, type RoleDrafts, withWanted } from './role-draft.ts'

const NONE: RoleDrafts = new Map()
const reader = { code: 'reader', permissions: ['notes:read', 'articles:read'] }
const writer = { code: 'writer', permissions: ['notes:*'] }
const toggle = (drafts: RoleDrafts, role: typeof reader, permission: string) =>
  withWanted(drafts, role, toggled(permissionsIn(drafts, role), permission))

describe('permissions in their plain form', () => {
  for (const [given, plain] of [
    [['notes:*'], ['notes:read', 'notes:write']],
    [['requests:*'], ['requests:read', 'requests:write']],
    [['requests:read_all'], ['requests:read_all']],
    [['*', 'notes:read'], ['*']],
    [
      ['notes:write', 'notes:read', 'notes:read'],
      ['notes:read', 'notes:write'],
    ],
    [['unknown:read', 'notes:fly'], []],
    [[], []],
  ] as const) {
    test(`of ${JSON.stringify(given)} are ${JSON.stringify(plain)}`, () => {
      assert.deepEqual([...expandPermissions(given)], plain)
    })
  }
})

describe('the draft of a role', () => {
  test('tells what the role would gain and lose, and all that it would have', () => {
    const drafts = toggle(toggle(NONE, reader, 'notes:write'), reader, 'articles:read')

    assert.deepEqual(changeIn(drafts, reader), {
      gains: ['notes:write'],
      loses: ['articles:read'],
      permissions: ['notes:read', 'notes:write'],
    })
  })

  test('is gone when the role would have what it has', () => {
    const drafts = toggle(toggle(NONE, writer, 'notes:write'), writer, 'notes:write')

    assert.deepEqual([drafts.size, changeIn(drafts, writer)], [0, undefined])
  })

  test('leaves those of other roles alone, and the drafts before as they were', () => {
    const one = toggle(NONE, reader, 'notes:write')
    const both = toggle(one, writer, 'forms:read')
    const back = toggle(both, reader, 'notes:write')

    assert.deepEqual(
      [[...one.keys()], [...both.keys()], [...back.keys()]],
      [['reader'], ['reader', 'writer'], ['writer']],
    )
    assert.equal(NONE.size, 0)
  })

  test('takes everything away for what is named one by one, and back', () => {
    const admin = { code: 'admin', permissions: ['*'] }

    const named = withWanted(NONE, admin, allButNew())

    assert.equal(changeIn(named, admin)?.loses.join(), '*')
    // Requests have one more than read and write, the audit trail one less.
    assert.equal(allButNew().size, 2 * RESOURCES.length)
    assert.ok(!allButNew().has('*') && allButNew().has('requests:read_all'))
    assert.equal(withWanted(named, admin, new Set(['*'])).size, 0)
  })
})
