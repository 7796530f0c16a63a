import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aCustomField, anEmployee, anOrganization, eventsOf } from '#test/harness/features/directory/builders.ts'
import { putEmployee } from './put-employees.ts'

const service = await startApp()
const { v2, db, clock } = service

const addressOf = (id: string) => `/employees/${encodeURIComponent(id)}`
const put = (id: string, body: unknown) => v2('PUT', addressOf(id), { body })
const read = (id: string) => v2('GET', addressOf(id))
const marie = { first_name: 'Marie', last_name: 'Durand' }
const nothing = {
  email: null,
  language: null,
  address: null,
  address_2: null,
  address_3: null,
  postcode: null,
  city: null,
  country: null,
  registrations: [],
  custom_fields: {},
}

const lyon = await anOrganization(service)
const paris = await anOrganization(service)
const nickname = await aCustomField(service)
const grade = await aCustomField(service, { type: 'integer' })
const remote = await aCustomField(service, { type: 'boolean' })
const hired = await aCustomField(service, { type: 'date' })
const size = await aCustomField(service, { type: 'list', values: ['S', 'M', 'L'] })

/** A body with something in every field. */
const whole = {
  ...marie,
  email: 'Marie.Durand@acme.test',
  language: 'fr-fr',
  address: '1 rue de la Paix',
  address_2: 'Bâtiment B',
  address_3: 'Étage 3',
  postcode: '75002',
  city: 'Paris',
  country: 'France',
  registrations: [
    { organization_code: lyon, employee_number: '007', active: false, departure_date: '2024-02-29' },
    { organization_code: paris, employee_number: '007', active: true, departure_date: null },
    { organization_code: paris, employee_number: '008', active: true, departure_date: '2999-12-31' },
  ],
  custom_fields: { [nickname]: 'Mimi', [grade]: 7, [remote]: false, [hired]: '2020-01-31', [size]: 'M' },
}

async function eventRowsOf(id: string) {
  const columns = ['client_id', 'type', 'actor_type', 'actor_id', 'actor_name', 'data'] as const
  return db.selectFrom('events').select(columns).where('resource_id', '=', id).orderBy('id').execute()
}

/** All that there is of an employee. */
async function stateOf(id: string) {
  const stored = await db.selectFrom('employees').selectAll().where('technical_id', '=', id).execute()
  const keys = ['0', ...stored.map((one) => one.key)]
  const registrations = await db
    .selectFrom('registrations')
    .selectAll()
    .where('employee_key', 'in', keys)
    .orderBy('position')
    .execute()
  return { stored, registrations, events: await eventsOf(db, id) }
}

