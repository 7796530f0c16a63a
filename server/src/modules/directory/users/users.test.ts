import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aManager, anOrganization, aRole, eventsOf } from '#test/harness/features/directory/builders.ts'
import { deleteUser } from './delete-user.ts'
import { putUser } from './put-user.ts'

const service = await startApp()
const { app, v2, db, clock } = service

const addressOf = (id: string) => `/users/${encodeURIComponent(id)}`
const put = (id: string, body: unknown) => v2('PUT', addressOf(id), { body })
const patch = (id: string, body: unknown) => v2('PATCH', addressOf(id), { body })
const read = (id: string) => v2('GET', addressOf(id))
const remove = (id: string) => v2('DELETE', addressOf(id))

const lyon = await anOrganization(service)
const paris = await anOrganization(service)
const hr = await aRole(service)
const boss = await aRole(service)

const max = { first_name: 'Max', last_name: 'Weber', email: 'Max.Weber@acme.test' }
const whole = {
  ...max,
  language: 'de-de',
  profiles: [
    { role: hr, organizations: [paris, lyon], include_below: true, access_restrictions: [] },
    { role: boss, organizations: [], include_below: false, access_restrictions: [] },
    { role: hr, organizations: [lyon], include_below: false, access_restrictions: [] },
  ],
}

async function eventRowsOf(id: string) {
  const columns = ['client_id', 'type', 'actor_type', 'actor_id', 'actor_name', 'data'] as const
  return db.selectFrom('events').select(columns).where('resource_id', '=', id).orderBy('id').execute()
}
const byPayroll = { client_id: 'acme', actor_type: 'application', actor_id: 'payroll', actor_name: 'payroll' }

/** All that there is of a manager. */
async function stateOf(id: string) {
  const stored = await db.selectFrom('users').selectAll().where('technical_id', '=', id).execute()
  const keys = ['0', ...stored.map((one) => one.key)]
  const profiles = await db
    .selectFrom('profiles')
    .selectAll()
    .where('user_key', 'in', keys)
    .orderBy('position')
    .execute()
  const organizations = await db
    .selectFrom('profile_organizations')
    .selectAll()
    .where('user_key', 'in', keys)
    .orderBy('position')
    .orderBy('rank')
    .execute()
  return { stored, profiles, organizations, events: await eventsOf(db, id) }
}
const NOTHING = { stored: [], profiles: [], organizations: [], events: [] }

