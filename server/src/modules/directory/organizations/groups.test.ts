import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { anOrganization, eventsOf } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { v2, db, clock } = service

const at = (code: string) => `/organization_groups/${encodeURIComponent(code)}`
const put = (code: string, body: unknown) => v2('PUT', at(code), { body })
const patch = (code: string, body: unknown) => v2('PATCH', at(code), { body })
const get = (code: string) => v2('GET', at(code))
const read = async (code: string) => (await get(code)).json()
const eventRowsOf = (code: string) => db.selectFrom('events').selectAll().where('resource_id', '=', code).execute()

async function aGroup(organizations: string[] = []): Promise<string> {
  const code = unique('group')
  const answer = await put(code, { name: code, organizations })
  assert.equal(answer.statusCode, 201)
  return code
}

describe('PUT /organization_groups/{code}', () => {
  test('201 creates one in the given order, and emits organization_group.created with what was answered', async () => {
    const code = unique('group')
    const one = await anOrganization(service)
    const two = await anOrganization(service)

    const answer = await put(code, { name: 'West', organizations: [two, one] })

    const { created_at, updated_at, ...group } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(group, { code, name: 'West', organizations: [two, one] })
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
      [['acme', 'organization_group.created', 'application', 'payroll', answer.json()]],
    )
  })

  test('201 creates an empty one when organizations are left out', async () => {
    const answer = await put(unique('group'), { name: 'A' })

    assert.equal(answer.statusCode, 201)
    assert.deepEqual(answer.json().organizations, [])
  })

  test('201 takes a code of 100 characters of four bytes, and a name of 255', async () => {
    const answer = await put('🏢'.repeat(100), { name: '🏢'.repeat(255) })

    assert.equal(answer.statusCode, 201)
    assert.deepEqual(await read('🏢'.repeat(100)), answer.json())
  })

  test('201 takes thousands of organizations', async () => {
    const mark = unique('many')
    const codes = Array.from({ length: 2000 }, (_, index) => `${mark}-${index}`)
    await db
      .insertInto('organizations')
      .values(
        codes.map((code, index) => ({
          client_id: 'acme',
          key: 1_000_000 + index,
          code,
          name: code,
          parent_key: null,
          ancestors: [1_000_000 + index, -1_000_000 - index],
          sort_name: code,
          search_text: code,
          created_at: clock.now(),
          updated_at: clock.now(),
        })),
      )
      .execute()

    const answer = await put(unique('group'), { name: 'Many', organizations: codes })

    assert.equal(answer.statusCode, 201)
    assert.deepEqual(answer.json().organizations, codes)
  })

  test('200 replaces name and organizations, and emits organization_group.updated with what was answered', async () => {
    const one = await anOrganization(service)
    const two = await anOrganization(service)
    const code = await aGroup([one])
    const before = await read(code)
    clock.advance(5)

    const answer = await put(code, { name: 'Renamed', organizations: [two] })

    const [, event] = await eventRowsOf(code)
    assert.equal(answer.statusCode, 200)
    assert.deepEqual([answer.json().name, answer.json().organizations], ['Renamed', [two]])
    assert.equal(answer.json().created_at, before.created_at)
    assert.ok(answer.json().updated_at > before.updated_at)
    assert.deepEqual(await read(code), answer.json())
    assert.deepEqual([event?.type, event?.data], ['organization_group.updated', answer.json()])
  })

  test('200 empties it when organizations are left out, and takes another order as a change', async () => {
    const one = await anOrganization(service)
    const two = await anOrganization(service)
    const code = await aGroup([one, two])

    const turned = await put(code, { name: code, organizations: [two, one] })
    const emptied = await put(code, { name: code })

    assert.deepEqual(turned.json().organizations, [two, one])
    assert.deepEqual(emptied.json().organizations, [])
    assert.equal((await eventsOf(db, code)).length, 3)
  })

  test('200 changes nothing and emits nothing when exactly what was read is put back', async () => {
    const code = await aGroup([await anOrganization(service), await anOrganization(service)])
    const before = await read(code)
    clock.advance(5)

    const answer = await put(code, before)

    assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.deepEqual(await read(code), before)
    assert.deepEqual(await eventsOf(db, code), ['organization_group.created'])
  })
})

