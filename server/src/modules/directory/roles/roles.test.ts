import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { PERMISSIONS } from './permissions.ts'

const service = await startApp()
const { v2, db, clock } = service

const at = (code: string) => `/roles/${encodeURIComponent(code)}`
const put = (code: string, body: unknown) => v2('PUT', at(code), { body })
const patch = (code: string, body: unknown) => v2('PATCH', at(code), { body })
const remove = (code: string) => v2('DELETE', at(code))
const get = (code: string) => v2('GET', at(code))
const read = async (code: string) => (await get(code)).json()
const eventRowsOf = (code: string) => db.selectFrom('events').selectAll().where('resource_id', '=', code).execute()

describe('PUT /roles/{code}', () => {
  test('201 creates one, and emits role.created with what was answered, by this application', async () => {
    const code = unique('role')

    const answer = await put(code, { name: 'HR', permissions: ['notes:read', 'employees:*'] })

    const { created_at, updated_at, ...role } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(role, { code, name: 'HR', permissions: ['notes:read', 'employees:*'] })
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.equal(updated_at, created_at)
    assert.deepEqual(await read(code), answer.json())
    assert.deepEqual(
      (await eventRowsOf(code)).map((event) => [
        event.client_id,
        event.type,
        event.actor_type,
        event.actor_id,
        event.data,
      ]),
      [['acme', 'role.created', 'application', 'payroll', answer.json()]],
    )
  })

  test('201 creates one that may do nothing when permissions are left out', async () => {
    const answer = await put(unique('role'), { name: 'A' })

    assert.equal(answer.statusCode, 201)
    assert.deepEqual(answer.json().permissions, [])
  })

  test('201 takes all permissions that there are', async () => {
    const resources = [
      'employees',
      'employee_documents',
      'company_documents',
      'notes',
      'requests',
      'forms',
      'articles',
      'signatures',
      'imports',
      'datasets',
      'organizations',
      'users',
      'roles',
      'custom_fields',
      'webhooks',
      'distributions',
      'saml_identity_providers',
      'vault_links',
      'document_types',
      'events',
      'audit_entries',
      'access_packages',
      'deletion_requests',
      'disposals',
      'legal_holds',
      'retention_policies',
      'applications',
      'system',
    ]
    const permissions = [
      '*',
      ...resources.flatMap((one) => [`${one}:read`, `${one}:write`, `${one}:*`]),
      'requests:read_all',
    ]

    const answer = await put(unique('role'), { name: 'A', permissions })

    assert.equal(answer.statusCode, 201)
    assert.deepEqual(answer.json().permissions, permissions)
    assert.deepEqual(permissions.toSorted(), PERMISSIONS.toSorted())
  })

  test('201 keeps a permission once that is given twice', async () => {
    const answer = await put(unique('role'), { name: 'A', permissions: ['notes:read', '*', 'notes:read'] })

    assert.deepEqual(answer.json().permissions, ['notes:read', '*'])
  })

  test('200 changes the name, and emits role.updated with what was answered', async () => {
    const code = await aRole(service)
    const before = await read(code)
    clock.advance(5)

    const answer = await put(code, { name: 'Renamed', permissions: ['notes:read'] })

    assert.equal(answer.statusCode, 200)
    assert.deepEqual([answer.json().name, answer.json().permissions], ['Renamed', ['notes:read']])
    assert.equal(answer.json().created_at, before.created_at)
    assert.ok(answer.json().updated_at > before.updated_at)
    assert.deepEqual(await read(code), answer.json())
    assert.deepEqual(
      (await eventRowsOf(code)).map((event) => [event.type, event.data]),
      [['role.updated', answer.json()]],
    )
  })

  test('200 changes permissions alone, and emits nothing', async () => {
    const code = await aRole(service, { permissions: ['*'] })
    const before = await read(code)
    clock.advance(5)

    const answer = await put(code, { name: code, permissions: ['notes:read'] })

    assert.equal(answer.statusCode, 200)
    assert.deepEqual((await read(code)).permissions, ['notes:read'])
    assert.ok(answer.json().updated_at > before.updated_at)
    assert.deepEqual(await eventsOf(db, code), [])
  })

  test('200 takes permissions away at once from the managers who have the role', async () => {
    const role = await aRole(service)
    const organization = await anOrganization(service)
    const employee = await anEmployee(service, { organizations: [organization] })
    const manager = await aManager(service, { profiles: [{ role, organizations: [organization] }] })
    const seen = async () => {
      const answer = await v2('GET', `/employees?visible_by_technical_id=${manager}`)
      return answer.json().map((one: { technical_id: string }) => one.technical_id)
    }

    const before = await seen()
    await put(role, { name: role, permissions: ['notes:*', 'employees:write'] })
    const after = await seen()

    assert.deepEqual(before, [employee])
    assert.deepEqual(after, [])
  })

  test('200 changes nothing and emits nothing when exactly what was read is put back', async () => {
    const code = await aRole(service, { permissions: ['roles:*', 'notes:read'] })
    const before = await read(code)
    clock.advance(5)

    const answer = await put(code, before)

    assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.deepEqual(await read(code), before)
    assert.deepEqual(await eventsOf(db, code), [])
  })
})