describe('PUT /users/{technical_id}', () => {
  test('201 creates a manager with all fields, and GET answers the same', async () => {
    const id = unique('M')

    const answer = await put(id, whole)

    const { created_at, updated_at, ...rest } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(rest, { technical_id: id, ...whole })
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.equal(updated_at, created_at)
    assert.deepEqual((await read(id)).json(), answer.json())
  })

  test('201 needs no more than the names and an e-mail address; the reach of a profile is its organizations', async () => {
    const plain = unique('M')
    const withProfile = unique('M')

    const answers = [
      await put(plain, max),
      await put(withProfile, { ...max, profiles: [{ role: hr, organizations: [] }] }),
    ]

    assert.deepEqual(
      answers.map((one) => [one.statusCode, one.json().language, one.json().profiles]),
      [
        [201, null, []],
        [201, null, [{ role: hr, organizations: [], include_below: false, access_restrictions: [] }]],
      ],
    )
  })

  test('201 emits user.created with what the API answers, in the name of the application', async () => {
    const id = unique('M')

    const answer = await put(id, { ...whole, technical_id: 'other' })

    assert.deepEqual(await eventRowsOf(id), [{ ...byPayroll, type: 'user.created', data: answer.json() }])
  })

  test('200 replaces everything, profiles included, keeps created_at, and emits user.updated', async () => {
    const id = unique('M')
    const before = (await put(id, whole)).json()
    clock.advance(60)

    const answer = await put(id, { ...max, last_name: 'Meier' })

    const { updated_at, ...rest } = answer.json()
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(rest, {
      ...max,
      technical_id: id,
      last_name: 'Meier',
      language: null,
      profiles: [],
      created_at: before.created_at,
    })
    assert.ok(updated_at > before.updated_at)
    assert.deepEqual((await read(id)).json(), answer.json())
    const [, event] = await eventRowsOf(id)
    assert.deepEqual(event, { ...byPayroll, type: 'user.updated', data: answer.json() })
  })

  test('200 for what GET answered, sent back, changes nothing and emits nothing', async () => {
    const id = unique('M')
    await put(id, { ...whole, language: 'DE-de' })
    const before = (await read(id)).json()
    const state = await stateOf(id)
    clock.advance(60)

    const answer = await put(id, before)

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), before)
    assert.equal(before.language, 'de-de')
    assert.deepEqual(await stateOf(id), state)
  })

  const [first, second, third] = whole.profiles
  const changes: Record<string, object> = {
    'another first name': { first_name: 'Maxi' },
    'another last name': { last_name: 'Meier' },
    'the same address in other case': { email: 'max.weber@acme.test' },
    'another language': { language: 'fr-fr' },
    'no language': { language: null },
    'a profile more': {
      profiles: [
        ...whole.profiles,
        { role: boss, organizations: [paris], include_below: true, access_restrictions: [] },
      ],
    },
    'a profile less': { profiles: [first, third] },
    'profiles in another order': { profiles: [second, first, third] },
    'another role': { profiles: [{ ...first, role: boss }, second, third] },
    'another reach': { profiles: [{ ...first, include_below: false }, second, third] },
    'another organization': { profiles: [first, { ...second, organizations: [lyon] }, third] },
    'organizations in another order': { profiles: [{ ...first, organizations: [lyon, paris] }, second, third] },
    'the same profile twice': { profiles: [...whole.profiles, first] },
  }
  for (const [what, changed] of Object.entries(changes)) {
    test(`200 for ${what} stores it and emits one user.updated`, async () => {
      const id = unique('M')
      const before = (await put(id, whole)).json()

      const answer = await put(id, { ...whole, ...changed })

      const after = (await read(id)).json()
      assert.equal(answer.statusCode, 200)
      assert.deepEqual(after, answer.json())
      assert.deepEqual({ ...after, updated_at: before.updated_at }, { ...before, ...changed })
      assert.deepEqual(await eventsOf(db, id), ['user.created', 'user.updated'])
    })
  }

  for (const id of [
    'x'.repeat(50),
    '😀'.repeat(50),
    'a b',
    'a.b',
    '"q"',
    "d'Arc",
    '100%',
    '%41',
    'a?b#c',
    '東京',
    'a:b',
  ]) {
    test(`201 takes ${id} as an id, and it is read under exactly that`, async () => {
      const answer = await put(id, max)

      assert.equal(answer.statusCode, 201)
      assert.equal((await read(id)).json().technical_id, id)
    })
  }

  test('201 for an id and an address that others have: a manager of another client, an employee, a manager', async () => {
    const id = await aManager(service, { owner: globex, first_name: 'Rita' })
    await v2('PUT', `/employees/${id}`, { body: { first_name: 'Eve', last_name: 'E', email: max.email } })
    await put(unique('M'), max)

    const answer = await put(id, max)

    assert.equal(answer.statusCode, 201)
    assert.equal((await v2('GET', addressOf(id), { application: 'rival' })).json().first_name, 'Rita')
    assert.equal((await v2('GET', `/employees/${id}`)).json().first_name, 'Eve')
  })

  test('201 once and 200 otherwise when many put the same new one at once', async () => {
    const id = unique('M')

    const answers = await Promise.all(Array.from({ length: 8 }, () => put(id, whole)))

    assert.deepEqual(answers.map((one) => one.statusCode).sort(), [200, 200, 200, 200, 200, 200, 200, 201])
    assert.deepEqual(await eventsOf(db, id), ['user.created'])
  })

  test('the manager and the event vanish together when a later step fails', async () => {
    const id = unique('M')

    const work = service.doWork(acme, async (one) => {
      await putUser(one, id, whole)
      throw new Error('later')
    })

    await assert.rejects(work, { message: 'later' })
    assert.deepEqual(await stateOf(id), NOTHING)
  })
})