describe('PUT /employees/{technical_id}', () => {
  test('201 creates an employee with all fields, and GET answers the same', async () => {
    const id = unique('E')

    const answer = await put(id, whole)

    const { core_uuid, created_at, updated_at, ...rest } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(rest, { technical_id: id, ...whole, status: 'current', deleted_at: null })
    assert.match(core_uuid, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    assert.equal(updated_at, created_at)
    assert.deepEqual((await read(id)).json(), answer.json())
  })

  test('201 needs no more than the two names; without a registration the employee is terminated', async () => {
    const id = unique('E')

    const answer = await put(id, marie)

    const { core_uuid: _, created_at: __, updated_at: ___, ...rest } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(rest, { technical_id: id, ...marie, ...nothing, status: 'terminated', deleted_at: null })
  })

  test('201 takes null for all that may be left out', async () => {
    const id = unique('E')
    const { registrations: _, custom_fields: __, ...nulls } = nothing

    const answer = await put(id, { ...marie, ...nulls, custom_fields: { [grade]: null } })

    assert.equal(answer.statusCode, 201)
    assert.deepEqual(answer.json().custom_fields, {})
    assert.equal((await put(id, marie)).statusCode, 200)
    assert.deepEqual(await eventsOf(db, id), ['employee.created'])
  })

  test('201 emits employee.created with what the API answers, in the name of the application', async () => {
    const id = unique('E')

    const answer = await put(id, whole)

    assert.deepEqual(await eventRowsOf(id), [
      {
        client_id: 'acme',
        type: 'employee.created',
        data: answer.json(),
        actor_type: 'application',
        actor_id: 'payroll',
        actor_name: 'payroll',
      },
    ])
  })

  test('201 ignores what only the service may say', async () => {
    const id = unique('E')

    const answer = await put(id, {
      ...marie,
      technical_id: 'other',
      status: 'current',
      deleted_at: '2020-01-01T00:00:00+00:00',
      core_uuid: '00000000-0000-4000-8000-000000000000',
      created_at: '2020-01-01T00:00:00+00:00',
    })

    const { technical_id, core_uuid, created_at, status, deleted_at } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual([technical_id, status, deleted_at], [id, 'terminated', null])
    assert.notEqual(core_uuid, '00000000-0000-4000-8000-000000000000')
    assert.notEqual(created_at, '2020-01-01T00:00:00+00:00')
  })

  test('200 replaces everything, keeps core_uuid and created_at, and emits employee.updated', async () => {
    const id = unique('E')
    const before = (await put(id, whole)).json()
    clock.advance(60)

    const answer = await put(id, { first_name: 'Marie', last_name: 'Martin' })

    const { updated_at, ...rest } = answer.json()
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(rest, {
      technical_id: id,
      core_uuid: before.core_uuid,
      first_name: 'Marie',
      last_name: 'Martin',
      ...nothing,
      status: 'terminated',
      created_at: before.created_at,
      deleted_at: null,
    })
    assert.ok(updated_at > before.updated_at)
    assert.deepEqual((await read(id)).json(), answer.json())
    const events = await eventRowsOf(id)
    assert.deepEqual(
      events.map((one) => one.type),
      ['employee.created', 'employee.updated'],
    )
    assert.deepEqual(events[1]?.data, answer.json())
  })

  test('200 for what GET answered, sent back, changes nothing and emits nothing', async () => {
    const id = unique('E')
    await put(id, whole)
    const before = (await read(id)).json()
    const state = await stateOf(id)
    clock.advance(60)

    const answer = await put(id, before)

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), before)
    assert.deepEqual(await stateOf(id), state)
  })

  test('200 for the same in another order or case of the language changes nothing and emits nothing', async () => {
    const id = unique('E')
    await put(id, whole)
    const state = await stateOf(id)
    clock.advance(60)
    const reversed = Object.fromEntries(Object.entries(whole.custom_fields).toReversed())

    const answer = await put(id, { ...whole, language: 'FR-fr', custom_fields: reversed })

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(await stateOf(id), state)
  })

  const changes = {
    first_name: 'Maria',
    last_name: 'Durant',
    email: 'marie.durand@acme.test',
    language: 'fr',
    address: 'x',
    address_2: 'x',
    address_3: null,
    postcode: '75003',
    city: 'paris',
    country: 'FRANCE',
    registrations: whole.registrations.toReversed(),
    custom_fields: { ...whole.custom_fields, [grade]: 8 },
  }
  for (const [field, value] of Object.entries(changes)) {
    test(`200 for another ${field} alone changes it, and emits one employee.updated`, async () => {
      const id = unique('E')
      const before = (await put(id, whole)).json()

      const answer = await put(id, { ...whole, [field]: value })

      const after = (await read(id)).json()
      assert.equal(answer.statusCode, 200)
      assert.deepEqual({ ...after, updated_at: before.updated_at }, { ...before, [field]: value })
      assert.deepEqual(after, answer.json())
      assert.deepEqual(await eventsOf(db, id), ['employee.created', 'employee.updated'])
    })
  }

  test('201 stores the language in lower case', async () => {
    const id = unique('E')

    const answer = await put(id, { ...marie, language: 'zh-Hant-TW' })

    assert.equal(answer.json().language, 'zh-hant-tw')
    assert.equal((await read(id)).json().language, 'zh-hant-tw')
  })

  test('200 answers current while a registration is active, and terminated when none is', async () => {
    const id = unique('E')
    const registered = (...actives: (boolean | undefined)[]) =>
      actives.map((active, index) => ({ organization_code: lyon, employee_number: `${index}`, active }))

    const statuses = []
    for (const actives of [[undefined], [false], [false, true], [false, false], []]) {
      statuses.push((await put(id, { ...marie, registrations: registered(...actives) })).json().status)
    }

    assert.deepEqual(statuses, ['current', 'terminated', 'current', 'terminated', 'terminated'])
  })

  test('200 for a deleted one brings it back as it was, and emits employee.restored alone', async () => {
    const id = unique('E')
    const before = (await put(id, whole)).json()
    await v2('DELETE', addressOf(id))
    clock.advance(60)

    const answer = await put(id, whole)

    const after = answer.json()
    assert.equal(answer.statusCode, 200)
    assert.deepEqual({ ...after, updated_at: before.updated_at }, before)
    assert.ok(answer.json().updated_at > before.updated_at)
    assert.deepEqual((await read(id)).json(), answer.json())
    const events = await eventRowsOf(id)
    assert.deepEqual(
      events.map((one) => one.type),
      ['employee.created', 'employee.deleted', 'employee.restored'],
    )
    assert.deepEqual(events[2]?.data, answer.json())
  })

  test('200 for a deleted one that is changed too emits employee.restored and employee.updated', async () => {
    const id = unique('E')
    const before = (await put(id, whole)).json()
    await v2('DELETE', addressOf(id))

    const answer = await put(id, { ...whole, city: 'Lyon' })

    const events = await eventRowsOf(id)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.json().city, 'Lyon')
    assert.equal(answer.json().core_uuid, before.core_uuid)
    assert.deepEqual(
      events.slice(2).map(({ type, data }) => ({ type, data })),
      ['employee.restored', 'employee.updated'].map((type) => ({ type, data: answer.json() })),
    )
  })

  test('201 for an id that another client has: each has an employee of its own', async () => {
    const id = await anEmployee(service, { owner: globex, first_name: 'Rita' })

    const answer = await put(id, marie)

    const theirs = (await v2('GET', addressOf(id), { application: 'rival' })).json()
    assert.equal(answer.statusCode, 201)
    assert.equal(theirs.first_name, 'Rita')
    assert.notEqual(theirs.core_uuid, answer.json().core_uuid)
  })

  test('201 once and 200 otherwise when many put the same new one at once', async () => {
    const id = unique('E')

    const answers = await Promise.all(Array.from({ length: 8 }, () => put(id, whole)))

    assert.deepEqual(answers.map((one) => one.statusCode).sort(), [200, 200, 200, 200, 200, 200, 200, 201])
    assert.equal(new Set(answers.map((one) => one.json().core_uuid)).size, 1)
    assert.deepEqual(await eventsOf(db, id), ['employee.created'])
  })

  test('the employee and its event vanish together when a later step fails', async () => {
    const id = unique('E')

    const work = service.doWork(acme, async (one) => {
      await putEmployee(one, id, whole)
      throw new Error('later')
    })

    await assert.rejects(work, { message: 'later' })
    assert.deepEqual(await stateOf(id), { stored: [], registrations: [], events: [] })
  })
})