describe('PUT and PATCH /roles/{code} refuse', () => {
  const cases = [
    { what: 'an empty name', body: { name: '' }, errors: [['name', 'too_short']] },
    { what: 'a name of 256 characters', body: { name: 'é'.repeat(256) }, errors: [['name', 'too_long']] },
    { what: 'a NUL in the name', body: { name: 'a\0' }, errors: [['name', 'invalid_text']] },
    { what: 'null for a name', body: { name: null }, errors: [['name', 'wrong_type']] },
    { what: 'a text for permissions', body: { permissions: '*' }, errors: [['permissions', 'wrong_type']] },
    { what: 'null for permissions', body: { permissions: null }, errors: [['permissions', 'wrong_type']] },
    { what: 'a number among them', body: { permissions: ['*', 5] }, errors: [['permissions.1', 'wrong_type']] },
    { what: '201 permissions', body: { permissions: Array(201).fill('*') }, errors: [['permissions', 'too_long']] },
    {
      what: 'every permission that there is not',
      body: {
        permissions: ['', 'notes', 'notes:', 'notes:delete', 'NOTES:read', '*:read', ' *', 'accounts:read', 'a\0'],
      },
      errors: Array.from({ length: 9 }, (_, index) => [`permissions.${index}`, 'unknown_choice']),
    },
  ]
  for (const { what, body, errors } of cases) {
    test(`422 ${what}, and change nothing`, async () => {
      const fresh = unique('role')
      const code = await aRole(service)
      const before = await read(code)

      const answers = [await put(fresh, { name: 'A', ...body }), await patch(code, body)]

      for (const answer of answers) {
        const shown = answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code])
        assert.equal(answer.statusCode, 422)
        assert.deepEqual(shown, errors)
      }
      assert.equal((await get(fresh)).statusCode, 404)
      assert.deepEqual(await read(code), before)
      assert.deepEqual([...(await eventsOf(db, fresh)), ...(await eventsOf(db, code))], [])
    })
  }

  test('422 no name', async () => {
    const answer = await put(unique('role'), { permissions: [] })

    assert.deepEqual(answer.json().errors, [{ field: 'name', code: 'required', message: 'This field is required.' }])
  })
})

describe('PATCH /roles/{code}', () => {
  test('200 changes what is given, keeps the rest, and tells of the name alone', async () => {
    const code = await aRole(service, { permissions: ['notes:read'] })

    const renamed = await patch(code, { name: 'Renamed' })
    const changed = await patch(code, { permissions: [] })

    assert.deepEqual([renamed.statusCode, renamed.json().permissions], [200, ['notes:read']])
    assert.deepEqual([changed.json().name, changed.json().permissions], ['Renamed', []])
    assert.deepEqual(await read(code), changed.json())
    assert.deepEqual(await eventsOf(db, code), ['role.updated'])
  })

  test('200 changes nothing and emits nothing with an empty object, or with what is there', async () => {
    const code = await aRole(service)
    const before = await read(code)
    clock.advance(5)

    const answers = [await patch(code, {}), await patch(code, before)]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.deepEqual(await eventsOf(db, code), [])
  })

  test('404 one that is not there, and makes none', async () => {
    const code = unique('role')

    const answer = await patch(code, { name: 'A' })

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Role ${code} not found.` })
    assert.equal((await get(code)).statusCode, 404)
  })
})

describe('DELETE /roles/{code}', () => {
  test('204 deletes it, and emits role.deleted with what it was', async () => {
    const code = await aRole(service)
    const before = await read(code)

    const answer = await remove(code)

    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    assert.equal((await get(code)).statusCode, 404)
    assert.deepEqual(
      (await eventRowsOf(code)).map((event) => [event.type, event.data]),
      [['role.deleted', before]],
    )
  })

  test('404 one that is not there, or no more', async () => {
    const code = await aRole(service)
    await remove(code)

    const answers = [await remove(code), await remove(unique('role'))]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'])
  })

  test('409 while a manager has it, whom it names, and 204 afterwards', async () => {
    const code = await aRole(service)
    const other = await aRole(service)
    const profiles = [
      { role: other, organizations: [] },
      { role: code, organizations: [] },
      { role: code, organizations: [], include_below: true },
    ]
    const manager = await aManager(service, { profiles })

    const refused = await remove(code)
    const isThere = (await get(code)).statusCode
    await v2('PATCH', `/users/${manager}`, { body: { profiles: [{ role: other, organizations: [] }] } })
    const deleted = await remove(code)

    assert.equal(refused.statusCode, 409)
    const message = `The role ${code} is used by 1 manager: ${manager}.`
    assert.deepEqual(refused.json(), { code: 'role_in_use', message })
    assert.equal(isThere, 200)
    assert.equal(deleted.statusCode, 204)
    assert.deepEqual(await eventsOf(db, code), ['role.deleted'])
  })

  test('409 names five of the managers at most', async () => {
    const code = await aRole(service)
    const mark = unique('M')
    const profiles = [{ role: code, organizations: [] }]
    for (const number of [1, 2, 3, 4, 5]) await aManager(service, { technical_id: `${mark}-${number}`, profiles })
    const names = [1, 2, 3, 4, 5].map((number) => `${mark}-${number}`).join(', ')

    const five = await remove(code)
    await aManager(service, { technical_id: `${mark}-6`, profiles })
    const six = await remove(code)

    assert.equal(five.json().message, `The role ${code} is used by 5 managers: ${names}.`)
    assert.equal(six.json().message, `The role ${code} is used by 6 managers: ${names} ….`)
  })

  test('204 is not held up by a manager of another client with a role of the same code', async () => {
    const code = await aRole(service)
    await aRole(service, { code, owner: globex })
    await aManager(service, { owner: globex, profiles: [{ role: code, organizations: [] }] })

    assert.equal((await remove(code)).statusCode, 204)
  })
})