describe('PUT and PATCH /users/{technical_id} refuse', () => {
  const profile = (more: object) => ({
    profiles: [
      { role: hr, organizations: [lyon] },
      { role: hr, organizations: [], ...more },
    ],
  })
  const cases: [string, object, string[]][] = [
    ['null for a name', { first_name: null }, ['first_name wrong_type']],
    ['an empty name', { last_name: '' }, ['last_name too_short']],
    ['a name of 256 characters', { last_name: 'x'.repeat(256) }, ['last_name too_long']],
    ['a NUL character', { first_name: '\0' }, ['first_name invalid_text']],
    ['null for an e-mail address', { email: null }, ['email wrong_type']],
    ['what is not an e-mail address', { email: 'max' }, ['email invalid_email']],
    ['an empty e-mail address', { email: '' }, ['email invalid_email']],
    ['an e-mail address of 255 characters', { email: `a@${'b.'.repeat(126)}c` }, ['email too_long']],
    ['what is not a language', { language: 'deutsch!' }, ['language invalid_language']],
    ['null for profiles', { profiles: null }, ['profiles wrong_type']],
    ['a profile that is not an object', { profiles: [hr] }, ['profiles.0 wrong_type']],
    ['101 profiles', { profiles: Array(101).fill({ role: hr, organizations: [] }) }, ['profiles too_long']],
    ['a profile without a role', profile({ role: undefined }), ['profiles.1.role required']],
    ['a profile without organizations', profile({ organizations: undefined }), ['profiles.1.organizations required']],
    ['an unknown role', profile({ role: 'none' }), ['profiles.1.role unknown_role']],
    ['a role in other case', profile({ role: hr.toUpperCase() }), ['profiles.1.role unknown_role']],
    ['a NUL character in a role', profile({ role: '\0' }), ['profiles.1.role invalid']],
    ['a text for organizations', profile({ organizations: lyon }), ['profiles.1.organizations wrong_type']],
    [
      'an unknown organization',
      profile({ organizations: [lyon, 'nowhere'] }),
      ['profiles.1.organizations.1 unknown_organization'],
    ],
    [
      'an organization that is not a text',
      profile({ organizations: [lyon, 7] }),
      ['profiles.1.organizations.1 wrong_type'],
    ],
    ['an organization twice', profile({ organizations: [lyon, paris, lyon] }), ['profiles.1.organizations.2 repeated']],
    ['a text for include_below', profile({ include_below: 'true' }), ['profiles.1.include_below wrong_type']],
    [
      'several unknown ones at once',
      { profiles: [{ role: 'none', organizations: ['a', lyon, 'b'] }] },
      [
        'profiles.0.role unknown_role',
        'profiles.0.organizations.0 unknown_organization',
        'profiles.0.organizations.2 unknown_organization',
      ],
    ],
  ]
  for (const [what, spoilt, errors] of cases) {
    test(`422 ${what}, by its path, and nothing is written or changed`, async () => {
      const id = await aManager(service, whole)
      const absent = unique('M')
      const before = await stateOf(id)

      const answers = [
        await put(id, { ...max, ...spoilt }),
        await patch(id, spoilt),
        await put(absent, { ...max, ...spoilt }),
      ]

      for (const answer of answers) {
        const seen = answer.json().errors.map((one: { field: string; code: string }) => `${one.field} ${one.code}`)
        assert.equal(answer.statusCode, 422)
        assert.deepEqual(seen, errors)
      }
      assert.deepEqual(await stateOf(id), before)
      assert.deepEqual(await stateOf(absent), NOTHING)
    })
  }

  for (const field of ['first_name', 'last_name', 'email']) {
    test(`422 a PUT without ${field}`, async () => {
      const answer = await put(unique('M'), { ...max, [field]: undefined })

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(answer.json().errors, [{ field, code: 'required', message: 'This field is required.' }])
    })
  }

  test("422 another client's role and organization, as if they were not there", async () => {
    const role = await aRole(service, { owner: globex })
    const organization = await anOrganization(service, { owner: globex })

    const answer = await put(unique('M'), { ...max, profiles: [{ role, organizations: [organization] }] })

    assert.deepEqual(answer.json().errors, [
      { field: 'profiles.0.role', code: 'unknown_role', message: `Role ${role} not found.` },
      {
        field: 'profiles.0.organizations.0',
        code: 'unknown_organization',
        message: `Organization ${organization} not found.`,
      },
    ])
  })

  test('422 an id of 51 characters, with a slash or a control character, named technical_id', async () => {
    for (const id of ['x'.repeat(51), 'a/b', 'a\0', 'a\n']) {
      const answers = [await put(id, max), await patch(id, max)]

      assert.deepEqual(
        answers.map((one) => [one.statusCode, one.json().errors[0].field]),
        [
          [422, 'technical_id'],
          [422, 'technical_id'],
        ],
      )
    }
  })
})

describe('PATCH /users/{technical_id}', () => {
  const changes = {
    first_name: 'Maxi',
    last_name: 'Meier',
    email: 'new@acme.test',
    language: null,
    profiles: [{ role: boss, organizations: [lyon], include_below: true, access_restrictions: [] }],
  }
  for (const [field, value] of Object.entries(changes)) {
    test(`200 changes ${field} alone, and emits user.updated with what the API answers`, async () => {
      const id = await aManager(service, whole)
      const before = (await read(id)).json()
      clock.advance(60)

      const answer = await patch(id, { [field]: value })

      const after = (await read(id)).json()
      assert.equal(answer.statusCode, 200)
      assert.deepEqual(answer.json(), after)
      assert.deepEqual({ ...after, updated_at: before.updated_at }, { ...before, [field]: value })
      assert.ok(after.updated_at > before.updated_at)
      assert.deepEqual(await eventRowsOf(id), [{ ...byPayroll, type: 'user.updated', data: after }])
    })
  }

  for (const [what, body] of Object.entries({
    'an empty body': {},
    'the same profiles': { profiles: whole.profiles },
    'the same language in other case': { language: 'DE-DE' },
    'what is only answered': { technical_id: 'other' },
  })) {
    test(`200 for ${what} changes nothing and emits nothing`, async () => {
      const id = await aManager(service, whole)
      const before = await stateOf(id)
      clock.advance(60)

      const answer = await patch(id, body)

      assert.equal(answer.statusCode, 200)
      assert.deepEqual(await stateOf(id), before)
    })
  }

  test("404 for an absent one, which is not made, and word for word the same for another client's", async () => {
    const theirs = await aManager(service, { owner: globex })
    const absent = unique('M')

    const others = await patch(theirs, max)
    const unknown = await patch(absent, max)

    assert.deepEqual([others.statusCode, unknown.statusCode], [404, 404])
    assert.deepEqual(unknown.json(), { code: 'not_found', message: `User ${absent} not found.` })
    assert.equal(others.body.replaceAll(theirs, '…'), unknown.body.replaceAll(absent, '…'))
    assert.deepEqual(await stateOf(absent), NOTHING)
  })
})

