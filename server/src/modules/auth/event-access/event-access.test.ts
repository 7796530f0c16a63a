import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { EVENT_RESOURCES, eventNames } from '#kernel/events/catalogue.ts'
import { rolePermission } from '#modules/directory/index.ts'
import { startApp } from '#test/harness/app.ts'
import { mayReadEvents, readableTypes } from './event-access.ts'
import { ownerMayRead } from './owner-permissions.ts'

const { db } = await startApp()
const OWNERS = ['application', 'user'] as const
const reader = (type: (typeof OWNERS)[number], ...permissions: string[]) => ({
  actor: { type, id: 'x', name: 'x' },
  permissions,
})

describe('who is told of an event', () => {
  test('nobody who may only read the log or administer webhooks', () => {
    assert.deepEqual(readableTypes(reader('application', 'events:*', 'webhooks:write')), [])
    assert.equal(readableTypes(reader('application', '*')), undefined)
  })

  test('an application by each resource, a manager by what belongs together', () => {
    assert.ok(!mayReadEvents(reader('application', 'users:read'), 'account.logged_in'))
    assert.ok(mayReadEvents(reader('application', 'accounts:read'), 'account.logged_in'))
    assert.ok(mayReadEvents(reader('user', 'users:read'), 'account.logged_in'))
  })

  test('the database decides as the code does, for every event and permission', async () => {
    const permissions = Object.values(EVENT_RESOURCES).flatMap(({ read: one }) => {
      const [resource] = one.split(':')
      return [one, rolePermission(one), `${resource}:*`, `${resource}:write`]
    })
    const types = [...eventNames, 'webhook.test', 'unheard.of']
    const { rows } = await sql<{ owner: 'application' | 'user'; permission: string; type: string; yes: boolean }>`
      SELECT owner, permission, type, (${sql.raw(ownerMayRead('ARRAY[permission]', 'owner', 'type'))}) AS yes
      FROM unnest(${[...OWNERS]}::text[]) AS owner,
        unnest(${[...new Set(permissions), '*', 'events:read']}::text[]) AS permission,
        unnest(${types}::text[]) AS type`.execute(db)

    const wrong = rows.filter(
      ({ owner, permission, type, yes }) => yes !== mayReadEvents(reader(owner, permission), type),
    )
    assert.ok(rows.length > 10_000)
    assert.deepEqual(wrong, [])
  })
})