describe('PUT /employees/{technical_id} takes as an id', () => {
  const ids = [
    'x'.repeat(50),
    '😀'.repeat(50),
    'Łukasz Żółć',
    'a b',
    ' a ',
    'a.b',
    '...',
    "d'Arc",
    '"quoted"',
    '100%',
    '%41',
    'a\\b',
    'a?b#c',
    'a&b=c',
    'a+b',
    '<b>',
    'a:b',
    'a,b',
    '東京',
    'e\u0301',
    'bulky',
    'restore',
    'null',
    "'; --",
  ]
  for (const id of ids) {
    test(`201 ${id}, and it is read, listed and told of under exactly that`, async () => {
      const answer = await put(id, marie)

      const listed = await v2('GET', `/employees?core_uuid=${answer.json().core_uuid}`)
      assert.equal(answer.statusCode, 201)
      assert.equal(answer.json().technical_id, id)
      assert.deepEqual((await read(id)).json(), answer.json())
      assert.deepEqual(listed.json(), [answer.json()])
      assert.deepEqual(await eventsOf(db, id), ['employee.created'])
    })
  }

  for (const [what, path] of [
    ['51 characters', 'x'.repeat(51)],
    ['a slash', 'a%2Fb'],
    ['a NUL character', 'a%00b'],
    ['a line break', 'a%0Ab'],
    ['a control character', 'a%7Fb'],
  ] as const) {
    test(`422 not ${what}, named technical_id; it reads as absent`, async () => {
      const answer = await v2('PUT', `/employees/${path}`, { body: marie })

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(
        answer.json().errors.map((one: { field: string }) => one.field),
        ['technical_id'],
      )
      assert.equal((await v2('GET', `/employees/${path}`)).statusCode, 404)
    })
  }
})