describe('PUT and PATCH /organization_groups/{code} refuse', () => {
  const cases = [
    { what: 'an empty name', body: { name: '' }, errors: [['name', 'too_short']] },
    { what: 'a name of 256 characters', body: { name: 'é'.repeat(256) }, errors: [['name', 'too_long']] },
    { what: 'a NUL in the name', body: { name: 'a\0' }, errors: [['name', 'invalid_text']] },
    { what: 'null for a name', body: { name: null }, errors: [['name', 'wrong_type']] },
    { what: 'a text for organizations', body: { organizations: 'a' }, errors: [['organizations', 'wrong_type']] },
    { what: 'null for organizations', body: { organizations: null }, errors: [['organizations', 'wrong_type']] },
    { what: 'a number among them', body: { organizations: [5] }, errors: [['organizations.0', 'wrong_type']] },
    { what: 'an empty code', body: { organizations: [''] }, errors: [['organizations.0', 'invalid']] },
    { what: 'a code with a slash', body: { organizations: ['a/b'] }, errors: [['organizations.0', 'invalid']] },
    {
      what: 'a code of 65 characters',
      body: { organizations: ['x'.repeat(65)] },
      errors: [['organizations.0', 'invalid']],
    },
    {
      what: 'more than 10,000 organizations',
      body: { organizations: Array.from({ length: 10_001 }, (_, index) => `${index}`) },
      errors: [['organizations', 'too_long']],
    },
    {
      what: 'several mistakes at once, each by its field',
      body: { name: 5, organizations: [null, 'a\0'] },
      errors: [
        ['name', 'wrong_type'],
        ['organizations.0', 'wrong_type'],
        ['organizations.1', 'invalid'],
      ],
    },
  ]
  for (const { what, body, errors } of cases) {
    test(`422 ${what}, and change nothing`, async () => {
      const fresh = unique('group')
      const code = await aGroup([await anOrganization(service)])
      const before = await read(code)

      const answers = [await put(fresh, { name: 'A', ...body }), await patch(code, body)]

      for (const answer of answers) {
        const shown = answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code])
        assert.equal(answer.statusCode, 422)
        assert.deepEqual(shown, errors)
      }
      assert.equal((await get(fresh)).statusCode, 404)
      assert.deepEqual(await read(code), before)
      assert.deepEqual(await eventsOf(db, fresh), [])
    })
  }

  test('422 no name', async () => {
    const answer = await put(unique('group'), { organizations: [] })

    assert.deepEqual(answer.json().errors, [{ field: 'name', code: 'required', message: 'This field is required.' }])
  })

  test('422 every organization that is not there, is of another client, or was given before', async () => {
    const known = await anOrganization(service)
    const theirs = await anOrganization(service, { owner: globex })
    const absent = unique('absent')

    const answer = await put(unique('group'), { name: 'A', organizations: [absent, known, theirs, known] })

    const unknown = (code: string) => ({ code: 'unknown_organization', message: `Organization ${code} not found.` })
    assert.equal(answer.statusCode, 422)
    assert.deepEqual(answer.json().errors, [
      { field: 'organizations.0', ...unknown(absent) },
      { field: 'organizations.2', ...unknown(theirs) },
      { field: 'organizations.3', code: 'repeated', message: 'This is a duplicate.' },
    ])
  })
})

describe('PATCH /organization_groups/{code}', () => {
  test('200 changes what is given, keeps the rest, and emits organization_group.updated', async () => {
    const one = await anOrganization(service)
    const two = await anOrganization(service)
    const code = await aGroup([one])

    const renamed = await patch(code, { name: 'Renamed' })
    const changed = await patch(code, { organizations: [one, two] })

    assert.deepEqual([renamed.statusCode, renamed.json().organizations], [200, [one]])
    assert.deepEqual([changed.json().name, changed.json().organizations], ['Renamed', [one, two]])
    assert.deepEqual(await read(code), changed.json())
    assert.deepEqual((await eventsOf(db, code)).slice(1), Array(2).fill('organization_group.updated'))
  })

  test('200 changes nothing and emits nothing with an empty object, or with what is there', async () => {
    const code = await aGroup([await anOrganization(service)])
    const before = await read(code)
    clock.advance(5)

    const answers = [await patch(code, {}), await patch(code, before)]

    for (const answer of answers) assert.deepEqual([answer.statusCode, answer.json()], [200, before])
    assert.deepEqual(await eventsOf(db, code), ['organization_group.created'])
  })

  test('404 one that is not there, and makes none', async () => {
    const code = unique('group')

    const answer = await patch(code, { name: 'A' })

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Organization group ${code} not found.` })
    assert.equal((await get(code)).statusCode, 404)
  })
})

describe('DELETE /organization_groups/{code}', () => {
  test('405 always, and the group stays', async () => {
    const code = await aGroup()

    const answer = await v2('DELETE', at(code))

    assert.deepEqual([answer.statusCode, answer.json().code], [405, 'method_not_allowed'])
    assert.equal(answer.headers.allow, 'GET, HEAD, PATCH, PUT')
    assert.equal((await get(code)).statusCode, 200)
  })
})

describe('an organization of a group', () => {
  test('is deleted only after it was taken out: 409 names the group, then 204', async () => {
    const organization = await anOrganization(service)
    const group = await aGroup([organization])

    const refused = await v2('DELETE', `/organizations/${organization}`)
    await patch(group, { organizations: [] })
    const deleted = await v2('DELETE', `/organizations/${organization}`)

    assert.equal(refused.statusCode, 409)
    assert.deepEqual(refused.json(), {
      code: 'organization_in_use',
      message: `The organization ${organization} is used by the group ${group}.`,
    })
    assert.equal(deleted.statusCode, 204)
  })
})
