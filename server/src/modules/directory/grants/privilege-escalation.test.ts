import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const service = await startApp()
const { as } = portalCalls(service)
const hq = await anOrganization(service)
const profile = (role: string) => [{ role, organizations: [hq], include_below: true, access_restrictions: [] }]
const people = await aRole(service, { permissions: ['users:*', 'roles:*', 'employees:read'] })
const everything = await aRole(service, { permissions: ['*'] })
const helper = await aManager(service, { profiles: profile(people) })
const boss = await aManager(service, { profiles: profile(everything) })
const call = as(`manager:${helper}`)
const person = { first_name: 'Nora', last_name: 'New', email: 'nora@acme.test' }

const refusal = (answer: { statusCode: number; json(): { code: string } }) => [answer.statusCode, answer.json().code]
const BEYOND = [403, 'beyond_own_permissions']

describe('a manager who may manage people, and not everything', () => {
  test('201 for a role that gives no more than they hold, 403 for one that does, also by wildcard', async () => {
    const code = unique('role')

    const within = await call('PUT', `/admin/roles/${code}`, { body: { name: 'Few', permissions: ['users:read'] } })
    const beyond = await call('PATCH', `/admin/roles/${code}`, { body: { permissions: ['webhooks:read'] } })
    const wildcard = await call('PATCH', `/admin/roles/${code}`, { body: { permissions: ['employees:*'] } })
    const all = await call('PUT', `/admin/roles/${unique('role')}`, { body: { name: 'All', permissions: ['*'] } })

    assert.equal(within.statusCode, 201)
    assert.deepEqual([beyond, wildcard, all].map(refusal), [BEYOND, BEYOND, BEYOND])
  })

  test('403 to change or delete a role that gives more than they hold', async () => {
    const renamed = await call('PATCH', `/admin/roles/${everything}`, { body: { name: 'Mine' } })
    const deleted = await call('DELETE', `/admin/roles/${everything}`)

    assert.deepEqual([renamed, deleted].map(refusal), [BEYOND, BEYOND])
  })

  test('201 for a manager with a role that they hold, 403 with another, also when it is added later', async () => {
    const id = unique('M')

    const within = await call('PUT', `/admin/users/${id}`, { body: { ...person, profiles: profile(people) } })
    const beyond = await call('PATCH', `/admin/users/${id}`, { body: { profiles: profile(everything) } })

    assert.equal(within.statusCode, 201)
    assert.deepEqual(refusal(beyond), BEYOND)
    const kept = await service.v2('GET', `/users/${id}`)
    assert.deepEqual(kept.json().profiles, profile(people))
  })

  test('201 for a role in the organization where they hold it, 403 in another or with those below', async () => {
    const west = await anOrganization(service, { parent: hq })
    const east = await anOrganization(service, { parent: hq })
    const notes = await aRole(service, { permissions: ['notes:*'] })
    const local = await aManager(service, {
      profiles: [...profile(people), { role: notes, organizations: [west], include_below: false }],
    })
    const give = (organizations: string[], include_below = false) =>
      as(`manager:${local}`)('PUT', `/admin/users/${unique('M')}`, {
        body: { ...person, profiles: [{ role: notes, organizations, include_below }] },
      })

    const within = await give([west])
    const beside = await give([east])
    const below = await give([west], true)

    assert.equal(within.statusCode, 201)
    assert.deepEqual([beside, below].map(refusal), [BEYOND, BEYOND])
    assert.equal(beside.json().message, `You do not hold notes:* in ${east}.`)
  })

  test('403 to change, delete, or touch the log-in of somebody who holds more', async () => {
    const answers = [
      await call('PATCH', `/admin/users/${boss}`, { body: { email: 'mine@acme.test' } }),
      await call('DELETE', `/admin/users/${boss}`),
      await call('PUT', `/admin/accounts/manager:${boss}`, { body: { is_active: false } }),
      await call('DELETE', `/admin/accounts/manager:${boss}`),
      await call('POST', `/admin/accounts/manager:${boss}/invitations`),
      await call('DELETE', `/admin/accounts/manager:${boss}/sessions`),
    ]

    for (const answer of answers) assert.deepEqual(refusal(answer), BEYOND)
  })

  test('409 to delete themselves, to switch their log-in off, or to change what they may do', async () => {
    const answers = [
      await call('DELETE', `/admin/users/${helper}`),
      await call('PATCH', `/admin/accounts/manager:${helper}`, { body: { is_active: false } }),
      await call('PATCH', `/admin/users/${helper}`, { body: { profiles: [] } }),
    ]

    for (const answer of answers) assert.deepEqual(refusal(answer), [409, 'own_log_in'])
  })

  test('422 on password: nobody sets it for others', async () => {
    const employee = await anEmployee(service)

    const answer = await call('PUT', `/admin/accounts/employee:${employee}`, { body: { password: 'known-to-me' } })

    assert.equal(answer.statusCode, 422)
    assert.deepEqual(answer.json().errors[0].field, 'password')
  })
})

describe('a manager who holds everything', () => {
  test('may hand out everything', async () => {
    const id = unique('M')

    const answer = await as(`manager:${boss}`)('PUT', `/admin/users/${id}`, {
      body: { ...person, profiles: profile(everything) },
    })

    assert.equal(answer.statusCode, 201)
  })

  test('holds it still when another organization is added at the top', async () => {
    await anOrganization(service)

    const answer = await as(`manager:${boss}`)('GET', '/admin/roles')

    assert.equal(answer.statusCode, 200)
  })
})