describe('PUT /employees/{technical_id} at an address that is not a text', () => {
  for (const path of ['a%FFb', '%ED%A0%80', '%C3', '%', '%zz']) {
    test(`404 for ${path}: there is nothing at such an address`, async () => {
      const answer = await v2('PUT', `/employees/${path}`, { body: marie })

      assert.equal(answer.statusCode, 404)
      assert.equal(answer.json().code, 'not_found')
    })
  }
})

describe('PUT /employees/{technical_id} takes', () => {
  const at = (organization_code: string, employee_number: string) => ({ organization_code, employee_number })
  const taken = {
    'names of 255 characters, whatever they are made of': { first_name: '😀'.repeat(255), last_name: 'é'.repeat(255) },
    'address lines of 255 characters': { address: 'x'.repeat(255), country: '國'.repeat(255) },
    'empty address lines': { address: '', city: '' },
    'an e-mail address of any script': { email: 'josé+x@münchen.example' },
    'an e-mail address of 254 characters': {
      email: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`,
    },
    'a private language tag': { language: 'x-elvish' },
    'an employee number of 100 characters': { registrations: [at(lyon, '9'.repeat(100))] },
    'an employee number that is not a number': { registrations: [at(lyon, 'AB/12 "ü"')] },
    'one number in two organizations': { registrations: [at(lyon, '1'), at(paris, '1')] },
    'two numbers in one organization': { registrations: [at(lyon, '1'), at(lyon, '2')] },
    '100 registrations': { registrations: Array.from({ length: 100 }, (_, index) => at(lyon, `${index}`)) },
    'the first and the last day there is': {
      registrations: [
        { ...at(lyon, '1'), departure_date: '0001-01-01' },
        { ...at(lyon, '2'), departure_date: '9999-12-31' },
      ],
    },
    'texts of 1,000 characters in custom fields': { custom_fields: { [nickname]: '😀'.repeat(1000) } },
    'an empty text in a custom field': { custom_fields: { [nickname]: '' } },
    'the largest integer': { custom_fields: { [grade]: Number.MAX_SAFE_INTEGER } },
    'the smallest integer': { custom_fields: { [grade]: Number.MIN_SAFE_INTEGER } },
    'zero and false, which are not null': { custom_fields: { [grade]: 0, [remote]: false } },
    'a leap day': { custom_fields: { [hired]: '2024-02-29' } },
  }
  test('200 takes a zero with a sign for zero: put again, it changes nothing', async () => {
    const id = unique('E')
    const payload = JSON.stringify({ ...marie, custom_fields: { [grade]: 0 } }).replace(':0}', ':-0}')
    const headers = { 'content-type': 'application/json' }
    await v2('PUT', `/employees/${id}`, { body: payload, headers })

    const again = await v2('PUT', `/employees/${id}`, { body: payload, headers })

    assert.equal(again.statusCode, 200)
    assert.deepEqual(await eventsOf(db, id), ['employee.created'])
  })

  for (const [what, given] of Object.entries(taken)) {
    test(`201 ${what}`, async () => {
      const id = unique('E')

      const answer = await put(id, { ...marie, ...given })

      const registrations = (given as { registrations?: object[] }).registrations ?? []
      const full = registrations.map((one) => ({ active: true, departure_date: null, ...one }))
      const stored = (await read(id)).json()
      assert.equal(answer.statusCode, 201)
      for (const [field, value] of Object.entries({ ...given, registrations: full })) {
        assert.deepEqual(stored[field], value, field)
      }
      assert.deepEqual(stored, answer.json())
      assert.equal((await put(id, stored)).statusCode, 200)
      assert.deepEqual(await eventsOf(db, id), ['employee.created'])
    })
  }
})