describe('DELETE /users/{technical_id}', () => {
  test('204 removes the manager with the profiles, and emits user.deleted with what was there', async () => {
    const id = await aManager(service, whole)
    const before = (await read(id)).json()

    const answer = await remove(id)

    assert.equal(answer.statusCode, 204)
    assert.equal(answer.body, '')
    assert.equal((await read(id)).statusCode, 404)
    assert.deepEqual(await stateOf(id), { ...NOTHING, events: ['user.deleted'] })
    assert.deepEqual(await eventRowsOf(id), [{ ...byPayroll, type: 'user.deleted', data: before }])
  })

  test('204 removes the log-in of the manager with account.deleted, and not that of the employee', async () => {
    const id = await aManager(service)
    await v2('PUT', `/employees/${id}`, { body: { first_name: 'Max', last_name: 'Weber' } })
    for (const scope of ['manager', 'employee']) await v2('PUT', `/accounts/${scope}:${id}`, { body: {} })
    const account = (await v2('GET', `/accounts/manager:${id}`)).json()

    await remove(id)

    assert.equal((await v2('GET', `/accounts/manager:${id}`)).statusCode, 404)
    assert.equal((await v2('GET', `/accounts/employee:${id}`)).statusCode, 200)
    const events = await eventRowsOf(`manager:${id}`)
    assert.deepEqual(events[1], { ...byPayroll, type: 'account.deleted', data: account })
    assert.deepEqual(await eventsOf(db, `employee:${id}`), ['account.created'])
  })

  test('204 lets go of the role and the organizations, and the id may be used anew', async () => {
    const role = await aRole(service)
    const organization = await anOrganization(service)
    const id = await aManager(service, { profiles: [{ role, organizations: [organization] }] })

    await remove(id)

    assert.equal((await v2('DELETE', `/roles/${role}`)).statusCode, 204)
    assert.equal((await v2('DELETE', `/organizations/${organization}`)).statusCode, 204)
    assert.deepEqual((await put(id, max)).json().profiles, [])
  })

  test("404 for an absent one, one that was deleted, what is not an id, and another client's", async () => {
    const theirs = await aManager(service, { owner: globex })
    const gone = await aManager(service)
    await remove(gone)

    const answers = await Promise.all([unique('M'), gone, theirs, 'x'.repeat(51), 'a\0'].map(remove))

    assert.ok(answers.every((one) => one.statusCode === 404 && one.json().code === 'not_found'))
    assert.deepEqual(await eventsOf(db, gone), ['user.deleted'])
    assert.equal((await v2('GET', addressOf(theirs), { application: 'rival' })).statusCode, 200)
  })

  test('the deletion, the log-in and their events come back together when a later step fails', async () => {
    const id = await aManager(service, whole)
    await v2('PUT', `/accounts/manager:${id}`, { body: {} })
    const before = await stateOf(id)

    const work = service.doWork(acme, async (one) => {
      await deleteUser(one, id)
      throw new Error('later')
    })

    await assert.rejects(work, { message: 'later' })
    assert.deepEqual(await stateOf(id), before)
    assert.deepEqual(await eventsOf(db, `manager:${id}`), ['account.created'])
  })
})

describe('a user', () => {
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) {
    test(`401 for ${method} without credentials and 403 by an application for data sets alone`, async () => {
      const id = await aManager(service, whole)
      const before = await stateOf(id)
      const body = method === 'PUT' ? { ...max, last_name: 'New' } : undefined

      const nobody = await app.inject({ method, url: `/api/v2/client/users/${id}`, ...(body ? { payload: body } : {}) })
      const reader = await v2(method, `/users/${id}`, { application: 'reader', body })

      const needed = method === 'GET' ? 'users:read' : 'users:write'
      assert.equal(nobody.statusCode, 401)
      assert.equal(reader.statusCode, 403)
      assert.equal(reader.json().message, `This application lacks the permission ${needed}.`)
      assert.deepEqual(await stateOf(id), before)
    })
  }
})
