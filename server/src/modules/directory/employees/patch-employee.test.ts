import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aCustomField, anEmployee, anOrganization, eventsOf } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { app, v2, db, clock } = service

const patch = (id: string, body: unknown) => v2('PATCH', `/employees/${encodeURIComponent(id)}`, { body })
const read = (id: string) => v2('GET', `/employees/${encodeURIComponent(id)}`)

const lyon = await anOrganization(service)
const paris = await anOrganization(service)
const grade = await aCustomField(service, { type: 'integer' })
const nickname = await aCustomField(service)

/** An employee with something in every field. */
const aWholeEmployee = (technical_id = unique('E')) =>
  anEmployee(service, {
    technical_id,
    first_name: 'Marie',
    last_name: 'Durand',
    email: 'marie@acme.test',
    language: 'fr-fr',
    address: '1',
    address_2: '2',
    address_3: '3',
    postcode: '75002',
    city: 'Paris',
    country: 'France',
    registrations: [
      { organization_code: lyon, employee_number: '7' },
      { organization_code: paris, employee_number: '7', active: false, departure_date: '2024-02-29' },
    ],
    custom_fields: { [grade]: 7, [nickname]: 'Mimi' },
  })

describe('PATCH /employees/{technical_id}', () => {
  const changes = {
    first_name: 'Maria',
    last_name: 'Durant',
    email: 'maria@acme.test',
    language: 'de-de',
    address: 'x',
    address_2: '',
    address_3: null,
    postcode: null,
    city: 'Lyon',
    country: null,
    registrations: [{ organization_code: paris, employee_number: '8', active: true, departure_date: null }],
    custom_fields: { [grade]: 8, [nickname]: 'Mia' },
  }
  for (const [field, value] of Object.entries(changes)) {
    test(`200 changes ${field} alone, and emits employee.updated with what the API answers`, async () => {
      const id = await aWholeEmployee()
      const before = (await read(id)).json()
      clock.advance(60)

      const answer = await patch(id, { [field]: value })

      const after = (await read(id)).json()
      const [event] = await db.selectFrom('events').selectAll().where('resource_id', '=', id).execute()
      assert.equal(answer.statusCode, 200)
      assert.deepEqual(answer.json(), after)
      assert.deepEqual({ ...after, updated_at: before.updated_at }, { ...before, [field]: value })
      assert.ok(after.updated_at > before.updated_at)
      assert.deepEqual(await eventsOf(db, id), ['employee.updated'])
      assert.deepEqual(event?.data, after)
      assert.deepEqual([event?.actor_type, event?.actor_id], ['application', 'payroll'])
    })
  }

  test('200 changes several fields at once with one event', async () => {
    const id = await aWholeEmployee()
    const before = (await read(id)).json()

    const answer = await patch(id, { city: 'Lyon', email: null, registrations: [] })

    const { updated_at } = answer.json()
    const expected = { ...before, city: 'Lyon', email: null, registrations: [], status: 'terminated', updated_at }
    assert.deepEqual(answer.json(), expected)
    assert.deepEqual(await eventsOf(db, id), ['employee.updated'])
  })

  test('200 changes the custom fields that are given, takes away those that are null, and keeps the others', async () => {
    const id = await aWholeEmployee()

    const answers = []
    for (const custom_fields of [{ [grade]: 8 }, { [nickname]: null }, { [grade]: null, [nickname]: 'Mia' }]) {
      answers.push((await patch(id, { custom_fields })).json().custom_fields)
    }

    assert.deepEqual(answers, [{ [grade]: 8, [nickname]: 'Mimi' }, { [grade]: 8 }, { [nickname]: 'Mia' }])
    assert.deepEqual((await read(id)).json().custom_fields, { [nickname]: 'Mia' })
    assert.deepEqual(await eventsOf(db, id), ['employee.updated', 'employee.updated', 'employee.updated'])
  })

  test('200 for different custom fields at once: none undoes the other', async () => {
    const id = await aWholeEmployee()

    await Promise.all([
      patch(id, { custom_fields: { [grade]: 9 } }),
      patch(id, { custom_fields: { [nickname]: 'Mia' } }),
    ])

    assert.deepEqual((await read(id)).json().custom_fields, { [grade]: 9, [nickname]: 'Mia' })
  })

  test('200 replaces the registrations as a whole', async () => {
    const id = await aWholeEmployee()
    const registration = { organization_code: paris, employee_number: '9', active: true, departure_date: null }

    const answer = await patch(id, { registrations: [registration] })

    assert.deepEqual(answer.json().registrations, [registration])
  })

  test('200 ends and resumes employment with the registrations', async () => {
    const id = await aWholeEmployee()
    const registered = (active: boolean) => ({
      registrations: [{ organization_code: lyon, employee_number: '7', active }],
    })

    const statuses = [
      (await patch(id, registered(false))).json().status,
      (await patch(id, registered(true))).json().status,
      (await patch(id, { registrations: [] })).json().status,
    ]

    assert.deepEqual(statuses, ['terminated', 'current', 'terminated'])
  })

  const unchanged: Record<string, object> = {
    'an empty body': {},
    'what is there already': { city: 'Paris', language: 'FR-FR', custom_fields: { [nickname]: 'Mimi', [grade]: 7 } },
    'some of the custom fields as they are': { custom_fields: { [grade]: 7 } },
    'no custom field': { custom_fields: {} },
    'what only the service may say': { technical_id: 'other', core_uuid: 'x', status: 'terminated', deleted_at: 'x' },
  }
  for (const [what, body] of Object.entries(unchanged)) {
    test(`200 for ${what} changes nothing and emits nothing`, async () => {
      const id = await aWholeEmployee()
      const before = (await read(id)).json()
      clock.advance(60)

      const answer = await patch(id, body)

      assert.equal(answer.statusCode, 200)
      assert.deepEqual(answer.json(), before)
      assert.deepEqual((await read(id)).json(), before)
      assert.deepEqual(await eventsOf(db, id), [])
    })
  }

  test('200 for exactly what GET answered changes nothing and emits nothing', async () => {
    const id = await aWholeEmployee('é "1"\\%')
    const before = (await read(id)).json()
    clock.advance(60)

    const answer = await patch(id, before)

    assert.deepEqual(answer.json(), before)
    assert.deepEqual(await eventsOf(db, id), [])
  })

  test('200 for different fields at once: none undoes the other', async () => {
    const id = await aWholeEmployee()

    await Promise.all([
      patch(id, { city: 'Lyon' }),
      patch(id, { country: 'Italy' }),
      patch(id, { email: 'new@acme.test' }),
      patch(id, { registrations: [] }),
      patch(id, { custom_fields: { [grade]: null } }),
      patch(id, { postcode: '1' }),
    ])

    const { city, country, email, registrations, custom_fields, postcode } = (await read(id)).json()
    assert.deepEqual([city, country, email, postcode], ['Lyon', 'Italy', 'new@acme.test', '1'])
    assert.deepEqual([registrations, custom_fields], [[], { [nickname]: 'Mimi' }])
  })

  const refused: [string, object, string, string][] = [
    ['null for a name', { first_name: null }, 'first_name', 'wrong_type'],
    ['an empty name', { last_name: '' }, 'last_name', 'too_short'],
    ['a NUL character', { city: '\0' }, 'city', 'invalid_text'],
    ['what is not an e-mail address', { email: 'x' }, 'email', 'invalid_email'],
    ['what is not a language', { language: '-' }, 'language', 'invalid_language'],
    ['null for registrations', { registrations: null }, 'registrations', 'wrong_type'],
    [
      'an unknown organization',
      { city: 'Lyon', registrations: [{ organization_code: 'nowhere', employee_number: '1' }] },
      'registrations.0.organization_code',
      'unknown_organization',
    ],
    [
      'a registration without a number',
      { registrations: [{ organization_code: lyon }] },
      'registrations.0.employee_number',
      'required',
    ],
    ['an unknown custom field', { custom_fields: { nowhere: 1 } }, 'custom_fields.nowhere', 'unknown_custom_field'],
    ['a wrong value of a custom field', { custom_fields: { [grade]: 'x' } }, `custom_fields.${grade}`, 'wrong_type'],
  ]
  for (const [what, body, field, code] of refused) {
    test(`422 for ${what}, by its path, and nothing changes`, async () => {
      const id = await aWholeEmployee()
      const before = (await read(id)).json()
      clock.advance(60)

      const answer = await patch(id, body)

      assert.equal(answer.statusCode, 422)
      assert.deepEqual(
        answer.json().errors.map((one: { field: string; code: string }) => [one.field, one.code]),
        [[field, code]],
      )
      assert.deepEqual((await read(id)).json(), before)
      assert.deepEqual(await eventsOf(db, id), [])
    })
  }

  test('404 for an absent one, which is not made', async () => {
    const id = unique('E')

    const answer = await patch(id, { first_name: 'Marie', last_name: 'Durand' })

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Employee ${id} not found.` })
    assert.equal((await read(id)).statusCode, 404)
    assert.deepEqual(await eventsOf(db, id), [])
  })

  test('404 for a deleted one, which stays deleted and as it was', async () => {
    const id = await aWholeEmployee()
    await v2('DELETE', `/employees/${id}`)

    const answer = await patch(id, { city: 'Lyon' })

    const restored = (await v2('POST', `/employees/${id}/restore`)).json()
    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Employee ${id} not found.` })
    assert.equal(restored.city, 'Paris')
    assert.deepEqual(await eventsOf(db, id), ['employee.deleted', 'employee.restored'])
  })

  test("404 for another client's, word for word as for an absent one, and nothing changes", async () => {
    const id = await aWholeEmployee()
    const absent = unique('E')
    const before = (await read(id)).json()
    const call = (one: string) =>
      v2('PATCH', `/employees/${one}`, { application: 'rival', body: { first_name: 'Rita' } })

    const others = await call(id)
    const unknown = await call(absent)

    assert.deepEqual([others.statusCode, unknown.statusCode], [404, 404])
    assert.equal(others.body.replaceAll(id, '…'), unknown.body.replaceAll(absent, '…'))
    assert.deepEqual((await read(id)).json(), before)
  })
})

describe('an employee', () => {
  const calls = [
    ['GET', ''],
    ['PUT', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/restore'],
  ] as const
  for (const [method, path] of calls) {
    const payload = method === 'PUT' ? { payload: { first_name: 'X', last_name: 'Y' } } : {}

    test(`401 for ${method} /employees/{technical_id}${path} without credentials, and nothing changes`, async () => {
      const id = await aWholeEmployee()
      const before = (await read(id)).json()

      const answer = await app.inject({ method, url: `/api/v2/client/employees/${id}${path}`, ...payload })

      assert.equal(answer.statusCode, 401)
      assert.equal(answer.json().code, 'invalid_credentials')
      assert.deepEqual((await read(id)).json(), before)
    })

    test(`403 for ${method} /employees/{technical_id}${path} by an application for data sets alone`, async () => {
      const id = await aWholeEmployee()
      const before = (await read(id)).json()
      const body = method === 'PUT' ? { first_name: 'X', last_name: 'Y' } : undefined

      const answer = await v2(method, `/employees/${id}${path}`, { application: 'reader', body })

      const needed = method === 'GET' ? 'employees:read' : 'employees:write'
      assert.equal(answer.statusCode, 403)
      assert.deepEqual(answer.json(), {
        code: 'insufficient_scope',
        message: `This application lacks the permission ${needed}.`,
      })
      assert.deepEqual((await read(id)).json(), before)
    })
  }
})
